//! Tasks as they run on the engine's thread: searches and the counting of
//! leaves, each ending with the one [`Event::Done`].

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::EngineError;
use super::event::{Event, Notation};
use super::lazy::LazySearcher;
use super::seat::Order;
use crate::base::{MoveList, Score};
use crate::eval::shatra::HandWritten;
use crate::rules::perft::perft_until;
use crate::rules::shatra::{Numbering, Path, Position, RuleSet, Turn};
use crate::search::{Info, Limits, Request, Searcher, SearcherError, Sink};

/// A searcher of Shatra.
pub type Shatra<R> = Searcher<Position<R>, HandWritten>;

/// Takes the lock, whatever happened to its last holder.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What bare numbers are.
pub const fn numbering(notation: Notation) -> Numbering {
    match notation {
        Notation::Turns => Numbering::Official,
        Notation::Jumps => Numbering::Spn,
    }
}

/// Runs a search and tells its answer, whatever happens.
pub fn search<R: RuleSet>(
    searcher: &Mutex<LazySearcher<R>>,
    position: Position<R>,
    history: Vec<u64>,
    banned: Vec<Turn>,
    order: &Order,
) {
    let request = Request {
        history,
        limits: order.limits.clone(),
        root_moves: root_turns(&position, order),
        banned,
        multipv: order.multipv,
        handicap: order.handicap,
        idle: order.idle,
        started: order.started,
        ..Request::new(position, Limits::default())
    };
    let mut speaker = Speaker { position, order };
    // Workers that panic are the searcher's affair; this is for all the rest,
    // since a host must always hear an answer.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut searcher = lock(searcher);
        let searcher = searcher.get()?;
        Ok::<_, SearcherError>(searcher.search(&request, &order.control, &mut speaker))
    }));
    let (best, reply, score) = match outcome {
        Ok(Ok(outcome)) => (outcome.best, outcome.ponder, Some(outcome.score)),
        Ok(Err(error)) => {
            let error = EngineError::Searcher(error);
            return answer_without_search(&position, &request.banned, order, &error);
        }
        Err(_) => {
            log::error!("the search panicked, playing the first legal turn");
            (first_turn(&position, &request.banned), None, None)
        }
    };
    let ponder = match (best, reply, order.notation) {
        (Some(best), Some(reply), Notation::Turns) => Some(position.after(best).turn_text(reply)),
        _ => None,
    };
    answer(&position, best, ponder, score, order);
}

/// Tells the fault and answers with a legal turn, for lack of a better one.
pub fn answer_without_search<R: RuleSet>(
    position: &Position<R>,
    banned: &[Turn],
    order: &Order,
    error: &EngineError,
) {
    (order.listener)(Event::Error(error.to_string()));
    let turn = first_turn(position, banned);
    answer(position, turn, None, None, order);
}

fn answer<R: RuleSet>(
    position: &Position<R>,
    best: Option<Turn>,
    ponder: Option<String>,
    score: Option<Score>,
    order: &Order,
) {
    let score = score.filter(|_| best.is_some());
    let best = best.map(|turn| tokens(position, turn, order.notation));
    let best = best.and_then(|tokens| tokens.into_iter().next());
    (order.listener)(Event::Done {
        best,
        ponder,
        score,
    });
}

fn first_turn<R: RuleSet>(position: &Position<R>, banned: &[Turn]) -> Option<Turn> {
    let mut turns = MoveList::new();
    position.legal_turns(&mut turns);
    turns.into_iter().find(|turn| !banned.contains(turn))
}

/// The turns of `searchmoves` that are legal; complains about the others. One
/// jump stands for every turn that begins with it.
fn root_turns<R: RuleSet>(position: &Position<R>, order: &Order) -> Vec<Turn> {
    let mut turns = Vec::new();
    for text in &order.root_turns {
        let numbering = numbering(order.notation);
        match position.parse_turn(text, numbering) {
            Ok(turn) => turns.push(turn),
            Err(error) => {
                let before = turns.len();
                if order.notation == Notation::Jumps {
                    position.for_each_path(|turn, path| {
                        if starts_with(&path, text) {
                            turns.push(turn);
                        }
                        ControlFlow::Continue(())
                    });
                }
                if turns.len() == before {
                    (order.listener)(Event::Error(error.to_string()));
                }
            }
        }
    }
    turns
}

fn starts_with(path: &Path, jump: &str) -> bool {
    path.jumps().first().is_some_and(|first| first == jump)
}

/// The text of a turn, one token a jump where the notation wants that.
fn tokens<R: RuleSet>(position: &Position<R>, turn: Turn, notation: Notation) -> Vec<String> {
    match notation {
        Notation::Turns => vec![position.turn_text(turn)],
        Notation::Jumps => position.jump_texts(turn),
    }
}

/// Makes events of what the search tells.
struct Speaker<'o, R: RuleSet> {
    position: Position<R>,
    order: &'o Order,
}

impl<R: RuleSet> Speaker<'_, R> {
    fn tell(&self, event: Event) {
        (self.order.listener)(event);
    }
}

impl<R: RuleSet> Sink<Turn> for Speaker<'_, R> {
    fn info(&mut self, info: &Info<&[Turn]>) {
        if info.pv.is_empty() {
            // The game is over; whoever hears of no best turn says so.
            return;
        }
        let mut position = self.position;
        let mut pv = Vec::new();
        for &turn in info.pv {
            pv.extend(tokens(&position, turn, self.order.notation));
            position.play(turn);
        }
        self.tell(Event::Line(info.with_pv(pv)));
    }

    fn current(&mut self, depth: usize, turn: Turn, number: usize) {
        let tokens = tokens(&self.position, turn, self.order.notation);
        if let Some(turn) = tokens.into_iter().next() {
            self.tell(Event::Current {
                depth,
                turn,
                number,
            });
        }
    }
}

/// Counts leaves behind each turn, until stopped.
pub fn perft<R: RuleSet>(position: &Position<R>, depth: u32, order: &Order) {
    let _answer = order.answer_at_end();
    let tell = |text| (order.listener)(Event::Text(text));
    let stopped = || order.control.is_stopped();
    let mut total = u64::from(depth == 0);
    let mut turns = Vec::new();
    if depth > 0 {
        position.for_each_path(|turn, path| {
            turns.push((turn, path.text()));
            if stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    }
    for (turn, text) in turns {
        match perft_until(&position.after(turn), depth - 1, &stopped) {
            Some(leaves) if !stopped() => {
                tell(format!("{text}: {leaves}"));
                total += leaves;
            }
            _ => return tell("stopped before the end".to_owned()),
        }
    }
    tell(format!("Nodes searched: {total}"));
}

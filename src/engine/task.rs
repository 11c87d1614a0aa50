//! Tasks as they run on the engine's thread: searches and the counting of
//! leaves, each of which ends with one [`Event::Done`].

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::EngineError;
use super::event::{Event, Notation};
use super::lazy::LazySearcher;
use super::seat::Order;
use crate::base::Score;
use crate::eval::Valued;
use crate::game::Playable;
use crate::rules::MoveList;
use crate::rules::perft::perft_until;
use crate::rules::shatra::Numbering;
use crate::search::{CorePermit, Info, Limits, Request, SearchGame, Sink};

/// Locks a mutex, even if its last holder panicked.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the numbering of bare numbers in a notation.
pub const fn numbering(notation: Notation) -> Numbering {
    match notation {
        Notation::Turns => Numbering::Official,
        Notation::Jumps => Numbering::Spn,
    }
}

/// A search as it was requested.
pub struct Search<P: Playable> {
    /// The position whose best turn is wanted.
    pub position: P,
    /// The keys that the position may repeat, oldest first.
    pub history: Vec<u64>,
    /// The turns that may not be played.
    pub banned: Vec<P::Move>,
    /// The order for the task.
    pub order: Order,
}

impl<P: Playable + Valued + SearchGame> Search<P> {
    /// Searches and reports the answer, whatever happens: a host must always
    /// get one. (The searcher deals with workers that panic; this is for
    /// everything else.)
    pub fn run(&self, searcher: &Mutex<LazySearcher<P>>) {
        let roots = self.roots();
        let done = catch(|| self.search(searcher, &roots))
            .or_else(|| catch(|| self.without_search(&roots)))
            .unwrap_or(Event::NOTHING);
        (self.order.listener)(done);
    }

    /// Reports the fault and answers with a legal turn, for lack of a better
    /// one.
    pub fn refuse(&self, fault: &EngineError) {
        (self.order.listener)(Event::Error(fault.to_string()));
        (self.order.listener)(self.without_search(&self.roots()));
    }

    /// Runs the search and returns the event of its answer.
    fn search(&self, searcher: &Mutex<LazySearcher<P>>, roots: &[P::Move]) -> Event {
        let order = &self.order;
        let request = Request {
            history: self.history.clone(),
            limits: order.limits.clone(),
            root_moves: roots.to_vec(),
            banned: self.banned.clone(),
            multipv: order.multipv,
            handicap: order.handicap,
            idle: order.idle,
            started: order.started,
            ..Request::new(self.position, Limits::default())
        };
        let mut speaker = Speaker {
            position: self.position,
            order,
        };
        let mut searcher = lock(searcher);
        match searcher.get() {
            Ok(searcher) => {
                let outcome = searcher.search(&request, &order.control, &mut speaker);
                self.answer(outcome.best, outcome.ponder, Some(outcome.score))
            }
            Err(error) => {
                let fault = EngineError::Searcher(error).to_string();
                (order.listener)(Event::Error(fault));
                self.without_search(roots)
            }
        }
    }

    /// Answers with a turn that may be played, one of those wanted if possible.
    fn without_search(&self, roots: &[P::Move]) -> Event {
        let mut turns = MoveList::new();
        self.position.generate(&mut turns);
        turns.retain(|turn| !self.banned.contains(turn));
        let wanted = turns.iter().find(|turn| roots.contains(turn));
        self.answer(wanted.or(turns.first()).copied(), None, None)
    }

    fn answer(&self, best: Option<P::Move>, reply: Option<P::Move>, score: Option<Score>) -> Event {
        let (position, notation) = (&self.position, self.order.notation);
        let ponder = match (best, reply, notation) {
            (Some(best), Some(reply), Notation::Turns) => {
                Some(position.after(best).turn_text(reply))
            }
            _ => None,
        };
        let best = best.map(|turn| tokens(position, turn, notation));
        let best = best.and_then(|tokens| tokens.into_iter().next());
        Event::Done {
            score: score.filter(|_| best.is_some()),
            best,
            ponder,
        }
    }

    /// Returns the turns of `searchmoves`; none if they can't be read.
    fn roots(&self) -> Vec<P::Move> {
        catch(|| root_turns(&self.position, &self.order)).unwrap_or_default()
    }
}

/// Returns the result of `work`; `None` if it panics.
fn catch<T>(work: impl FnOnce() -> T) -> Option<T> {
    let result = catch_unwind(AssertUnwindSafe(work));
    if result.is_err() {
        log::error!("a search panicked, it is answered all the same");
    }
    result.ok()
}

/// Returns the turns of `searchmoves` that are legal, and reports errors for
/// the others. In the notation of jumps, a jump stands for every turn that
/// begins with it.
fn root_turns<P: Playable>(position: &P, order: &Order) -> Vec<P::Move> {
    let mut turns = Vec::new();
    for text in &order.root_turns {
        let numbering = numbering(order.notation);
        match position.read_turn(text, numbering) {
            Ok((turn, _)) => turns.push(turn),
            Err(error) => {
                let before = turns.len();
                if order.notation == Notation::Jumps {
                    position.for_each_way(|turn, way| {
                        if way.jumps.first() == Some(text) {
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

/// Returns the text of a turn: one token, or one for each jump in the notation
/// of jumps.
fn tokens<P: Playable>(position: &P, turn: P::Move, notation: Notation) -> Vec<String> {
    match notation {
        Notation::Turns => vec![position.turn_text(turn)],
        Notation::Jumps => position.jump_texts(turn),
    }
}

/// A sink that makes engine events of search events.
struct Speaker<'o, P: Playable> {
    position: P,
    order: &'o Order,
}

impl<P: Playable> Speaker<'_, P> {
    fn tell(&self, event: Event) {
        (self.order.listener)(event);
    }
}

impl<P: Playable> Sink<P::Move> for Speaker<'_, P> {
    fn info(&mut self, info: &Info<&[P::Move]>) {
        let mut position = self.position;
        let mut pv = Vec::new();
        for &turn in info.pv {
            pv.extend(tokens(&position, turn, self.order.notation));
            position.play(turn);
        }
        self.tell(Event::Line(info.with_pv(pv)));
    }

    fn current(&mut self, depth: usize, turn: P::Move, number: usize) {
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

/// Counts the leaves behind each turn, until stopped.
pub fn perft<P: Playable>(position: &P, depth: u32, order: &Order) {
    let _answer = order.answer_at_end();
    let tell = |text| (order.listener)(Event::Text(text));
    let claim = RefCell::new(CorePermit::new(&order.control));
    let stopped = || {
        claim.borrow_mut().keep(|| false);
        order.control.is_stopped()
    };
    let mut total = u64::from(depth == 0);
    let mut turns = Vec::new();
    if depth > 0 {
        position.for_each_way(|turn, way| {
            turns.push((turn, way.text));
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

//! The task of a search. The host always gets an answer: the task ends with one
//! [`Event::Done`], even after a fault or a panic.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use super::any_searcher::typed_position;
use super::error::EngineError;
use super::event::{Event, Notation};
use super::game_session::BannedTurn;
use super::lazy_searcher::{LazySearcher, lock};
use super::task_params::TaskParams;
use crate::base::Score;
use crate::eval::StaticEvaluation;
use crate::game::{GameRecord, Playable, for_position};
use crate::rules::MoveList;
use crate::search::{Limits, Request, SearchGame, SearchInfo, SearchSink};

/// A requested search.
pub struct SearchTask {
    /// The game whose current position is searched.
    pub game: GameRecord,
    /// The keys that the position may repeat, oldest first.
    pub earlier_keys: Vec<u64>,
    /// The turns that must not be played.
    pub banned: Vec<BannedTurn>,
    /// The parameters of the task.
    pub params: TaskParams,
}

impl SearchTask {
    /// Searches and reports the answer.
    pub fn run<P: Playable + StaticEvaluation + SearchGame>(
        &self,
        searcher: &Mutex<LazySearcher<P>>,
    ) {
        match typed_position(&self.game) {
            Ok(position) => TypedSearch::new(position, self).run(searcher),
            Err(error) => self.refuse(&error),
        }
    }

    /// Reports the fault and answers with any legal turn.
    pub fn refuse(&self, fault: &EngineError) {
        for_position!(self.game, position => TypedSearch::new(*position, self).refuse(fault));
    }
}

/// A search of a position with its own type.
struct TypedSearch<'t, P> {
    position: P,
    task: &'t SearchTask,
    params: &'t TaskParams,
}

/// The root turns that the host has requested or banned.
struct RootTurns<M> {
    /// The turns of `searchmoves`; none if they can't be read.
    wanted: Vec<M>,
    /// The turns that must not be played.
    banned: Vec<M>,
}

impl<'t, P: Playable> TypedSearch<'t, P> {
    const fn new(position: P, task: &'t SearchTask) -> Self {
        Self {
            position,
            task,
            params: &task.params,
        }
    }

    /// Reports the fault and answers with a legal turn.
    fn refuse(&self, fault: &EngineError) {
        self.params.send(Event::Error(fault.to_string()));
        self.params.send(self.without_search(&self.root_turns()));
    }

    /// Answers with a turn that may be played, one of those wanted if possible.
    fn without_search(&self, root: &RootTurns<P::Move>) -> Event {
        let mut turns = MoveList::new();
        self.position.generate(&mut turns);
        turns.retain(|turn| !root.banned.contains(turn));
        let wanted = turns.iter().find(|turn| root.wanted.contains(turn));
        self.answer(wanted.or(turns.first()).copied(), None, None)
    }

    fn answer(&self, best: Option<P::Move>, reply: Option<P::Move>, score: Option<Score>) -> Event {
        let (position, notation) = (&self.position, self.params.notation);
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

    fn root_turns(&self) -> RootTurns<P::Move> {
        RootTurns {
            wanted: catch(|| self.wanted_turns()).unwrap_or_default(),
            banned: catch(|| self.banned_turns()).unwrap_or_default(),
        }
    }

    /// Returns the turns of `searchmoves` that are legal, and reports errors
    /// for the others. In the notation of jumps, a jump stands for every turn
    /// that begins with it.
    fn wanted_turns(&self) -> Vec<P::Move> {
        let mut turns = Vec::new();
        let notation = self.params.notation;
        for text in &self.params.root_turns {
            match self.position.read_turn(text, notation.numbering()) {
                Ok((turn, _)) => turns.push(turn),
                Err(error) => {
                    let before = turns.len();
                    if notation == Notation::Jumps {
                        self.position.for_each_path(|turn, written| {
                            if written.jumps.first() == Some(text) {
                                turns.push(turn);
                            }
                            ControlFlow::Continue(())
                        });
                    }
                    if turns.len() == before {
                        self.params.send(Event::Error(error.to_string()));
                    }
                }
            }
        }
        turns
    }

    /// Returns every turn that leads to the same position as a banned one:
    /// a host does not distinguish different orders of the same jumps.
    fn banned_turns(&self) -> Vec<P::Move> {
        let mut banned = Vec::new();
        if self.task.banned.is_empty() {
            return banned;
        }
        let mut legal = MoveList::new();
        self.position.generate(&mut legal);
        for (text, numbering) in &self.task.banned {
            // The session has already parsed the text under the same rules.
            if let Ok((turn, _)) = self.position.read_turn(text, *numbering) {
                let after = self.position.after(turn);
                let same = |turn: &&P::Move| self.position.after(**turn) == after;
                banned.extend(legal.iter().filter(same));
            }
        }
        banned
    }
}

impl<P: Playable + StaticEvaluation + SearchGame> TypedSearch<'_, P> {
    /// Searches and reports the answer, even after a panic. (The searcher itself
    /// handles panics of its workers; this covers all others.)
    fn run(&self, searcher: &Mutex<LazySearcher<P>>) {
        let root = self.root_turns();
        let done = catch(|| self.search(searcher, &root))
            .or_else(|| catch(|| self.without_search(&root)))
            .unwrap_or(Event::NO_ANSWER);
        self.params.send(done);
    }

    /// Runs the search and returns the event of its answer.
    fn search(&self, searcher: &Mutex<LazySearcher<P>>, root: &RootTurns<P::Move>) -> Event {
        let params = self.params;
        let request = Request {
            earlier_keys: self.task.earlier_keys.clone(),
            limits: params.limits.clone(),
            root_turns: root.wanted.clone(),
            banned: root.banned.clone(),
            settings: params.settings,
            started: params.started,
            ..Request::new(self.position, Limits::default())
        };
        let mut sink = EventSink {
            position: self.position,
            params,
        };
        let mut searcher = lock(searcher);
        match searcher.get_or_create() {
            Ok(searcher) => {
                let outcome = searcher.search(&request, &params.control, &mut sink);
                self.answer(outcome.best, outcome.ponder, Some(outcome.score))
            }
            Err(error) => {
                let fault = EngineError::Searcher(error).to_string();
                params.send(Event::Error(fault));
                self.without_search(root)
            }
        }
    }
}

/// Returns the result of `work`; `None` if it panics.
fn catch<T>(work: impl FnOnce() -> T) -> Option<T> {
    let result = catch_unwind(AssertUnwindSafe(work));
    if result.is_err() {
        log::error!("a search panicked; an answer is sent anyway");
    }
    result.ok()
}

/// Returns the text of a turn: one token, or one for each jump in the notation
/// of jumps.
fn tokens<P: Playable>(position: &P, turn: P::Move, notation: Notation) -> Vec<String> {
    match notation {
        Notation::Turns => vec![position.turn_text(turn)],
        Notation::Jumps => position.jump_texts(turn),
    }
}

/// A sink that converts search events to engine events.
struct EventSink<'t, P: Playable> {
    position: P,
    params: &'t TaskParams,
}

impl<P: Playable> SearchSink<P::Move> for EventSink<'_, P> {
    fn info(&mut self, info: &SearchInfo<&[P::Move]>) {
        let mut position = self.position;
        let mut pv = Vec::new();
        for &turn in info.pv {
            pv.extend(tokens(&position, turn, self.params.notation));
            position.play(turn);
        }
        self.params.send(Event::Line(info.with_pv(pv)));
    }

    fn current(&mut self, depth: usize, turn: P::Move, number: usize) {
        let tokens = tokens(&self.position, turn, self.params.notation);
        if let Some(turn) = tokens.into_iter().next() {
            self.params.send(Event::Current {
                depth,
                turn,
                number,
            });
        }
    }
}

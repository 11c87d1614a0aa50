//! The task that runs a search. The host always gets an answer: the task ends with one
//! [`EngineEvent::Done`], even after an error or a panic.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use super::any_searcher::typed_position;
use super::error::EngineError;
use super::event::{EngineEvent, TurnNotation};
use super::game_session::BannedTurn;
use super::lazy_searcher::LazySearcher;
use super::task_params::TaskParams;
use crate::base::Score;
use crate::eval::EvaluatedGame;
use crate::game::{GameRecord, Playable, for_position};
use crate::rules::MoveList;
use crate::search::{Limits, Request, SearchGame, SearchInfo, SearchSink};
use crate::util::sync::lock;

/// A requested search.
pub struct SearchTask {
    /// The game whose current position is searched.
    pub game: GameRecord,
    /// The keys of the earlier positions that later ones may repeat, oldest first.
    pub earlier_keys: Vec<u64>,
    /// The turns that the host has banned.
    pub banned: Vec<BannedTurn>,
    /// The parameters of the task.
    pub params: TaskParams,
}

impl SearchTask {
    /// Searches, and reports the answer.
    pub fn run<P: EvaluatedGame + SearchGame>(&self, searcher: &Mutex<LazySearcher<P>>) {
        match typed_position(&self.game) {
            Ok(position) => TypedSearch::new(position, self).run(searcher),
            Err(error) => self.refuse(&error),
        }
    }

    /// Reports the error, and answers with a legal turn that was not searched.
    pub fn refuse(&self, error: &EngineError) {
        for_position!(self.game, position => TypedSearch::new(*position, self).refuse(error));
    }
}

/// A search of a position whose type is known.
struct TypedSearch<'t, P> {
    position: P,
    task: &'t SearchTask,
    params: &'t TaskParams,
}

/// The root turns that the host has requested or excluded.
struct RootTurns<M> {
    /// The turns to which the host restricts the search; empty for all turns.
    requested: Vec<M>,
    /// The turns that must not be played: those banned from all searches of the position
    /// and those ignored in this one.
    excluded: Vec<M>,
}

impl<'t, P: Playable> TypedSearch<'t, P> {
    const fn new(position: P, task: &'t SearchTask) -> Self {
        Self {
            position,
            task,
            params: &task.params,
        }
    }

    /// Reports the error, and answers with a legal turn that was not searched.
    fn refuse(&self, error: &EngineError) {
        self.params.send(EngineEvent::Error(error.to_string()));
        self.params
            .send(self.answer_without_search(&self.root_turns()));
    }

    /// Returns an answer with a turn that is not banned, a requested one if possible.
    fn answer_without_search(&self, root: &RootTurns<P::Move>) -> EngineEvent {
        let mut turns = MoveList::new();
        self.position.generate(&mut turns);
        turns.retain(|turn| !root.excluded.contains(turn));
        let requested = turns.iter().find(|turn| root.requested.contains(turn));
        self.answer(requested.or(turns.first()).copied(), None, None)
    }

    /// Returns the event that answers the search.
    fn answer(
        &self,
        best: Option<P::Move>,
        reply: Option<P::Move>,
        score: Option<Score>,
    ) -> EngineEvent {
        let (position, notation) = (&self.position, self.params.notation);
        let ponder = match (best, reply, notation) {
            (Some(best), Some(reply), TurnNotation::Complete) => {
                Some(position.after(best).turn_text(reply))
            }
            _ => None,
        };
        let best = best.map(|turn| turn_tokens(position, turn, notation));
        let best = best.and_then(|tokens| tokens.into_iter().next());
        EngineEvent::Done {
            score: score.filter(|_| best.is_some()),
            best,
            ponder,
        }
    }

    /// Parses the turns that the host has requested or excluded.
    fn root_turns(&self) -> RootTurns<P::Move> {
        RootTurns {
            requested: catch_panic(|| self.requested_turns()).unwrap_or_default(),
            excluded: catch_panic(|| self.excluded_turns()).unwrap_or_default(),
        }
    }

    /// Returns the requested turns that are legal, and reports an error for each of the
    /// others.
    fn requested_turns(&self) -> Vec<P::Move> {
        let only = self.params.root_filter.only.iter();
        only.flat_map(|text| self.named_turns(text)).collect()
    }

    /// Returns the turns that a host's text names; if there is none, reports an error. In
    /// [`TurnNotation::Jumps`], a jump stands for every turn that begins with it.
    fn named_turns(&self, text: &str) -> Vec<P::Move> {
        let notation = self.params.notation;
        if notation == TurnNotation::Jumps
            && let Ok((jump, _)) = self.position.read_step(text)
        {
            return self.turns_beginning_with(&jump);
        }
        match self.position.read_turn(text, notation.numbering()) {
            Ok((turn, _)) => vec![turn],
            Err(error) => {
                self.params.send(EngineEvent::Error(error.to_string()));
                Vec::new()
            }
        }
    }

    /// Returns the turns of which a notation begins with this jump.
    fn turns_beginning_with(&self, jump: &str) -> Vec<P::Move> {
        let mut turns = Vec::new();
        self.position.for_each_path(|turn, path| {
            let begins_with_jump = path.steps.first().is_some_and(|first| first == jump);
            if begins_with_jump && turns.last() != Some(&turn) {
                turns.push(turn);
            }
            ControlFlow::Continue(())
        });
        turns
    }

    /// Returns the turns that must not be played: every turn that leads to the same
    /// position as a banned or ignored one, as a host does not distinguish chains that
    /// capture the same men in different orders. It does distinguish jumps, which exclude
    /// no equivalents.
    fn excluded_turns(&self) -> Vec<P::Move> {
        let ignored = &self.params.root_filter.ignored;
        let mut excluded = Vec::new();
        if self.task.banned.is_empty() && ignored.is_empty() {
            return excluded;
        }
        let mut legal = MoveList::new();
        self.position.generate(&mut legal);
        let mut exclude_equivalents = |turn| {
            let after = self.position.after(turn);
            let is_equivalent = |turn: &&P::Move| self.position.after(**turn) == after;
            excluded.extend(legal.iter().filter(is_equivalent));
        };
        for (text, numbering) in &self.task.banned {
            // The session has already parsed the text in this position.
            if let Ok((turn, _)) = self.position.read_turn(text, *numbering) {
                exclude_equivalents(turn);
            }
        }
        let ignored = ignored.iter().flat_map(|text| self.named_turns(text));
        match self.params.notation {
            TurnNotation::Complete => ignored.for_each(exclude_equivalents),
            TurnNotation::Jumps => excluded.extend(ignored),
        }
        excluded
    }
}

impl<P: EvaluatedGame + SearchGame> TypedSearch<'_, P> {
    /// Searches, and reports an answer even if the search panics. The searcher handles
    /// panics of its workers; this covers all others.
    fn run(&self, searcher: &Mutex<LazySearcher<P>>) {
        let root = self.root_turns();
        let answer = catch_panic(|| self.search(searcher, &root))
            .or_else(|| catch_panic(|| self.answer_without_search(&root)))
            .unwrap_or(EngineEvent::NO_ANSWER);
        self.params.send(answer);
    }

    /// Runs the search, and returns the event that answers it.
    fn search(&self, searcher: &Mutex<LazySearcher<P>>, root: &RootTurns<P::Move>) -> EngineEvent {
        let params = self.params;
        let request = Request {
            earlier_keys: self.task.earlier_keys.clone(),
            limits: params.limits.clone(),
            root_turns: root.requested.clone(),
            banned: root.excluded.clone(),
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
                let error = EngineError::Searcher(error).to_string();
                params.send(EngineEvent::Error(error));
                self.answer_without_search(root)
            }
        }
    }
}

/// Returns the result of `work`; `None` if it panics.
fn catch_panic<T>(work: impl FnOnce() -> T) -> Option<T> {
    let result = catch_unwind(AssertUnwindSafe(work));
    if result.is_err() {
        log::error!("a search panicked; the host still gets an answer");
    }
    result.ok()
}

/// Returns the text of a turn: one token, or one for each jump in
/// [`TurnNotation::Jumps`].
fn turn_tokens<P: Playable>(position: &P, turn: P::Move, notation: TurnNotation) -> Vec<String> {
    match notation {
        TurnNotation::Complete => vec![position.turn_text(turn)],
        TurnNotation::Jumps => position.step_texts(turn),
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
            pv.extend(turn_tokens(&position, turn, self.params.notation));
            position.play(turn);
        }
        self.params.send(EngineEvent::Line(info.with_pv(pv)));
    }

    fn current(&mut self, depth: usize, turn: P::Move, number: usize) {
        let tokens = turn_tokens(&self.position, turn, self.params.notation);
        if let Some(turn) = tokens.into_iter().next() {
            self.params.send(EngineEvent::Current {
                depth,
                turn,
                number,
            });
        }
    }
}

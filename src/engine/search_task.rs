//! The task that runs a search. The host always gets an answer: the task ends with one
//! [`EngineEvent::Done`], even after an error or a panic.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::error::EngineError;
use super::event::{EngineEvent, TurnNotation};
use super::task::TaskContext;
use super::thread::TaskState;
use crate::base::Score;
use crate::base::score::is_proved;
use crate::game::{GameRecord, Playable, for_position};
use crate::rules::MoveList;
use crate::rules::shatra::Numbering;
use crate::search::SearcherError;
use crate::search::{
    Limits, Request, SearchInfo, SearchOutcome, SearchProgress, SearchSettings, SearchSink, Slice,
};
use crate::tables::{TableGame, TableSet};
use crate::util::clock::Instant;

/// The turns to which a host restricts the root of a search, as text. In
/// [`TurnNotation::Jumps`], a jump stands for every turn that begins with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootFilter {
    /// The only turns to search; empty for all turns.
    pub only: Vec<String>,
    /// The turns not to search, even if they are in `only`. A complete turn excludes all
    /// turns that lead to the same position; a jump excludes only turns that begin with it.
    pub ignored: Vec<String>,
}

/// The text of a turn that searches must not consider, and the numbering of the squares in
/// the text.
pub type BannedTurn = (String, Numbering);

/// A requested search. Its texts are parsed when it runs.
pub struct SearchTask {
    /// The position to search, as a game without turns.
    pub game: GameRecord,
    /// The keys of the earlier positions that the search may repeat, oldest first.
    pub earlier_keys: Vec<u64>,
    /// The turns that the host has banned.
    pub banned: Vec<BannedTurn>,
    /// The limits of the search.
    pub limits: Limits,
    /// The turns to which the root is restricted.
    pub root_filter: RootFilter,
    /// The settings of the search.
    pub settings: SearchSettings,
    /// The notation in which turns are read and written.
    pub notation: TurnNotation,
    /// The time at which the host requested the search.
    pub started: Instant,
    /// The control of the search and the receiver of its events.
    pub context: TaskContext,
}

impl SearchTask {
    /// Runs `search` for the request of this task, and reports an answer when the search is over, even
    /// if it panics. The searcher handles panics of its workers; this method handles
    /// all other panics.
    pub fn run<P: TableGame>(
        &self,
        request: &Request<P>,
        tables: Option<Arc<TableSet<P>>>,
        search: impl FnOnce(&mut EventSink<'_, P>) -> Result<Slice<P::Move>, SearcherError>,
    ) -> TaskState {
        let position = request.position;
        let mut sink = EventSink {
            position,
            notation: self.notation,
            tables,
            context: &self.context,
        };
        let answer = catch_panic(|| match search(&mut sink) {
            Ok(Slice::Paused) => Err(TaskState::Paused),
            Ok(Slice::Waiting) => Err(TaskState::Waiting),
            Ok(Slice::Done(SearchOutcome {
                best,
                ponder,
                score,
                ..
            })) => Ok(self.answer(&position, best, ponder, Some(score))),
            Err(error) => Ok(self.refusal(request, &EngineError::Searcher(error))),
        });
        let answer = match answer {
            Some(Err(state)) => return state,
            Some(Ok(answer)) => Some(answer),
            None => catch_panic(|| self.answer_without_search(request)),
        };
        self.context.send(answer.unwrap_or(EngineEvent::NO_ANSWER));
        TaskState::Done
    }

    /// Reports the error, and answers with a legal turn that was not searched.
    pub fn refuse(&self, error: &EngineError) {
        let answer = for_position!(self.game, position => {
            self.refusal(&self.request(*position), error)
        });
        self.context.send(answer);
    }

    /// Reports the error, and returns an answer with a legal turn that was not searched.
    fn refusal<P: Playable>(&self, request: &Request<P>, error: &EngineError) -> EngineEvent {
        self.context.send(EngineEvent::Error(error.to_string()));
        self.answer_without_search(request)
    }

    /// Returns an answer with a legal turn that is not banned, a requested one if possible.
    fn answer_without_search<P: Playable>(&self, request: &Request<P>) -> EngineEvent {
        let mut turns = MoveList::new();
        request.position.generate(&mut turns);
        turns.retain(|turn| !request.banned.contains(turn));
        let requested = turns.iter().find(|turn| request.root_turns.contains(turn));
        let best = requested.or(turns.first()).copied();
        self.answer(&request.position, best, None, None)
    }

    /// Returns the event that answers the search.
    fn answer<P: Playable>(
        &self,
        position: &P,
        best: Option<P::Move>,
        reply: Option<P::Move>,
        score: Option<Score>,
    ) -> EngineEvent {
        let notation = self.notation;
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

    /// Returns the request for the position, with the turns that the host has requested or
    /// excluded.
    pub fn request<P: Playable>(&self, position: P) -> Request<P> {
        let only = self.root_filter.only.iter();
        let requested = || {
            only.flat_map(|text| self.named_turns(&position, text))
                .collect()
        };
        Request {
            root_turns: catch_panic(requested).unwrap_or_default(),
            banned: catch_panic(|| self.excluded_turns(&position)).unwrap_or_default(),
            position,
            earlier_keys: self.earlier_keys.clone(),
            limits: self.limits.clone(),
            settings: self.settings,
            started: self.started,
        }
    }

    /// Returns the turns that a host's text names; if it names none, reports an error. In
    /// [`TurnNotation::Jumps`], a jump stands for every turn that begins with it.
    fn named_turns<P: Playable>(&self, position: &P, text: &str) -> Vec<P::Move> {
        if self.notation == TurnNotation::Jumps
            && let Ok((jump, _)) = position.read_step(text)
        {
            return turns_beginning_with(position, &jump);
        }
        match position.read_turn(text, self.notation.numbering()) {
            Ok((turn, _)) => vec![turn],
            Err(error) => {
                self.context.send(EngineEvent::Error(error.to_string()));
                Vec::new()
            }
        }
    }

    /// Returns the turns that must not be played: those banned from all searches of the position,
    /// those ignored in this search, and every turn that leads to the same position as one of them,
    /// because a host does not distinguish chains that capture the same men in different orders. A
    /// host does distinguish jumps, so an ignored jump excludes no equivalents.
    fn excluded_turns<P: Playable>(&self, position: &P) -> Vec<P::Move> {
        let ignored = &self.root_filter.ignored;
        let mut excluded = Vec::new();
        if self.banned.is_empty() && ignored.is_empty() {
            return excluded;
        }
        let mut legal = MoveList::new();
        position.generate(&mut legal);
        let mut exclude_equivalents = |turn| {
            let after = position.after(turn);
            let is_equivalent = |turn: &&P::Move| position.after(**turn) == after;
            excluded.extend(legal.iter().filter(is_equivalent));
        };
        for (text, numbering) in &self.banned {
            // The session has already parsed the text in this position.
            if let Ok((turn, _)) = position.read_turn(text, *numbering) {
                exclude_equivalents(turn);
            }
        }
        let ignored = ignored
            .iter()
            .flat_map(|text| self.named_turns(position, text));
        match self.notation {
            TurnNotation::Complete => ignored.for_each(exclude_equivalents),
            TurnNotation::Jumps => excluded.extend(ignored),
        }
        excluded
    }
}

/// Returns the turns that can begin with this jump.
fn turns_beginning_with<P: Playable>(position: &P, jump: &str) -> Vec<P::Move> {
    let mut turns = Vec::new();
    position.for_each_path(|turn, path| {
        let begins_with_jump = path.steps.first().is_some_and(|first| first == jump);
        if begins_with_jump && turns.last() != Some(&turn) {
            turns.push(turn);
        }
        ControlFlow::Continue(())
    });
    turns
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
pub struct EventSink<'t, P> {
    position: P,
    notation: TurnNotation,
    tables: Option<Arc<TableSet<P>>>,
    context: &'t TaskContext,
}

impl<P: TableGame> SearchSink<P::Move> for EventSink<'_, P> {
    /// Reports a line. One that ends at a position in an endgame table goes on to the end of the
    /// game.
    fn info(&mut self, info: &SearchInfo<&[P::Move]>) {
        let mut position = self.position;
        let mut pv = Vec::new();
        let mut add = |turns: &[P::Move], position: &mut P| {
            for &turn in turns {
                pv.extend(turn_tokens(position, turn, self.notation));
                position.play(turn);
            }
        };
        add(info.pv, &mut position);
        if is_proved(info.score)
            && let Some(tables) = &self.tables
        {
            let rest = tables.best_line(&position);
            add(&rest, &mut position);
        }
        self.context.send(EngineEvent::Line(info.with_pv(pv)));
    }

    fn progress(&mut self, progress: SearchProgress) {
        self.context.send(EngineEvent::Progress(progress));
    }

    fn current(&mut self, depth: usize, turn: P::Move, number: usize) {
        let tokens = turn_tokens(&self.position, turn, self.notation);
        if let Some(turn) = tokens.into_iter().next() {
            self.context.send(EngineEvent::Current {
                depth,
                turn,
                number,
            });
        }
    }
}

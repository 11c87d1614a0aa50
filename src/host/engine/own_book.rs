//! The book from which the engine plays, and which hosts may explore.
//!
//! The engine plays from it only where a host lets it play with a clock: a search that is limited
//! by depth or nodes, or that never ends, is one whose result the host wants.

use std::sync::Arc;

use batyr_protocol::{BookAnswer, BookEntry, BookTurn, GoLimits};

use super::HostedEngine;
use super::event_sender::score_value;
use super::refusal::Refusal;
use crate::analysis::book::{BookValue, ExploredPosition, ExploredTurn, explore};
use crate::engine::{Bound, EngineEvent, Listener, PvLine, TurnNotation, random_seed};
use crate::game::{GamePosition, LegalTurn};
use crate::openings::book::{Book, BookRecord};
use crate::util::clock::Instant;

/// The maximum number of turns of a line from a book.
const MAX_LINE_TURNS: usize = 8;

impl HostedEngine {
    /// Loads the book in a file, or returns to those that come with the program if `path` is empty.
    /// A book of another game than the one that was chosen is refused.
    pub(super) fn load_book(&mut self, path: &str) -> Result<(), Refusal> {
        let chosen = self.is_variant_chosen.then(|| self.engine.variant());
        self.books.load(path, chosen, self.system.as_ref())
    }

    /// Returns the book of the current variant; `None` if there is none.
    fn book(&mut self) -> Result<Option<Arc<Book>>, Refusal> {
        self.books.find(self.engine.variant(), self.system.as_ref())
    }

    /// Returns what the book says of the position; `None` if it does not have it with its turns.
    pub(super) fn explored(&mut self) -> Result<Option<ExploredPosition>, Refusal> {
        let position = self.engine.game().position();
        let book = self.book()?;
        Ok(book.and_then(|book| explore(&book, &position)))
    }

    /// Returns the answer to a host that explores the book.
    pub(super) fn book_answer(&mut self) -> Result<Option<BookAnswer>, Refusal> {
        let nodes = self.book()?.map_or(0, |book| book.header().nodes);
        Ok(self.explored()?.map(|found| BookAnswer {
            entry: entry(found.value, &found.record),
            nodes,
            turns: found.turns.iter().map(book_turn).collect(),
        }))
    }

    /// Answers a `go` from the book, if the book is to be used and has a turn to play. Returns
    /// whether it did.
    pub(super) fn play_from_book(&mut self, go: &GoLimits, listener: &Listener) -> bool {
        let started = Instant::now();
        if !self.plays_from_book || !self.is_play(go) {
            return false;
        }
        let found = match self.explored() {
            Ok(Some(found)) => found,
            Ok(None) => return false,
            Err(error) => {
                listener(EngineEvent::Error(format!("OwnBook: {error}")));
                return false;
            }
        };
        let earlier = self.engine.game().earlier_keys();
        let Some(chosen) = found.choose(self.settings.strength(), earlier, random_seed()) else {
            return false;
        };
        let expected = f64::from(chosen.value.expected) / 10.0;
        listener(EngineEvent::Text(format!(
            "book: {}, expected {expected:.1} %, of {} turns",
            chosen.turn.text(),
            found.turns.len()
        )));
        let line = self.line_from(chosen);
        let pv = line.iter().flat_map(|turn| self.tokens(turn)).collect();
        let depth = usize::from(chosen.after.depth).max(1);
        listener(EngineEvent::Line(PvLine {
            depth,
            seldepth: depth,
            multipv: 1,
            score: chosen.value.score,
            bound: Bound::Exact,
            time: started.elapsed(),
            nodes: 0,
            nps: 0,
            hashfull: 0,
            table_hits: 0,
            pv,
        }));
        let is_complete = self.engine.notation() == TurnNotation::Complete;
        listener(EngineEvent::Done {
            best: self.tokens(&chosen.turn).into_iter().next(),
            ponder: line.get(1).filter(|_| is_complete).map(LegalTurn::text),
            score: Some(chosen.value.score),
        });
        true
    }

    /// Returns whether a `go` asks for a turn to be played, with a clock and without conditions.
    fn is_play(&self, go: &GoLimits) -> bool {
        let is_timed =
            go.movetime.is_some() || self.clocks(go).iter().any(|clock| clock.time.is_some());
        let is_limited = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
        let is_restricted = !go.searchmoves.is_empty() || !go.ignoremoves.is_empty();
        let is_analysis = self.settings.analyse || self.engine.search_settings().multipv > 1;
        is_timed
            && !(is_limited || is_restricted || is_analysis || go.infinite || go.ponder)
            && !self.engine.has_bans()
    }

    /// Returns a turn, and the best ones that follow in the book.
    fn line_from(&mut self, first: &ExploredTurn) -> Vec<LegalTurn> {
        let mut line = vec![first.turn.clone()];
        let Ok(Some(book)) = self.book() else {
            return line;
        };
        let mut position: GamePosition = first.turn.after();
        while line.len() < MAX_LINE_TURNS
            && let Some(best) = book
                .turns(&position)
                .and_then(|turns| turns.into_iter().next())
        {
            position = best.turn.after();
            line.push(best.turn);
        }
        line
    }

    /// Returns a turn in the notation of the host: one word, or one for each jump.
    fn tokens(&self, turn: &LegalTurn) -> Vec<String> {
        match self.engine.notation() {
            TurnNotation::Complete => vec![turn.text()],
            TurnNotation::Jumps => turn.details().steps,
        }
    }
}

fn entry(value: BookValue, record: &BookRecord) -> BookEntry {
    BookEntry {
        score: score_value(value.score),
        expected: value.expected.unsigned_abs(),
        doubt: value.doubt.unsigned_abs(),
        depth: record.depth.into(),
        below: record.below,
    }
}

fn book_turn(turn: &ExploredTurn) -> BookTurn {
    BookTurn {
        text: turn.turn.text(),
        entry: entry(turn.value, &turn.after),
        transposes: turn.after.transposes,
    }
}

//! The engine's game, whichever it is.
//!
//! This is where the run-time choice of game meets code that is compiled for
//! each game: [`Seat`] is what the engine sees, and
//! [`Table`](super::table::Table) implements it for each rule set.

use std::time::Instant;

use super::error::EngineError;
use super::event::{Event, Known, Listener, Notation};
use super::thread::Job;
use crate::base::{Color, Score};
use crate::search::{Control, Limits, SearchSettings};

/// The engine's game, of a rule set chosen at run time.
pub trait Seat: Send {
    /// Sets the position: the start or a position text, and the turns from
    /// there.
    fn set_position(
        &mut self,
        text: Option<&str>,
        turns: &[String],
        notation: Notation,
    ) -> Result<(), EngineError>;
    /// Gives the move to the other side.
    fn flip(&mut self) -> Result<(), EngineError>;
    /// Bans turns, besides those banned before, until the next position is set.
    fn ban(&mut self, turns: &[String], notation: Notation) -> Result<(), EngineError>;
    /// Returns the job of searching the current position.
    fn search(&self, order: Order) -> Job;
    /// Returns the job of counting leaves.
    fn perft(&self, depth: u32, order: Order) -> Job;
    /// Answers a search that can't be run: reports the fault and a legal turn.
    fn refuse(&self, order: Order, fault: &EngineError);
    /// Makes the searcher, which is otherwise made by the first search.
    fn make_searcher(&mut self) -> Result<(), EngineError>;
    /// Returns whether the searcher has been made.
    fn has_searcher(&self) -> bool;
    /// Sets the number of search threads; waits for a running search.
    fn set_threads(&mut self, threads: usize) -> Result<(), EngineError>;
    /// Sets the size of the table in megabytes; waits for a running search.
    fn resize_hash(&mut self, megabytes: usize) -> Result<(), EngineError>;
    /// Forgets what earlier searches learnt; waits for a running search.
    fn clear(&mut self);
    /// Returns what earlier searches found about a position; waits for a
    /// running search.
    fn probe(
        &self,
        text: Option<&str>,
        turns: &[String],
        notation: Notation,
    ) -> Result<Option<Known>, EngineError>;
    /// Returns the side to move.
    fn side_to_move(&self) -> Color;
    /// Returns the half-move clock: the number of turns since the last one that
    /// play can't undo.
    fn halfmoves(&self) -> u32;
    /// Returns the number of men on the board, the biys aside.
    fn men(&self) -> i32;
    /// Returns the turns that win by baring the enemy king; see
    /// [`Playable::baring_turns`](crate::game::Playable::baring_turns).
    fn baring_turns(&self) -> Vec<String>;
    /// Returns the static evaluation for the side to move.
    fn static_score(&self) -> Score;
    /// Returns a picture of the board, for a person.
    fn board(&self) -> String;
    /// Returns a table of the static evaluation, for a person.
    fn evaluation(&self) -> String;
}

/// The order for a task: its parameters and the receiver of its events.
pub struct Order {
    pub limits: Limits,
    pub root_turns: Vec<String>,
    pub settings: SearchSettings,
    pub notation: Notation,
    pub started: Instant,
    pub control: Control,
    pub listener: Listener,
}

impl Order {
    /// Returns a guard that reports the end of the task when it is dropped,
    /// even by a panic: whoever started the task waits for that.
    pub fn answer_at_end(&self) -> AnswerAtEnd<'_> {
        AnswerAtEnd(self)
    }

    /// Ends a task that can't be run and has no answer: reports the error.
    pub fn fail(&self, error: &EngineError) {
        let _answer = self.answer_at_end();
        (self.listener)(Event::Error(error.to_string()));
    }
}

/// The guard of [`Order::answer_at_end`].
pub struct AnswerAtEnd<'o>(&'o Order);

impl Drop for AnswerAtEnd<'_> {
    fn drop(&mut self) {
        (self.0.listener)(Event::NOTHING);
    }
}

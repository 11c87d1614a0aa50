//! A game at the engine, whichever it is.
//!
//! This is where the run-time choice of game meets code that is compiled for
//! each: [`Seat`] is what the engine sees, [`Table`](super::table::Table) what
//! a rule set makes of it.

use std::time::Instant;

use super::error::EngineError;
use super::event::{Event, Known, Listener, Notation};
use super::thread::Job;
use crate::base::{Color, Score};
use crate::search::{Control, Handicap, Limits};

/// What the engine asks of a game.
pub trait Seat: Send {
    /// Sets the position: the start, or a position text, and turns from there.
    fn set_position(
        &mut self,
        text: Option<&str>,
        turns: &[String],
        notation: Notation,
    ) -> Result<(), EngineError>;
    /// Gives the other side the move.
    fn flip(&mut self) -> Result<(), EngineError>;
    /// Forbids turns, besides those forbidden before, until the next position.
    fn ban(&mut self, turns: &[String], notation: Notation) -> Result<(), EngineError>;
    /// Prepares a search of the current position.
    fn search(&self, order: Order) -> Job;
    /// Prepares the counting of leaves.
    fn perft(&self, depth: u32, order: Order) -> Job;
    /// Answers a search that can't be run with a legal turn.
    fn refuse(&self, order: Order, fault: &EngineError);
    /// Makes the searcher, which is otherwise made by the first search.
    fn make_searcher(&mut self) -> Result<(), EngineError>;
    /// Whether the searcher has been made.
    fn has_searcher(&self) -> bool;
    /// The searcher's settings; these wait for a running search.
    fn set_threads(&mut self, threads: usize) -> Result<(), EngineError>;
    /// See [`Searcher::resize_hash`].
    fn resize_hash(&mut self, megabytes: usize) -> Result<(), EngineError>;
    /// Forgets what was learnt.
    fn clear(&mut self);
    /// What earlier searches found of a position; waits for a running one.
    fn probe(
        &self,
        text: Option<&str>,
        turns: &[String],
        notation: Notation,
    ) -> Result<Option<Known>, EngineError>;
    /// Whose turn it is.
    fn side_to_move(&self) -> Color;
    /// Turns in a row that could be taken back by others.
    fn halfmoves(&self) -> u32;
    /// Men on the board, the biys aside.
    fn men(&self) -> i32;
    /// See [`Playable::baring_turns`](crate::rules::Playable::baring_turns).
    fn baring_turns(&self) -> Vec<String>;
    /// The static evaluation for the side to move.
    fn static_score(&self) -> Score;
    /// The board, for a person.
    fn board(&self) -> String;
    /// The static evaluation, for a person.
    fn evaluation(&self) -> String;
}

/// A task as it was asked for.
pub struct Order {
    pub limits: Limits,
    pub root_turns: Vec<String>,
    pub multipv: usize,
    pub handicap: Option<Handicap>,
    pub idle: u8,
    pub notation: Notation,
    pub started: Instant,
    pub control: Control,
    pub listener: Listener,
}

impl Order {
    /// Tells that the task is over when the value is dropped, also by a panic:
    /// whoever started it waits for that.
    pub fn answer_at_end(&self) -> AnswerAtEnd<'_> {
        AnswerAtEnd(self)
    }

    /// Ends a task that can't be run and has no answer to give.
    pub fn fail(&self, error: &EngineError) {
        let _answer = self.answer_at_end();
        (self.listener)(Event::Error(error.to_string()));
    }
}

/// See [`Order::answer_at_end`].
pub struct AnswerAtEnd<'o>(&'o Order);

impl Drop for AnswerAtEnd<'_> {
    fn drop(&mut self) {
        (self.0.listener)(Event::NOTHING);
    }
}

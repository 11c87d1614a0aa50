//! The interface between the conversation and the engine.

use std::fmt::Display;

use crate::{
    command::{PositionStart, Query},
    dialect::Dialect,
    info::InfoLine,
    limits::GoLimits,
    option::{OptionSpec, OptionValue},
    reply::{GameAction, HashEntry},
};

/// The engine's identification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineId {
    /// The name and version.
    pub name: String,
    /// The author.
    pub author: String,
    /// The copyright notice, sent in UCCI; empty for none.
    pub copyright: String,
    /// The licensed user, sent in UCCI; empty for none.
    pub user: String,
}

/// The number of a task, which distinguishes a late event of a finished task
/// from those of the next task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(pub(super) u64);

/// A job that runs in parallel with the conversation and ends with
/// [`BackendEvent::Done`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// A search of the current position.
    Search(GoLimits),
    /// A count of the leaves of the game tree to this depth.
    Perft(u32),
    /// The benchmark, with the words after `bench`.
    Bench(Vec<String>),
}

/// An event that a running task reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BackendEvent {
    /// New information about the search.
    Info(Box<InfoLine>),
    /// A line of the result of perft or bench.
    Text(String),
    /// A part of the request could not be met, for instance an illegal move in
    /// `searchmoves`; the task continues.
    Error(String),
    /// The task is over: it ended by itself or by [`Backend::stop`]. This is
    /// the last event of every task that was started, even of one that failed.
    Done {
        /// The best move, `None` if there is none to play; if that is because
        /// the game is over, a [`BackendEvent::Info`] of depth 0 has reported the
        /// score. Ignored for perft and bench.
        best: Option<String>,
        /// A legal answer to the best move, on which to ponder.
        ponder: Option<String>,
        /// A draw offer or a resignation to send with the move, where the
        /// dialect can express it.
        action: Option<GameAction>,
    },
}

/// The engine of a [`Session`](super::Session).
///
/// No call waits for a search: [`Backend::start`] only starts it, and its
/// events are handed to [`Session::event`](super::Session::event) in order.
/// Calls come one at a time. While a task runs, the session makes only these
/// calls: `stop`, `ponder_hit`, `set_position`, `ban_moves`, `flip`, `show`,
/// `set_debug`, `options`, `engine_id`, `select_dialect`, and `set_option` for
/// options that do not [wait](OptionSpec::waits); they must leave the running
/// search unchanged and take effect for the next.
pub trait Backend {
    /// The reason why a request was refused; shown after `error: `.
    type Error: Display;

    /// Returns the engine's identification.
    fn engine_id(&self) -> EngineId;

    /// Returns the options of the dialect, without its
    /// [own](Dialect::session_options). In UCCI a name is one word in lower case.
    /// In USHI, `Shatra version` chooses the rules; the session answers it with
    /// `version supported` or `version unsupported`.
    fn options(&self, dialect: Dialect) -> Vec<OptionSpec>;

    /// Selects the dialect of the host, so that moves are read and written in
    /// [its notation](Dialect::notation) from the next position and search on;
    /// UCI until the first call.
    fn select_dialect(&mut self, dialect: Dialect);

    /// Sets an option; `name` and `value` are as declared. This is the only
    /// call that may take a long time (a large transposition table).
    ///
    /// # Errors
    /// Returns an error if the value cannot be used; the old one stays.
    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), Self::Error>;

    /// Sets the position for the next search.
    ///
    /// # Errors
    /// Returns an error if the text is not a position or one of the moves is not
    /// legal; the old position stays.
    fn set_position(&mut self, start: &PositionStart, moves: &[String]) -> Result<(), Self::Error>;

    /// Forbids turns at the root, in addition to those already forbidden, until
    /// the next accepted `set_position`.
    ///
    /// # Errors
    /// Returns an error if one of the moves is not legal; then no further turn
    /// is forbidden.
    fn ban_moves(&mut self, moves: &[String]) -> Result<(), Self::Error>;

    /// Returns the transposition table's entry for a position, `None` if there
    /// is none. The position for the next search stays.
    ///
    /// # Errors
    /// Returns an error if the text is not a position or one of the moves is not
    /// legal.
    fn probe(
        &mut self,
        start: &PositionStart,
        moves: &[String],
    ) -> Result<Option<HashEntry>, Self::Error>;

    /// Returns the static evaluation of the position, in hundredths of a pawn
    /// for the side to move.
    fn static_score(&mut self) -> i32;

    /// Changes the side to move.
    ///
    /// # Errors
    /// Returns an error if the result is not a legal position; the old one stays.
    fn flip(&mut self) -> Result<(), Self::Error>;

    /// Announces another game: the engine forgets what it has learned, the
    /// transposition table included. Not called in USHI, where the GUI
    /// announces a game before every search.
    fn new_game(&mut self);

    /// Starts a task. Until a `set_position` has been accepted, the position is
    /// the start of the game.
    ///
    /// # Errors
    /// Returns an error if the task cannot be started; then no event follows.
    fn start(&mut self, id: TaskId, task: &Task) -> Result<(), Self::Error>;

    /// Asks the running task to end soon.
    fn stop(&mut self);

    /// Reports that the move pondered on was played: from now on the limits of
    /// the running search apply. Its time counts from `go` and may already have
    /// run out. With `draw` the opponent offers a draw, as with
    /// [`GoLimits::draw`]. Not called for a search that has ended, whose answer
    /// stays as it is.
    fn ponder_hit(&mut self, draw: bool);

    /// Returns a text of several lines for a person.
    fn show(&mut self, query: Query) -> String;

    /// Switches debugging on or off.
    fn set_debug(&mut self, _on: bool) {}
}

//! The engine as the conversation sees it.

use std::fmt::Display;

use crate::{
    command::{PositionStart, Query},
    dialect::Dialect,
    info::Info,
    limits::Limits,
    option::{OptionSpec, OptionValue},
    reply::{HashEntry, Verdict},
};

/// Who the engine is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineId {
    /// Name and version.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// Whose it is, told in UCCI; empty for nothing to tell.
    pub copyright: String,
    /// Who may use it, told in UCCI; empty for nothing to tell.
    pub user: String,
}

/// The number of a task, so that what a task that is over still had to say
/// cannot be taken for the next one's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub(super) u64);

/// Work that runs beside the conversation and ends with [`Event::Done`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// A search of the current position.
    Search(Limits),
    /// Counting the leaves of the game tree to this depth.
    Perft(u32),
    /// The benchmark, with the words behind `bench`.
    Bench(Vec<String>),
}

/// What a running task tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The search has news.
    Info(Box<Info>),
    /// A line of result of perft or bench.
    Text(String),
    /// A part of the request could not be met, for instance an illegal move in
    /// `searchmoves`; the task goes on.
    Error(String),
    /// The task is over: it ended by itself or by [`Backend::stop`]. The last
    /// event of each task that was started, also of one that failed.
    Done {
        /// The best move, `None` if there is none to play; if that is because
        /// the game is over, an [`Event::Info`] of depth 0 has told the score.
        /// Not looked at for perft and bench.
        best: Option<String>,
        /// A legal answer to it to ponder on.
        ponder: Option<String>,
        /// What to say of the game with the move, where the dialect has words
        /// for it.
        verdict: Option<Verdict>,
    },
}

/// An engine behind a [`Session`](super::Session).
///
/// No call waits for a search: [`Backend::start`] only starts it, and its
/// events are handed to [`Session::event`](super::Session::event) in order.
/// Calls come one at a time. While a task runs, only these come: `stop`,
/// `ponder_hit`, `set_position`, `ban_moves`, `flip`, `show`, `set_debug`,
/// `options`, `engine_id`, `select_dialect`, and `set_option` for options that
/// do not [wait](OptionSpec::waits); they must leave the running search as it
/// is and take effect for the next.
pub trait Backend {
    /// Why a request was refused; shown behind `error: `.
    type Error: Display;

    /// Who the engine is.
    fn engine_id(&self) -> EngineId;

    /// The options of the dialect, without its [own](Dialect::own_options). In
    /// UCCI a name is one word in lower case. In USHI, `Shatra version` chooses
    /// the rules and is answered by `version supported` or `version
    /// unsupported`.
    fn options(&self, dialect: Dialect) -> Vec<OptionSpec>;

    /// The dialect that the host speaks, so that moves are read and written
    /// [as it wants](Dialect::notation) from the next position and search on;
    /// UCI until the first call.
    fn select_dialect(&mut self, dialect: Dialect);

    /// Sets an option, `name` and `value` as they were declared. This is the
    /// one call that may take long (a big hash table).
    ///
    /// # Errors
    /// If the value cannot be had; the old one stays.
    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), Self::Error>;

    /// Sets the position for the next search.
    ///
    /// # Errors
    /// If the text is no position or one of the moves is not legal; the old
    /// position stays.
    fn set_position(&mut self, start: &PositionStart, moves: &[String]) -> Result<(), Self::Error>;

    /// Forbids turns at the root, besides those that are forbidden already,
    /// until the next `set_position` that is accepted.
    ///
    /// # Errors
    /// If one is not legal; then nothing more is forbidden than before.
    fn ban_moves(&mut self, moves: &[String]) -> Result<(), Self::Error>;

    /// What the hash table knows of a position, `None` if nothing. The
    /// position for the next search stays.
    ///
    /// # Errors
    /// If the text is no position or one of the moves is not legal.
    fn probe(
        &mut self,
        start: &PositionStart,
        moves: &[String],
    ) -> Result<Option<HashEntry>, Self::Error>;

    /// The static evaluation of the position, in hundredths of a pawn for the
    /// side to move.
    fn static_score(&mut self) -> i32;

    /// Changes the side to move.
    ///
    /// # Errors
    /// If that gives no position; the old one stays.
    fn flip(&mut self) -> Result<(), Self::Error>;

    /// Another game begins: forget what was learned, the hash table included.
    /// Not called in USHI, where the GUI announces a game before every search.
    fn new_game(&mut self);

    /// Starts a task. Before a `set_position` was accepted, the position is
    /// the start of the game.
    ///
    /// # Errors
    /// If it cannot be started; then no event comes.
    fn start(&mut self, id: SearchId, task: &Task) -> Result<(), Self::Error>;

    /// Asks the running task to end soon.
    fn stop(&mut self);

    /// The move pondered on was played: from now on the limits of the running
    /// search hold. Its time counts from `go` and may be over already. With
    /// `draw` the opponent offers a draw, as [`Limits::draw`] does. Not called
    /// for a search that has ended: its answer stands.
    fn ponder_hit(&mut self, draw: bool);

    /// A text of some lines for a person.
    fn show(&mut self, query: Query) -> String;

    /// Switches debugging on or off.
    fn set_debug(&mut self, _on: bool) {}
}

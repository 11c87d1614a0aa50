//! The interface between the conversation and the engine.

use std::fmt::Display;

use crate::{
    book::BookAnswer,
    command::{PositionStart, Query},
    dialect::Dialect,
    facts::{Explanation, FileAnswer, FileQuestion, GameState, PlayedMove, VariantDescription},
    info::InfoLine,
    limits::GoLimits,
    option::OptionSpec,
    option_value::OptionValue,
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

/// The number of a task, which distinguishes late events of a finished task from
/// events of the next task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(pub(super) u64);

/// Work that runs in parallel with the conversation and ends with
/// [`BackendEvent::Done`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// A search of the current position.
    Search(GoLimits),
    /// A count of the leaves of the game tree at this depth.
    Perft(u32),
    /// The benchmark, with the arguments of `bench`.
    Bench(Vec<String>),
    /// The annotation of a game, with the JSON object of `annotate`.
    Annotate(String),
}

impl Task {
    /// Returns the command that asks for the task, with which the error of one that is refused begins.
    #[must_use]
    pub const fn command(&self) -> &'static str {
        match self {
            Self::Search(_) | Self::Perft(_) => "go",
            Self::Bench(_) => "bench",
            Self::Annotate(_) => "annotate",
        }
    }
}

/// An event that a running task reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BackendEvent {
    /// New information about the search.
    Info(Box<InfoLine>),
    /// A line of output from perft or the benchmark, or a message about a search.
    Text(String),
    /// An answer about a game that is being annotated.
    GameFile {
        /// The kind of the answer.
        answer: FileAnswer,
        /// The JSON object that follows.
        json: String,
    },
    /// A part of the request was ignored, such as an illegal move in
    /// `searchmoves` or `ignoremoves`; the task continues.
    Error(String),
    /// The task has ended, by itself or because of [`Backend::stop`]. This is the
    /// last event of every task that was started, even if the task failed.
    Done {
        /// The best move, `None` if there is none to play; if that is because
        /// the game is over, a [`BackendEvent::Info`] of depth 0 has reported the
        /// score. Ignored for perft, bench and annotations.
        best: Option<String>,
        /// A legal reply to the best move, on which to ponder.
        ponder: Option<String>,
        /// A draw offer or a resignation to send with the move, where the
        /// dialect can express it.
        action: Option<GameAction>,
    },
}

/// The engine of a [`Session`](super::Session).
///
/// No call waits for a search: [`Backend::start`] only starts it, and its events
/// are passed to [`Session::event`](super::Session::event) in order. While a task
/// runs, the session makes only these calls: `stop`, `ponder_hit`, `set_position`,
/// `ban_moves`, `flip`, `show`, `state`, `moves`, `why`, `book`, `game_file`, `set_debug`,
/// `options`, `engine_id`, `select_dialect`, and, for options that do not
/// [wait](OptionSpec::waits), `set_option` and `variant_description`. Apart from
/// `stop` and `ponder_hit`, these calls must not affect the running search; they
/// take effect for the next one.
pub trait Backend {
    /// The error of a refused request, shown after `error: `.
    type Error: Display;

    /// Returns the engine's identification.
    fn engine_id(&self) -> EngineId;

    /// Returns the engine's options, without those of the
    /// [conversation](Dialect::session_options). In UCCI a name is one word in
    /// lower case. In USHI, `Shatra version` selects the rules; the session
    /// answers it with `version supported` or `version unsupported`.
    fn options(&self, dialect: Dialect) -> Vec<OptionSpec>;

    /// Selects the dialect of the host. From the next position and search on,
    /// moves are in [its notation](crate::Notation). Until the first call, the
    /// dialect is UCI.
    fn select_dialect(&mut self, dialect: Dialect);

    /// Sets an option. `name` and `value` conform to the declaration. This is the
    /// only call that may take long (to allocate a large transposition table).
    ///
    /// # Errors
    /// Returns an error if the value cannot be used; the old value is kept.
    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), Self::Error>;

    /// Sets the position for the next search.
    ///
    /// # Errors
    /// Returns an error if the text is not a position or one of the moves is not
    /// legal; the old position is kept.
    fn set_position(&mut self, start: &PositionStart, moves: &[String]) -> Result<(), Self::Error>;

    /// Forbids moves at the root, in addition to those already forbidden, until
    /// the next successful `set_position`.
    ///
    /// # Errors
    /// Returns an error if one of the moves is not legal; then none of them is
    /// forbidden.
    fn ban_moves(&mut self, moves: &[String]) -> Result<(), Self::Error>;

    /// Returns the transposition table entry of a position; `None` if there is
    /// none. The position for the next search does not change.
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
    /// Returns an error if the result is not a legal position; the old position is
    /// kept.
    fn flip(&mut self) -> Result<(), Self::Error>;

    /// Announces a new game: the engine forgets what it has learned, including the
    /// transposition table. Not called in USHI, where the GUI announces a new game
    /// before every search.
    fn new_game(&mut self);

    /// Starts a task. Until `set_position` has succeeded, the current position is the
    /// start position.
    ///
    /// # Errors
    /// Returns an error if the task cannot be started; then it has no events.
    fn start(&mut self, id: TaskId, task: Task) -> Result<(), Self::Error>;

    /// Asks the running task to end soon.
    fn stop(&mut self);

    /// Reports that the expected move was played, so the limits of the running
    /// search apply from now on. Its time is measured from `go` and may already
    /// have run out. `draw` means that the opponent offers a draw, like
    /// [`GoLimits::draw`]. Not called once the search has ended, because its answer can
    /// no longer change.
    fn ponder_hit(&mut self, draw: bool);

    /// Returns the requested information, as several lines of text for a person.
    fn show(&mut self, query: Query) -> String;

    /// Returns what a host needs to know to show the position and to let a person move.
    fn state(&mut self) -> GameState;

    /// Returns the turns played since the `start` of the last successful `set_position`.
    fn moves(&mut self) -> Vec<PlayedMove>;

    /// Returns why a move is not legal in the position, or that it is legal.
    ///
    /// # Errors
    /// Returns an error if the text is not a move.
    fn why(&mut self, text: &str) -> Result<Explanation, Self::Error>;

    /// Returns what the opening book says of the position; `None` if it does not have the position
    /// with its turns, or if there is no book.
    ///
    /// # Errors
    /// Returns an error if the book can't be read.
    fn book(&mut self) -> Result<Option<BookAnswer>, Self::Error> {
        Ok(None)
    }

    /// Answers a question about game files, which concerns neither the position nor the search.
    /// The answers are JSON objects, each in one line.
    ///
    /// # Errors
    /// Returns an error if `json` does not suit the question, or if the game can't be
    /// written. That a game can't be read is an answer, [`FileAnswer::Fault`].
    fn game_file(
        &mut self,
        question: FileQuestion,
        json: &str,
    ) -> Result<Vec<(FileAnswer, String)>, Self::Error>;

    /// Returns the description of the selected variant for chess GUIs; `None` if its board is not
    /// a rectangle of files and ranks, or if the GUIs need no description.
    fn variant_description(&self) -> Option<VariantDescription> {
        None
    }

    /// Turns debugging on or off.
    fn set_debug(&mut self, _on: bool) {}
}

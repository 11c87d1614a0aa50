//! What a host says to an engine.
//!
//! **The decision:** all dialects read into the same values, so that what
//! comes after the grammar does not ask which words were used. Everything that
//! UCI's `go` and `position` understand is understood in USHI too, and in UCCI
//! all but the clocks by colour.

mod go;
mod parse;
mod position;
mod print;
mod setoption;
mod ucci;

use crate::{
    dialect::Dialect,
    limits::Limits,
    warning::{Parsed, Warning},
};

/// Where a position starts, before the moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PositionStart {
    /// The start of the game.
    StartPos,
    /// A position text (SPN or FEN), its words joined by single blanks.
    Spn(String),
}

/// Something to be shown to a person at a console.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Query {
    /// The position: picture, text, key, legal turns (`d`).
    Board,
    /// The static evaluation (`eval`).
    Eval,
}

/// The argument of `register`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Register {
    /// Not now.
    Later,
    /// A name and a code, either of which may be missing.
    As {
        /// The user's name.
        name: Option<String>,
        /// The code.
        code: Option<String>,
    },
}

/// One line of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// The opening word of a dialect: `uci`, `ucci`, `ushi`.
    Handshake(Dialect),
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`.
    IsReady,
    /// `setoption name <name> [value <value>]`, in UCCI
    /// `setoption <name> [<value>]`.
    SetOption {
        /// The name as it was sent, with single blanks; in UCCI one word.
        name: String,
        /// The value as it was sent, blanks inside kept; `None` without the
        /// word `value`, in UCCI without any text.
        value: Option<String>,
    },
    /// `register later`, `register name <name> code <code>`.
    Register(Register),
    /// `ucinewgame`, `setoption newgame`, `ushinewgame`.
    NewGame,
    /// `position startpos|fen <text>|spn <text> [moves <move>…]`.
    Position {
        /// Where it starts.
        start: PositionStart,
        /// The moves from there, as they were sent.
        moves: Vec<String>,
    },
    /// `banmoves <move>…`: turns that are forbidden until the next `position`
    /// (UCCI); at least one, as they were sent.
    BanMoves(Vec<String>),
    /// `probe startpos|fen <text> [moves <move>…]`: what the hash table knows
    /// of a position (UCCI).
    Probe {
        /// Where it starts.
        start: PositionStart,
        /// The moves from there, as they were sent.
        moves: Vec<String>,
    },
    /// `go`, with the limits of the search.
    Go(Limits),
    /// `go perft <depth>`: count the leaves of the game tree.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`, in UCCI also `ponderhit draw`.
    PonderHit {
        /// The opponent offers a draw with his move.
        draw: bool,
    },
    /// `quit`.
    Quit,
    /// `bench` with its arguments: a fixed set of searches.
    Bench(Vec<String>),
    /// `d`, `eval`.
    Show(Query),
    /// `flip`: change the side to move.
    Flip,
    /// `help`.
    Help,
    /// `wait`: read on only when the search has ended, for scripts.
    Wait,
}

impl Command {
    /// Reads one line. An empty line gives neither a value nor a warning.
    ///
    /// Words in front of the first command are skipped with one warning, as
    /// the UCI specification asks.
    #[must_use]
    pub fn parse(dialect: Dialect, line: &str) -> Parsed<Self> {
        parse::line(dialect, line)
    }

    /// The line that says this, without a line end. Reading it gives the same
    /// value back, given that the dialect has the command and that names,
    /// values and moves are texts that reading can give. What `go` and
    /// `ponderhit` hold that the dialect has no words for (a draw offer, clocks
    /// of the other form) is left out.
    #[must_use]
    pub fn to_line(&self, dialect: Dialect) -> String {
        print::line(self, dialect)
    }
}

impl Parsed<Command> {
    /// Whether the line is a `position` command that says no position.
    #[must_use]
    pub fn is_bad_position(&self) -> bool {
        let about_position = |warning: &Warning| warning.command() == Some("position");
        self.value.is_none() && self.warnings.iter().any(about_position)
    }
}

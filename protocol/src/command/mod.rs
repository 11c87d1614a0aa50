//! The commands that a host sends to an engine.
//!
//! All dialects are read into the same values, so that the
//! code after the parser need not know which words were used. USHI accepts
//! everything that UCI's `go` and `position` accept; UCCI accepts all of it but
//! the clocks by colour.

mod go;
mod parse;
mod position;
mod print;
mod setoption;
mod ucci;

use crate::{
    dialect::Dialect,
    limits::GoLimits,
    warning::{Parsed, Warning},
};

/// The starting point of a position, before its moves are played.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PositionStart {
    /// The start of the game.
    StartPos,
    /// A position text (SPN or FEN), its words joined by single spaces.
    Spn(String),
}

/// Information that a person at a console asks for.
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
    /// `register later`: the user does not register now.
    Later,
    /// A name and a code, either of which may be missing.
    As {
        /// The user's name.
        name: Option<String>,
        /// The registration code.
        code: Option<String>,
    },
}

/// One line from a host.
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
        /// The name as it was sent, with single spaces; in UCCI one word.
        name: String,
        /// The value as it was sent, with its inner spaces; `None` without the
        /// word `value`, in UCCI without any text.
        value: Option<String>,
    },
    /// `register later`, `register name <name> code <code>`.
    Register(Register),
    /// `ucinewgame`, `setoption newgame`, `ushinewgame`.
    NewGame,
    /// `position startpos|fen <text>|spn <text> [moves <move>…]`.
    Position {
        /// The starting point.
        start: PositionStart,
        /// The moves from there, as they were sent.
        moves: Vec<String>,
    },
    /// `banmoves <move>…`: the turns that are forbidden until the next
    /// `position` (UCCI); at least one, as they were sent.
    BanMoves(Vec<String>),
    /// `probe startpos|fen <text> [moves <move>…]`: asks for the transposition
    /// table's entry for a position (UCCI).
    Probe {
        /// The starting point.
        start: PositionStart,
        /// The moves from there, as they were sent.
        moves: Vec<String>,
    },
    /// `go`, with the limits of the search.
    Go(GoLimits),
    /// `go perft <depth>`: counts the leaves of the game tree.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`, in UCCI also `ponderhit draw`.
    PonderHit {
        /// Whether the opponent offers a draw with the move.
        draw: bool,
    },
    /// `quit`.
    Quit,
    /// `bench` with its arguments: a fixed set of searches.
    Bench(Vec<String>),
    /// `d`, `eval`.
    Show(Query),
    /// `flip`: changes the side to move.
    Flip,
    /// `help`.
    Help,
    /// `wait`: reads on only when the search has ended, for scripts.
    Wait,
}

impl Command {
    /// Parses one line. An empty line yields neither a value nor a warning.
    ///
    /// Words before the first command are skipped with one warning, as the UCI
    /// specification asks.
    #[must_use]
    pub fn parse(dialect: Dialect, line: &str) -> Parsed<Self> {
        parse::line(dialect, line)
    }

    /// Returns the line of this command, without a line end. Reading the line
    /// gives the same value back, provided that the dialect has the command and
    /// that reading could have produced its names, values and moves. Parts of
    /// `go` and `ponderhit` that the dialect cannot express (a draw offer,
    /// clocks of the other form) are left out.
    #[must_use]
    pub fn to_line(&self, dialect: Dialect) -> String {
        print::line(self, dialect)
    }
}

impl Parsed<Command> {
    /// Returns whether the line is a `position` command without a usable
    /// position.
    #[must_use]
    pub fn is_bad_position(&self) -> bool {
        let about_position = |warning: &Warning| warning.command() == Some("position");
        self.value.is_none() && self.warnings.iter().any(about_position)
    }
}

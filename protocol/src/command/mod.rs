//! The commands that a host sends to an engine.
//!
//! The commands of all dialects are parsed into the same values, so the code behind
//! the parser is independent of the words of a dialect. In USHI, `go` and `position`
//! accept everything that they accept in UCI; in UCCI, everything but the clocks
//! by colour.

mod go;
mod parse;
mod position;
mod print;
mod setoption;
mod ucci;

use crate::{dialect::Dialect, facts::FileQuestion, limits::GoLimits};

/// The starting point of a position, before its moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PositionStart {
    /// The start of the game.
    StartPos,
    /// A position text (SPN or FEN), its words joined by single spaces.
    Text(String),
}

/// Information that a person at a console can request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Query {
    /// The position: a diagram, its text, its hash key and its legal turns (`d`).
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
    /// The handshake command of a dialect: `uci`, `ucci`, `ushi`.
    Handshake(Dialect),
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`.
    IsReady,
    /// `setoption name <name> [value <value>]`, in UCCI
    /// `setoption <name> [<value>]`.
    SetOption {
        /// The name as it was sent, with single spaces; one word in UCCI.
        name: String,
        /// The value as it was sent, inner spaces included; `None` if the word
        /// `value` is missing or, in UCCI, if no text follows the name.
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
    /// A `position` command without a position. It counts as a refused position, because a
    /// later `go` would not search the position that the host shows.
    BadPosition,
    /// `banmoves <move>…`: moves that are forbidden until the next `position`
    /// (UCCI); at least one, as they were sent.
    BanMoves(Vec<String>),
    /// `probe startpos|fen <text> [moves <move>…]`: requests the transposition
    /// table entry of a position (UCCI).
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
    /// `ponderhit`; in UCCI also `ponderhit draw`.
    PonderHit {
        /// Whether the opponent's move comes with a draw offer.
        draw: bool,
    },
    /// `quit`.
    Quit,
    /// `bench` with its arguments: runs the benchmark.
    Bench(Vec<String>),
    /// `d`, `eval`.
    Show(Query),
    /// `protocol`: requests the version of the protocol.
    ProtocolVersion,
    /// `state`: requests the position, the result and the legal turns.
    State,
    /// `moves`: requests the turns played since the start of the game.
    Moves,
    /// `why <move>`: asks why a move is not legal; the move as it was sent.
    Why(String),
    /// `book`: asks what the opening book says of the position.
    Book,
    /// `games`, `readgame` or `writegame`, with a JSON object: a question about game files.
    GameFile {
        /// The question.
        question: FileQuestion,
        /// The object as it was sent.
        json: String,
    },
    /// `annotate`, with a JSON object: scores every turn of a game.
    Annotate(String),
    /// `flip`: changes the side to move.
    Flip,
    /// `help`.
    Help,
    /// `wait`: reads no further commands until the search has ended (for
    /// scripts).
    Wait,
}

//! Grammar and session state of UCI, UCCI and USHI, the text protocols between a
//! board-game engine and a GUI or tournament runner.
//!
//! This crate is the boundary between text and typed values: a line from a host
//! becomes a [`Command`], a line from an engine becomes a [`Reply`]. Each value
//! is printed in one place per dialect, and parsing the printed line yields the
//! same value. Both roles are supported: an engine parses commands and prints
//! replies, and a program that runs engines prints commands and parses replies.
//!
//! The crate knows nothing about rules or search. Moves and positions are opaque
//! text, and a [`Backend`] decides what is legal. The rules of the conversation
//! (when a line is answered, what waits for what, one `bestmove` for each `go`)
//! are in [`Session`], a pure state machine without threads, clocks, input or
//! output.
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`mod@line`] | bytes to lines: line ends, byte order mark, length limit, UTF-8 |
//! | [`dialect`] | the protocols, and how a host's choice is recognized |
//! | [`command`] | the lines of a host, with [`limits`] for `go` |
//! | [`reply`] | the lines of an engine, with [`info`] and [`option`] |
//! | [`facts`] | what an engine says about a position |
//! | [`warning`] | the faults of a line that is only partly understood |
//! | [`session`] | the conversation |
//!
//! Parsing never fails: a word that is not understood is skipped, the rest of
//! the line is parsed, and each fault becomes a [`Warning`] that names the word
//! and what was expected.
//!
//! ```
//! use batyr_protocol::{Command, Dialect};
//!
//! let parsed = Command::parse(Dialect::Uci, "go depth 1e3 nodes 500");
//! let Some(Command::Go(limits)) = parsed.value else { panic!("not a go") };
//! assert_eq!((limits.depth, limits.nodes), (None, Some(500)));
//! assert!(parsed.warnings[0].to_string().contains("'1e3'"));
//! ```

// These macros panic where stdout or stderr cannot be written to.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod command;
pub mod dialect;
pub mod facts;
mod help;
pub mod info;
pub mod limits;
pub mod line;
pub mod option;
pub mod reply;
pub mod session;
mod text;
pub mod warning;

pub use command::{Command, PositionStart, Query, Register};
pub use dialect::{ClockForm, Dialect, LimitCount, Notation, banner};
pub use facts::{
    Explanation, GameScore, GameState, LegalTurn, LegalTurns, PROTOCOL_VERSION, PlayedMove,
    PositionNotation, Reserve, TurnEffect,
};
pub use info::{CurrentLine, EngineScore, InfoLine, ScoreBound, ScoreValue, Wdl};
pub use limits::{Clock, ClockParameter, GoLimits, SideClock};
pub use line::{LineError, LineSplitter};
pub use option::{OptionError, OptionKind, OptionSpec, OptionValue};
pub use reply::{CheckState, GameAction, HashEntry, Reply};
pub use session::{Backend, BackendEvent, EngineId, Flow, Session, Task, TaskId};
pub use warning::{Expected, Parsed, Warning};

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
//! | [`book`] | what an engine's opening book says of a position |
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
//!
//! # A host
//!
//! A host sends the line of each command, and parses what the engine sends; the example `host`
//! does so with an engine process. A [`LineSplitter`] splits bytes from a pipe or a socket into
//! lines and limits their length.
//!
//! ```
//! use batyr_protocol::{Command, Dialect, GoLimits, LineSplitter, PositionStart, Reply};
//!
//! let position = Command::Position {
//!     start: PositionStart::StartPos,
//!     moves: vec!["d4-d6".to_owned()],
//! };
//! assert_eq!(position.to_line(Dialect::Uci), "position startpos moves d4-d6");
//! let go = Command::Go(GoLimits::depth(8));
//! assert_eq!(go.to_line(Dialect::Uci), "go depth 8");
//!
//! let mut lines = Vec::new();
//! let bytes = b"info depth 8 score cp 31 pv d10-d8\r\nbestmove d10-d8\n";
//! LineSplitter::with_limit(1000).push(bytes, &mut lines);
//! for line in lines {
//!     match line.map(|line| Reply::parse(Dialect::Uci, &line).value) {
//!         Ok(Some(Reply::Info(info))) => {
//!             assert_eq!((info.depth, info.pv), (Some(8), vec!["d10-d8".to_owned()]));
//!         }
//!         Ok(Some(Reply::BestMove { best, .. })) => assert_eq!(best.as_deref(), Some("d10-d8")),
//!         other => panic!("unexpected: {other:?}"),
//!     }
//! }
//! ```
//!
//! # An engine
//!
//! An engine implements [`Backend`]: what its options are, how a position is set, how a search
//! is started and stopped. [`Session::line`] then takes each line of the host, and
//! [`Session::event`] what the search reports; both append the lines to print.

// `println!` and `eprintln!` panic if stdout or stderr cannot be written to.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod book;
pub mod command;
pub mod dialect;
pub mod facts;
mod help;
pub mod info;
pub mod limits;
pub mod line;
pub mod option;
mod option_value;
pub mod reply;
pub mod session;
mod text;
pub mod warning;

pub use book::{BookAnswer, BookEntry, BookLine, BookTurn};
pub use command::{Command, PositionStart, Query, Register};
pub use dialect::{
    ClockForm, Dialect, DialectProperties, LimitCount, NameMatching, Notation, SessionOption,
    SetOptionForm, banner,
};
pub use facts::{
    Explanation, FileAnswer, FileQuestion, GameScore, GameState, LegalTurn, LegalTurns,
    PROTOCOL_VERSION, PlayedMove, PositionNotation, Reserve, TurnEffect, VariantDescription,
};
pub use info::{CurrentLine, EngineScore, InfoLine, ScoreBound, ScoreValue, Wdl};
pub use limits::{Clock, ClockParameter, GoLimits, SideClock};
pub use line::{InputLine, LineError, LineSplitter};
pub use option::{OptionKind, OptionSpec};
pub use option_value::{OptionError, OptionValue};
pub use reply::{CheckState, GameAction, HashEntry, Reply};
pub use session::{Backend, BackendEvent, EngineId, Flow, Session, Task, TaskId};
pub use warning::{Expected, Fault, Parsed, Warning};

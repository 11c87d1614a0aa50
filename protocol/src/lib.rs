//! Grammar and session state of the text protocols UCI, UCCI and USHI, which
//! let a GUI or a tournament runner talk to a board-game engine.
//!
//! Text stops here. One side of this crate is lines of bytes,
//! the other side is typed values; a host's line becomes a [`Command`], an
//! engine's line becomes a [`Reply`], and each is written in one place per
//! dialect, so that reading back a written line gives the same value. Both
//! directions exist for both roles: an engine reads commands and writes
//! replies, and a program that runs engines writes commands and reads replies.
//!
//! The crate knows nothing of rules or search. A move and a position are opaque
//! text; a [`Backend`] decides what is legal, and the rules of conversation
//! (which line may be answered when, what waits for what, one `bestmove` for
//! each `go`) live in [`Session`], a pure state machine without threads,
//! clocks, input or output.
//!
//! # The parts
//!
//! | module | contents |
//! |---|---|
//! | [`mod@line`] | bytes to lines: endings, byte order mark, length limit, UTF-8 |
//! | [`dialect`] | the protocols, and how a host's choice is recognised |
//! | [`command`] | the lines of a host, with [`limits`] for `go` |
//! | [`reply`] | the lines of an engine, with [`info`] and [`option`] |
//! | [`warning`] | the faults of a line that was read nevertheless |
//! | [`session`] | the conversation |
//!
//! Parsing never fails: a word that is not understood is skipped, the rest of
//! the line counts, and each problem is a [`Warning`] that names the word and
//! what was expected.
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
pub use info::{CurrentLine, EngineScore, InfoLine, ScoreBound, ScoreValue, Wdl};
pub use limits::{Clock, ClockParameter, GoLimits, SideClock};
pub use line::{LineError, LineSplitter};
pub use option::{OptionError, OptionKind, OptionSpec, OptionValue};
pub use reply::{CheckState, GameAction, HashEntry, Reply};
pub use session::{Backend, BackendEvent, EngineId, Flow, Session, Task, TaskId};
pub use warning::{Expected, Parsed, Warning};

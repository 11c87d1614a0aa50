//! Endgame tables: the exact value of every position with few men, and the distance to the
//! end of the game.
//!
//! A [`Table`] holds the positions of one [`Class`], that is, of one choice of men. It is made
//! by looking forward alone ([`solve`]): the rules never have to be stated backwards, so no
//! rule stands here that does not stand in [`rules`](crate::rules). What a table does not hold
//! (captures, en passant, chains in progress) is played out when it is asked for, which always
//! leads to other classes ([`TableSet::value`]).
//!
//! A value is that of a position without a history: repetition is a draw, and so is whatever
//! neither side can win. The limits of Shatranj and Shatar on turns without a capture are no part
//! of it ([`TableSet::probe`] says when they may matter); the shorter one of bare biys in
//! `shatra-original` and `shatra-online` is.

mod board8;
mod class;
mod file;
#[cfg(feature = "storage")]
mod folder;
mod game;
mod layout;
mod pack;
mod probe;
mod shatra;
mod shipped;
mod solve;
mod source;
mod summary;
mod table;
mod value;
mod verify;

pub use class::{Class, ClassNameError, MAX_TABLE_MEN};
pub use file::Fault;
#[cfg(feature = "storage")]
pub use folder::{FolderError, FolderFault, TableFolder};
pub use game::{Counts, KING, Lookup, TableGame};
pub use layout::{Layout, Placement};
pub use pack::{Packs, pack};
pub use probe::{NotCovered, Probe, TableSet};
pub use solve::{Progress, SolveError, memory, solve};
pub use source::{AnyTables, GameProbe, OpenTables, TableSource};
pub use summary::{LongestWin, Summary, Tally};
pub use table::Table;
pub use value::Value;
pub use verify::{Disagreement, verify};

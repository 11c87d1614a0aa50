//! The rules of all games.
//!
//! [`shatra`] and [`board8`] define positions, whose rule set is fixed at compile time,
//! and the notations of positions and turns. [`Game`] is the interface of all positions.

pub mod board8;
mod diagram;
mod game;
mod illegal;
mod keys;
mod outcome;
pub mod perft;
mod position_text;
pub mod shatra;
mod turn_error;

pub use diagram::{DiagramError, DiagramReader};
pub use game::{End, Game, MAX_DISTINCT_TURNS, MoveList};
pub use illegal::{DescribedReason, IllegalReason, SquareName};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use position_text::{NotationError, PositionFault};
pub use turn_error::{TurnError, TurnFault};

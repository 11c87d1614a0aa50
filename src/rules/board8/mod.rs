//! The games on a chess board: Shatranj and Shatar.
//!
//! The [`RuleSet`] of a [`Position`] is fixed at compile time, as in
//! [`shatra`](super::shatra). Both games have six kinds of men, as chess has; where their rules
//! differ, [`Rules`] states the facts.

pub(crate) mod attacks;
mod board;
mod fen;
mod game;
pub(crate) mod geometry;
mod kind;
mod letters;
pub(crate) mod lines;
mod movegen;
mod mv;
mod outcome;
mod play;
mod position;
mod ruleset;
mod san;
mod series;
mod setup;
mod text;
mod why_illegal;

pub use board::Board;
pub use fen::FenError;
#[cfg(feature = "tables")]
pub(crate) use geometry::flip;
pub use geometry::{
    SQUARES, file_of, mirrored, rank_of, square_at, square_name, square_named, squares,
};
pub use kind::{Kind, Man};
pub use letters::{letter, promotion_letter};
pub use mv::Move;
pub use position::Position;
pub use ruleset::{
    BaringRule, BishopMovement, FairyShatar, FairyShatranj, MateRule, QueenMovement, RuleSet,
    Rules, Shatar, Shatranj,
};
pub use series::CheckSeries;
pub use setup::{Setup, SetupError};

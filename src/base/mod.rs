//! The foundations of every game: squares, sets of squares, colours, scores,
//! keys and the [`Game`] trait.
//!
//! Nothing in this module knows a rule of any game. The search uses a game only
//! through [`Game`], so one search plays all of them, monomorphised for each.

mod bitboard;
mod color;
mod game;
mod lots;
pub mod matrix;
pub mod score;
mod square;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use color::Color;
pub use game::{End, Game, MoveList, Tactical};
pub use lots::Lots;
pub use score::Score;
pub use square::Square;

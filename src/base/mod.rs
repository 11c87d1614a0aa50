//! The foundations of every game: squares, sets of squares, colours, scores and
//! keys. Nothing in this module knows a rule of any game.

mod bitboard;
mod color;
pub mod score;
mod square;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use color::Color;
pub use score::Score;
pub use square::Square;

//! Types shared by all games: squares, sets of squares, colours, scores and hash keys.
//! No code here depends on the rules of a game.

mod bitboard;
mod color;
pub mod score;
mod square;
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod zobrist;

pub use bitboard::Bitboard;
pub use color::Color;
pub use score::Score;
pub use square::Square;

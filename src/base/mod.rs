//! Types shared by all games: squares, sets of squares, colours, scores, hash keys,
//! and the parts of a text at which an error was found.
//! No code here depends on the rules of a game.

mod bitboard;
mod color;
pub mod score;
mod span;
mod square;
#[cfg_attr(not(feature = "cli"), doc(hidden))]
pub mod zobrist;

pub use bitboard::Bitboard;
pub use color::Color;
pub use score::Score;
pub use span::Span;
pub use square::Square;

//! Books: positions from the first turns of a game with their values. An engine plays from a book,
//! and an explorer shows it.
//!
//! A book stores positions, not turns, so that every order of turns that leads to a position finds
//! the same value. The turns of a position are found by the rules: those of an *expanded* position
//! lead to positions of the book, all of them, or those that the book keeps because they looked
//! best. Each position has the score of a search of its own, of the same number of nodes for all, and
//! the value that follows from the positions below it.
//!
//! A value belongs to the position without its history: it sees neither repetition nor the counters
//! of turns. Play that never leaves the book is worth a draw in it.

mod choice;
mod file;
mod look_up;
#[cfg(feature = "books")]
mod shipped;

pub use choice::{Spread, choose};
pub use file::{BookError, BookHeader, BookRecord, MAX_BOOK_BYTES, write_book};
pub use look_up::{Book, BookTurn};
#[cfg(feature = "books")]
pub use shipped::shipped_book;

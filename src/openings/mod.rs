//! The openings from which games begin: files of them, and the books that ship with the
//! program. Every turn of an opening is checked against the rules when it is read.

mod book;
mod line;
mod random;
mod shipped;

pub use book::{Book, BookError};
pub use line::{Opening, OpeningLineError};
pub use random::random_game;
pub use shipped::shipped;

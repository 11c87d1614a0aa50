//! Grows books ([`crate::openings::book`]) by searches of the positions that matter most.
//!
//! A book is explored by drop-out expansion, after T. R. Lincke: the leaf that is looked at next is
//! the one that is nearest to the start, where a turn is the longer the more it gives away against
//! the best turn of its position, for both sides alike. The positions are a graph, since turns
//! transpose ([`Graph`]); the results of all searches stand in a log ([`BookLog`]), from which
//! [`GrowingBook`] goes on. The log is a beginning of one sequence of lines that the constants of the book determine:
//! neither the number of threads nor when a run was interrupted makes a difference.
//!
//! Where a position has a hundred turns or more, nearly all of them only cost time and space. A
//! [`Selection`] gives each a glance and lets the best ones into the book.

mod graph;
mod grow;
mod log;
mod searches;
mod verify;

pub use graph::Graph;
pub use grow::GrowingBook;
pub use log::{BookLog, Constants, Effort, LogError, Searched, Selection, is_book_log};
pub use searches::{Append, GrowError, GrowLimits, LeafSearch, PositionsToSearch, SearchPositions};
pub use verify::{BookFault, verify_book};

//! The search: which turn is best, for any [`Game`](crate::base::Game) and any
//! [`Evaluator`](crate::eval::Evaluator).
//!
//! Iterative deepening over a principal variation search with a shared
//! transposition table, by several workers at once (Lazy SMP). It knows no
//! rule of a game but this: a capture may be compulsory, so a position may be
//! forced, and then it is neither judged statically nor searched with less
//! care. Decisive scores are proofs.
//!
//! [`Searcher`] is the way in; it takes a [`Request`], obeys a [`Control`],
//! tells a [`Sink`] and gives an [`Outcome`].

mod control;
mod cores;
mod deepening;
mod event;
mod fault;
mod frame;
mod handicap;
mod history;
mod lag;
mod limits;
mod negamax;
mod picker;
mod pruning;
mod pv;
mod qsearch;
mod repetition;
mod request;
mod root;
mod searcher;
mod selective;
mod table;
mod time;
mod vote;
mod worker;

pub use control::Control;
pub use cores::Claim;
pub use event::{Bound, Info, Outcome, Silent, Sink};
pub use handicap::Handicap;
pub use lag::LagMeter;
pub use limits::Limits;
pub use request::Request;
pub use searcher::{Searcher, SearcherError, ThreadsError};
pub use table::{Entry, TableError};

#[cfg(test)]
mod tests;

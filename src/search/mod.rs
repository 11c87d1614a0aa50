//! The search for the best turn, for any [`SearchGame`] and any
//! [`Evaluator`](crate::eval::Evaluator).
//!
//! Several workers at once (Lazy SMP) run iterative deepening over a principal variation
//! search with a shared transposition table. Of the rules of a game, the search uses only
//! that a side may be forced, by a compulsory capture or a check: a position in which a side
//! is forced is neither evaluated statically nor pruned. Scores outside the range of
//! evaluations are proofs.
//!
//! [`Searcher`] is the entry point; it takes a [`Request`], obeys a [`Control`], reports
//! to a [`SearchSink`] and returns a [`SearchOutcome`].

mod best_turn;
mod control;
mod cores;
mod deepening;
mod deepest_iteration;
mod event;
mod extensions;
mod game;
mod games;
mod handicap;
mod history;
mod hunt;
mod limits;
mod negamax;
mod node;
mod panic_injection;
mod parameters;
mod pause;
mod picker;
mod pruning;
mod pv;
mod qsearch;
mod reductions;
mod repetition;
mod request;
mod resume;
mod root;
mod root_hunts;
mod root_turn;
mod searcher;
mod settle;
mod stack;
mod stored;
mod table;
mod time;
mod vote;
mod window;
mod worker;

pub use control::{Control, Poll, SearchHost};
pub use cores::{CoreClaim, reserve_cores};
pub use event::{Bound, NullSink, SearchInfo, SearchOutcome, SearchProgress, SearchSink};
pub(crate) use game::may_be_truncated;
pub use game::{Compulsion, ParameterSet, SearchGame, TableProbe};
pub use handicap::Handicap;
pub use hunt::{HuntLine, HuntTable, find_hunt};
pub use limits::Limits;
#[cfg(feature = "tunable")]
pub use parameters::{PARAMETERS, Parameter};
pub use pause::{SearchStage, Slice};
pub use repetition::RepetitionDraw;
pub use request::{Request, SearchSettings};
pub use searcher::{Searcher, SearcherError, ThreadsError};
pub(crate) use table::MAY_SHRINK;
pub use table::{TableEntry, TableError, TableMemory};

#[cfg(test)]
pub use time::TimeBudget;

#[cfg(test)]
mod tests;

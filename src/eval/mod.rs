//! The static evaluation: the score of a position without a search.
//!
//! Every game is evaluated by a network (`network`). The variants of a family share one
//! (`family.rs`, `networks.rs`); `shatra.rs` and `board8.rs` define the inputs of the network
//! for each board. The search takes its evaluator as a type parameter, which avoids the cost
//! of dynamic dispatch and lets tests search with simpler evaluators.

mod board8;
mod evaluator;
mod family;
pub mod network;
mod networks;
mod shatra;
pub mod wdl;

pub use evaluator::Evaluator;
pub use family::EvaluationFamily;
pub use networks::{EvaluatedPosition, NetworkEvaluator, Networks};

//! Games between engines: who plays whom, what the referee says, and what the
//! results prove.
//!
//! Data flows one way: a [`Spec`] gives encounters, encounters become games,
//! each played by two [`EngineSpec`]s before a referee, each leaving one
//! [`GameReport`]; the reports alone are kept ([`journal`]), and tables, files
//! and verdicts are made from them.

mod engine_spec;
mod game_report;
pub mod journal;
pub mod openings;
pub mod pairing;
pub mod report;
mod spec;
pub mod stats;

pub use engine_spec::{Budget, Clock, EngineSpec, Restart};
pub use game_report::{End, GameReport, GameResult, Opening, Said, TurnReport};
pub use spec::{
    DrawTerms, EloModel, FormatSpec, OpeningSource, OpeningsSpec, ResignTerms, Shard, ShardError,
    Spec, SprtSpec, Terms,
};

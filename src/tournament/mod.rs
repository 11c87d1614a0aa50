//! Games between engines: who plays whom, what the referee says, and what the
//! results prove.
//!
//! Data flows one way: a [`Spec`] gives encounters, encounters become games,
//! each played by two [`EngineSpec`]s before a referee ([`play`]), each leaving
//! one [`GameReport`]; the reports alone are kept ([`journal`]), and tables,
//! files and verdicts are made from them.

pub mod compliance;
pub mod cpus;
mod engine_spec;
mod engine_words;
pub mod folder;
mod game;
mod game_report;
pub mod game_text;
pub mod journal;
pub mod merge;
pub mod openings;
pub mod pairing;
mod pairs;
pub mod player;
pub mod report;
mod results;
pub mod run;
mod spec;
pub mod stats;
mod warned;

pub use crate::rules::GameResult;
pub use engine_spec::{Budget, Clock, EngineSpec, Restart};
pub use engine_words::SpecError;
pub use game::{GameTask, Seat, play};
pub use game_report::{End, GameReport, Opening, Said, TurnReport};
pub use player::{Launcher, LogFile, Patience};
pub use results::{Faults, Results};
pub use spec::{
    DrawTerms, EloModel, FormatSpec, OpeningSource, OpeningsSpec, ResignTerms, Shard, ShardError,
    Spec, SprtSpec, Terms,
};
pub use warned::{Warned, Warnings};

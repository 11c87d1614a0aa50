//! Games between engines: pairing, refereeing, and the statistics of the
//! results.
//!
//! Data flows one way: a [`Spec`] determines encounters, which consist of
//! games; each game is played by two [`EngineSpec`]s under a referee ([`play`])
//! and yields one [`GameReport`]; only the reports are kept ([`journal`]), and
//! tables, files and verdicts are made from them.

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

pub use crate::game::GameResult;
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

//! Games between engines: who plays whom, what the referee says, and what the
//! results prove.
//!
//! Data flows one way: a schedule of encounters becomes games, each played by
//! two [`EngineSpec`]s before a referee, each leaving one [`GameReport`]; the
//! reports alone are kept, and tables, files and verdicts are made from them.

mod engine_spec;
mod game_report;

pub use engine_spec::{Budget, Clock, EngineSpec, Restart};
pub use game_report::{End, GameReport, GameResult, Opening, Said, TurnReport};

//! Tournaments between engines: pairing, refereeing, and the statistics of the
//! results.
//!
//! Data flows one way: a [`Spec`] determines the encounters, each of which
//! consists of games; two engines play each game under a referee ([`play`]),
//! which yields one [`GameReport`]. Only the reports are stored ([`journal`]);
//! tables, files and test results are computed from them.

pub mod capacity;
pub mod compliance;
pub mod cpu_claim;
pub mod cpus;
mod engine_spec;
mod engine_timeouts;
mod engine_words;
mod evidence;
pub mod folder;
mod game;
mod game_report;
pub mod game_text;
mod gate;
mod heartbeat;
pub mod journal;
pub mod merge;
pub mod openings;
pub mod pairing;
mod pairs;
pub mod player;
#[cfg(target_os = "linux")]
pub mod process_tree;
pub mod programs;
pub mod report;
mod results;
pub mod run;
mod run_control;
mod spec;
pub mod spsa;
pub mod stats;
mod time_control;
mod warning_summary;

pub use crate::game::GameResult;
pub use engine_spec::{Budget, EngineSpec, Restart};
pub use engine_timeouts::EngineTimeouts;
pub use engine_words::EngineSpecError;
pub use evidence::Evidence;
#[cfg(feature = "cli")]
pub(crate) use game::GameClock;
pub use game::{EngineSlot, GameTask, play};
pub use game_report::{GameReport, Opening, ReportedScore, Termination, TurnReport};
pub use gate::PauseReason;
pub use player::{Launcher, LogFile, Timeouts};
pub use results::{LossesByFault, Results};
pub use run_control::RunControl;
pub use spec::{
    AdjudicationRules, DrawRule, FormatSpec, OpeningSource, OpeningsSpec, ResignRule, Shard,
    ShardError, Spec, SprtSpec,
};
pub use stats::EloModel;
pub use time_control::{TimeControl, TimeControlError};
pub use warning_summary::{WarningCount, WarningSummary};

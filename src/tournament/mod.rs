//! Tournaments between engines: pairing, refereeing, and the statistics of the
//! results.
//!
//! Data flows one way: a [`Spec`] determines the encounters, each of which
//! consists of games; two engines play each game under a referee ([`play`]), and
//! each game yields one [`GameReport`]. Of the results, only the reports are stored
//! ([`journal`]); tables, files and test results are computed from them.

pub mod capacity;
pub mod cluster;
pub mod commands;
pub mod cpus;
pub mod difference;
mod engine_spec;
mod engine_words;
mod evidence;
pub mod folder;
mod game;
mod game_report;
pub mod game_text;
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
pub mod stats;
mod time_control;
mod timeouts;
mod warning_summary;
mod warnings;

pub use crate::base::score::ReportedScore;
pub use crate::game::GameResult;
pub use crate::openings::Opening;
pub use engine_spec::{Budget, EngineSpec, Restart};
pub use engine_words::{EngineSpecError, quoted_word};
pub use evidence::{Evidence, GameDigest};
#[cfg(feature = "cli")]
pub(crate) use game::GameClock;
pub use game::{EngineSlot, GameTask, PrincipalVariation, ScheduledGame, play};
pub use game_report::{GameReport, Termination, TurnReport};
pub use pairing::PairingSystem;
pub use player::{Launcher, LogFile};
pub use results::{EngineStanding, LossesByFault, Results};
pub use run_control::{PauseReason, RunControl};
pub use spec::{
    AdjudicationRules, DrawRule, OpeningSource, OpeningsSpec, ResignRule, Shard, ShardError, Spec,
    SprtSpec, TablesRule,
};
pub use stats::EloModel;
pub use time_control::{Delay, TimeControl, TimeControlError, TimePeriod};
pub use timeouts::{EngineTimeouts, Timeouts};
pub use warning_summary::{WarningCount, WarningSummary};
pub use warnings::Warning;

//! The settings of a run.

use std::path::PathBuf;

use crate::tournament::{Launcher, Timeouts};

/// The settings of a run that do not affect which games are played.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// The number of games at a time.
    pub concurrency: usize,
    /// The launcher of the engines.
    pub launcher: Launcher,
    /// The time limits of waits for engines.
    pub timeouts: Timeouts,
    /// The folder for the logs of the conversations with engines, if they are
    /// kept.
    pub logs: Option<PathBuf>,
    /// The size of a log file, in bytes, at which further lines are left out.
    pub logs_limit: u64,
    /// The processors of each worker, if the workers are to be kept apart.
    pub cpus: Option<Vec<Vec<usize>>>,
    /// The number of breakdowns in a row of one engine that ends the run; 0 for
    /// no limit.
    pub max_breakdowns: usize,
    /// Whether the first warning or fault ends the run.
    pub is_strict: bool,
}

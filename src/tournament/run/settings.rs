//! The settings of a run.

use std::path::PathBuf;

use crate::tournament::capacity::{CapacityError, check_processors, reserve_open_files};
use crate::tournament::cpus::ClaimedCpus;
use crate::tournament::programs::ProgramGuard;
use crate::tournament::{EngineSpec, Launcher, Timeouts};
use crate::util::sync::processors;

/// The settings of a run that do not affect which games are played.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// The number of concurrent games.
    pub concurrency: usize,
    /// Whether concurrent games with a time limit may outnumber the processors.
    pub force_concurrency: bool,
    /// The launcher that starts the engines.
    pub launcher: Launcher,
    /// The time limits on waiting for engines.
    pub timeouts: Timeouts,
    /// The folder for logs of the communication with the engines, if it is
    /// logged.
    pub logs: Option<PathBuf>,
    /// The maximum size of a log file in bytes; further lines are left out.
    pub logs_limit: u64,
    /// The programs of the engines, which are checked when an engine is started.
    pub programs: Vec<ProgramGuard>,
    /// The processors of each worker's engines; `None` for no restriction.
    pub cpus: Option<Vec<Vec<usize>>>,
    /// The number of processors that a further concurrent game claims, if the run claims its
    /// processors.
    pub cpus_per_game: Option<usize>,
    /// The number of an engine's consecutive breakdowns that ends the run; 0 for
    /// no limit.
    pub max_breakdowns: usize,
    /// Whether the first warning or fault ends the run.
    pub is_strict: bool,
    /// The name of this process, which the reports of its games get, if it plays a part of a
    /// tournament.
    pub worker: Option<String>,
}

impl RunSettings {
    /// Returns settings for this many concurrent games, without logs, recorded
    /// programs, processor restrictions or a limit on breakdowns.
    pub fn new(concurrency: usize, launcher: Launcher) -> Self {
        Self {
            concurrency,
            force_concurrency: false,
            launcher,
            timeouts: Timeouts::default(),
            logs: None,
            logs_limit: 0,
            programs: Vec::new(),
            cpus: None,
            cpus_per_game: None,
            max_breakdowns: 0,
            is_strict: false,
            worker: None,
        }
    }

    /// Checks that the machine can run the concurrent games between these engines, and reserves
    /// open files for them. Returns a warning, if any.
    ///
    /// # Errors
    /// Returns an error if the games are too many for the processors or for the open
    /// files that the system allows.
    pub fn check_capacity(&self, engines: &[EngineSpec]) -> Result<Option<String>, CapacityError> {
        let (games, is_forced) = (self.concurrency, self.force_concurrency);
        let warning = check_processors(engines, games, processors(), is_forced)?;
        reserve_open_files(games)?;
        Ok(warning)
    }

    /// Pins each worker's games between these engines to processors of their own, if that
    /// many are free; the processors stay claimed while the returned value lives.
    pub fn claim_cpus(&mut self, engines: &[EngineSpec]) -> Option<ClaimedCpus> {
        let threads = EngineSpec::threads_of_game(engines);
        let claimed = ClaimedCpus::new(self.concurrency, threads);
        match &claimed {
            Some(claimed) => {
                log::info!("the engines of each game are pinned: {:?}", claimed.shares)
            }
            None => log::info!("the engines are not pinned to processors"),
        }
        self.cpus_per_game = claimed.as_ref().map(|_| threads);
        self.cpus = claimed.as_ref().map(|claimed| claimed.shares.clone());
        claimed
    }
}

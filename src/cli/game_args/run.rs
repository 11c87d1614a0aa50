//! The options for running games, which do not affect the games themselves.

use std::path::PathBuf;

use clap::Args;

use crate::cli::error::CliError;
use crate::tournament::capacity::CapacityError;
use crate::tournament::run::{MAX_JOBS, RunSettings};
use crate::tournament::{EngineSpec, Launcher};

/// The options for running games.
#[derive(Args, Debug, Clone)]
pub struct RunArgs {
    /// Number of games to play at a time
    #[arg(long, short, value_name = "N", visible_alias = "concurrency", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_JOBS)))]
    jobs: u16,

    /// Play more games at a time than there are processors, even with a time limit,
    /// which is an error otherwise
    #[arg(long, visible_alias = "force-concurrency")]
    force_jobs: bool,

    /// Pause between turns while this file exists
    #[arg(long, value_name = "FILE")]
    pub pause_file: Option<PathBuf>,
}

impl RunArgs {
    /// Returns the settings of a run with these options.
    pub fn settings(&self) -> Result<RunSettings, CliError> {
        let launcher = Launcher::new().map_err(|error| {
            CliError::failure(format_args!(
                "can't find the path of this program, which is needed to start engines: {error}"
            ))
        })?;
        Ok(RunSettings {
            force_concurrency: self.force_jobs,
            ..RunSettings::new(self.jobs.into(), launcher)
        })
    }
}

/// Checks that the machine can run the concurrent games between these engines. Returns a warning
/// if the search threads of timed games outnumber the processors.
pub fn check_capacity(
    settings: &RunSettings,
    engines: &[EngineSpec],
) -> Result<Option<String>, CliError> {
    settings
        .check_capacity(engines)
        .map_err(|error| match error {
            CapacityError::Processors { .. } => CliError::usage(error),
            _ => error.into(),
        })
}

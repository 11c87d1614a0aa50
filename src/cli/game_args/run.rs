//! The options of how games are played, which do not affect the games themselves.

use std::io;
use std::path::PathBuf;

use clap::Args;

use crate::tournament::Launcher;
use crate::tournament::run::{MAX_JOBS, RunSettings};

/// The options of how games are played.
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
    ///
    /// # Errors
    /// Returns an error if the path of this program, which supervises the engines, can't be found.
    pub fn settings(&self) -> io::Result<RunSettings> {
        Ok(RunSettings {
            force_concurrency: self.force_jobs,
            ..RunSettings::new(self.jobs.into(), Launcher::new()?)
        })
    }
}

//! The options and the record of a process that shares work with others (`--queue`), for all
//! subcommands that do so.

use std::path::PathBuf;

use clap::Args;

use super::error::CliError;
use crate::engine::{BENCH_DEPTH, measure};
use crate::eval::Networks;
use crate::game::Variant;
use crate::tournament::cluster::{Benchmark, DEFAULT_BEAT, Part, SharedWork};

/// The options of a subcommand that can share its work.
#[derive(Args, Debug, Clone)]
pub struct QueueArgs {
    /// Share the work with other processes that were started by the same command, on any
    /// number of machines, through this folder, which all of them see
    #[arg(long, value_name = "DIR")]
    pub queue: Option<PathBuf>,

    /// Time between two signs of life in the folder of --queue, in seconds; the work of a
    /// process that misses three is given to others; the first process decides
    #[arg(long, requires = "queue", value_name = "SECONDS", default_value_t = DEFAULT_BEAT,
          value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub beat: u32,
}

impl QueueArgs {
    /// Joins the work in the folder, if there is one. `work` is all that the results depend on.
    pub fn join(
        &self,
        work: &str,
        variant: Variant,
        networks: &Networks,
    ) -> Result<Option<SharedWork>, CliError> {
        let Some(folder) = &self.queue else {
            return Ok(None);
        };
        let benchmark = benchmark(variant, networks)?;
        let part = Part::of_this_process(benchmark, Vec::new());
        Ok(Some(SharedWork::join(folder, work, part, self.beat)?))
    }
}

/// Runs the benchmark of this program for a variant.
pub fn benchmark(variant: Variant, networks: &Networks) -> Result<Benchmark, CliError> {
    let totals = measure(variant, networks, BENCH_DEPTH);
    let totals = totals.map_err(CliError::failure)?;
    Ok(Benchmark {
        signature: totals.nodes,
        nodes_per_second: totals.nodes_per_second(),
        networks: totals.networks,
    })
}

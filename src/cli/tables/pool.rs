//! The threads that make and verify tables.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::cli::batch::run::cannot_start_threads;
use crate::cli::error::CliError;

/// Returns a pool of this number of threads, or of one for each processor.
pub fn thread_pool(jobs: Option<u16>) -> Result<ThreadPool, CliError> {
    // For rayon, 0 means one thread for each processor.
    let threads = jobs.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(cannot_start_threads)
}

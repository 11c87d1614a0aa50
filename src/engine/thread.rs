//! The engine's own thread, on which tasks run one after the other.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

/// Work for the thread.
pub type Job = Box<dyn FnOnce() + Send>;

/// A thread that runs jobs in order and ends when it is dropped.
#[derive(Debug)]
pub struct EngineThread(Sender<Job>);

impl EngineThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system refuses it.
    pub fn start() -> io::Result<Self> {
        let (sender, jobs) = channel::<Job>();
        Builder::new()
            .name("batyr-engine".to_owned())
            .spawn(move || {
                for job in jobs {
                    // A job answers for itself also when it panics; the thread
                    // must live on for the next.
                    if catch_unwind(AssertUnwindSafe(job)).is_err() {
                        log::error!("a task panicked");
                    }
                }
            })?;
        Ok(Self(sender))
    }

    /// Runs a job after those before it.
    pub fn run(&self, job: Job) {
        if self.0.send(job).is_err() {
            log::error!("the engine's thread is gone");
        }
    }
}

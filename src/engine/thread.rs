//! The engine's own thread, on which tasks run one after the other.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

/// A job for the engine's thread.
pub type Job = Box<dyn FnOnce() + Send>;

/// A thread that runs jobs in order. It starts when it is first needed, and ends
/// after this value is dropped and the remaining jobs are done.
#[derive(Debug, Default)]
pub struct EngineThread(Option<JobQueue>);

impl EngineThread {
    /// Returns the queue of the thread, and starts the thread first if necessary.
    ///
    /// # Errors
    /// Returns an error if the system refuses the thread.
    pub fn queue(&mut self) -> io::Result<&JobQueue> {
        let queue = match self.0.take() {
            Some(queue) => queue,
            None => start()?,
        };
        Ok(self.0.insert(queue))
    }
}

/// The queue of jobs that wait for the thread.
#[derive(Debug)]
pub struct JobQueue(Sender<Job>);

impl JobQueue {
    /// Adds a job to the end of the queue.
    pub fn run(&self, job: Job) {
        if self.0.send(job).is_err() {
            log::error!("the engine's thread has ended");
        }
    }
}

fn start() -> io::Result<JobQueue> {
    let (sender, jobs) = channel::<Job>();
    Builder::new()
        .name("batyr-engine".to_owned())
        .spawn(move || {
            for job in jobs {
                // A job reports its end even if it panics; the thread must remain for
                // the next job.
                if catch_unwind(AssertUnwindSafe(job)).is_err() {
                    log::error!("a task panicked");
                }
            }
        })?;
    Ok(JobQueue(sender))
}

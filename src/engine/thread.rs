//! The engine's own thread, on which tasks run one after another.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

/// A task for the engine's thread.
pub type EngineTask = Box<dyn FnOnce() + Send>;

/// A thread that runs tasks in order. It starts when it is first needed, and ends when
/// this value has been dropped and the remaining tasks are done.
#[derive(Debug, Default)]
pub struct EngineThread(Option<TaskQueue>);

impl EngineThread {
    /// Returns the queue of the thread, starting the thread first if necessary.
    ///
    /// # Errors
    /// Returns an error if the system can't start the thread.
    pub fn queue(&mut self) -> io::Result<&TaskQueue> {
        let queue = match self.0.take() {
            Some(queue) => queue,
            None => start()?,
        };
        Ok(self.0.insert(queue))
    }
}

/// The queue of the tasks that wait for the thread.
#[derive(Debug)]
pub struct TaskQueue(Sender<EngineTask>);

impl TaskQueue {
    /// Adds a task to the end of the queue.
    pub fn push(&self, task: EngineTask) {
        if self.0.send(task).is_err() {
            log::error!("the engine's thread has ended unexpectedly");
        }
    }
}

/// Starts the thread, and returns its queue.
fn start() -> io::Result<TaskQueue> {
    let (sender, tasks) = channel::<EngineTask>();
    Builder::new()
        .name("batyr-engine".to_owned())
        .spawn(move || {
            for task in tasks {
                // A task reports its own end even if it panics; the thread must survive
                // for the next task.
                if catch_unwind(AssertUnwindSafe(task)).is_err() {
                    log::error!("a task of the engine panicked");
                }
            }
        })?;
    Ok(TaskQueue(sender))
}

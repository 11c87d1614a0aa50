//! Where the tasks of an engine run, one after another: on a thread of its own, or on that of its
//! host.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

use crate::search::{Control, SearchHost};

/// A task of an engine. It is called until it is done.
pub type EngineTask = Box<dyn FnMut() -> TaskState + Send>;

/// What a call of a task has led to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// The task is done.
    Done,
    /// The task paused, as its host wanted, and goes on with the next call.
    Paused,
    /// Nothing is left to do until the host stops the task or reports a ponderhit.
    Waiting,
}

/// A host that runs the tasks of engines on its own thread.
pub trait TaskHost: SearchHost {
    /// Receives a task. The host runs one task at a time, in the order in which it receives them,
    /// at once or later.
    fn add_task(&self, task: EngineTask);
}

/// Where the tasks run. A thread of the engine starts when it is first needed, and ends when this
/// value has been dropped and the remaining tasks are done.
#[derive(Debug, Default)]
pub struct EngineThread(Option<TaskQueue>);

impl EngineThread {
    /// Returns the thread of a host, which needs no other.
    pub const fn of_host(host: Arc<dyn TaskHost>) -> Self {
        Self(Some(TaskQueue::Host(host)))
    }

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

    /// Returns the control of a new task; `None` if the engine has a thread of its own.
    pub fn host_control(&self) -> Option<Control> {
        match &self.0 {
            Some(TaskQueue::Host(host)) => Some(Control::polling(Arc::clone(host) as _)),
            _ => None,
        }
    }
}

/// The queue of the tasks that wait for the thread.
#[derive(Debug)]
pub enum TaskQueue {
    /// That of a thread of the engine.
    Own(Sender<EngineTask>),
    /// That of the host.
    Host(Arc<dyn TaskHost>),
}

impl TaskQueue {
    /// Adds a task to the end of the queue.
    pub fn push(&self, task: EngineTask) {
        match self {
            Self::Own(queue) => {
                if queue.send(task).is_err() {
                    log::error!("the engine's thread has ended unexpectedly");
                }
            }
            Self::Host(host) => host.add_task(task),
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
                if catch_unwind(AssertUnwindSafe(|| run_to_end(task))).is_err() {
                    log::error!("a task of the engine panicked");
                }
            }
        })?;
    Ok(TaskQueue::Own(sender))
}

/// Runs a task until it is done, without pauses.
pub fn run_to_end(mut task: EngineTask) {
    while task() != TaskState::Done {}
}

//! The worker threads of a run, and the channel through which they report.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::events::WorkerEvent;
use super::handle::StopHandle;
use super::settings::RunSettings;
use super::worker::{Assignment, Participants, WorkerHandle};

/// The worker threads of a run. They are numbered from 0.
pub struct Workers {
    participants: Participants,
    handles: Vec<WorkerHandle>,
    events: Receiver<WorkerEvent>,
    stop_handle: StopHandle,
}

impl Workers {
    /// Prepares workers for games between these engines; none is started yet.
    pub fn new(participants: Participants) -> Self {
        let (stop_handle, events) = StopHandle::new();
        Self {
            participants,
            handles: Vec::new(),
            events,
            stop_handle,
        }
    }

    /// Returns a handle with which another thread can stop the run.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop_handle.clone()
    }

    /// Starts workers until there are this many. No engine is started before the first game.
    ///
    /// # Errors
    /// Returns an error if a thread can't be started.
    pub fn start(&mut self, count: usize, settings: &RunSettings) -> io::Result<()> {
        while self.handles.len() < count {
            let (number, participants) = (self.handles.len(), self.participants.clone());
            let (control, events) = self.stop_handle.parts();
            let worker = WorkerHandle::start(number, participants, settings, control, events)?;
            self.handles.push(worker);
        }
        Ok(())
    }

    /// Returns the numbers of the workers that have no game.
    pub fn idle(&self) -> Vec<usize> {
        let workers = self.handles.iter().enumerate();
        let idle = workers.filter(|(_, worker)| worker.is_idle());
        idle.map(|(number, _)| number).collect()
    }

    /// Returns whether no worker has a game.
    pub fn are_idle(&self) -> bool {
        self.handles.iter().all(WorkerHandle::is_idle)
    }

    /// Assigns a game to a worker, which will send its report.
    pub fn assign(&mut self, number: usize, assignment: Assignment) {
        if let Some(worker) = self.handles.get_mut(number) {
            worker.assign(assignment);
        }
    }

    /// Closes the engines of a worker's last game, as no game follows for now.
    pub fn close_engines(&self, number: usize) {
        if let Some(worker) = self.handles.get(number) {
            worker.close_engines();
        }
    }

    /// Waits for the next event, at most for this time. A worker whose game has ended is idle.
    pub fn next_event(&mut self, timeout: Duration) -> Option<WorkerEvent> {
        let event = match self.events.recv_timeout(timeout) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => return None,
            // The handle has a sender, so the channel stays open.
            Err(RecvTimeoutError::Disconnected) => return Some(WorkerEvent::Stop),
        };
        if let WorkerEvent::Finished(number, _) = &event
            && let Some(worker) = self.handles.get_mut(*number)
        {
            worker.set_idle();
        }
        Some(event)
    }

    /// Interrupts the games that are being played, and waits until the threads have closed their
    /// engines and ended.
    pub fn stop(&mut self) {
        self.stop_handle.stop();
        for worker in self.handles.drain(..) {
            worker.join();
        }
    }
}

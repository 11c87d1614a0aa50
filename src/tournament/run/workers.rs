//! The worker threads of a run, and the channel through which they report.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::events::RunEvent;
use super::handle::RunHandle;
use super::settings::RunSettings;
use super::worker::{Participants, WorkerHandle};
use crate::tournament::GameTask;

/// The worker threads of a run. They are numbered from 0.
pub struct Workers {
    participants: Participants,
    handles: Vec<WorkerHandle>,
    events: Receiver<RunEvent>,
    run_handle: RunHandle,
}

impl Workers {
    /// Prepares workers for games between these engines; no worker is started yet.
    pub fn new(participants: Participants) -> Self {
        let (run_handle, events) = RunHandle::new();
        Self {
            participants,
            handles: Vec::new(),
            events,
            run_handle,
        }
    }

    /// Returns a handle with which another thread can stop the run.
    pub fn run_handle(&self) -> RunHandle {
        self.run_handle.clone()
    }

    /// Starts workers until there are this many. No engine is started before the first game.
    ///
    /// # Errors
    /// Returns an error if a thread can't be started.
    pub fn start(&mut self, count: usize, settings: &RunSettings) -> io::Result<()> {
        while self.handles.len() < count {
            let (number, participants) = (self.handles.len(), self.participants.clone());
            let (control, events) = self.run_handle.parts();
            let worker = WorkerHandle::start(number, participants, settings, control, events)?;
            self.handles.push(worker);
        }
        Ok(())
    }

    /// Returns the numbers of the workers that have no game.
    pub fn idle(&self) -> Vec<usize> {
        let is_idle = |&number: &usize| self.handles[number].is_idle;
        (0..self.handles.len()).filter(is_idle).collect()
    }

    /// Returns whether no worker has a game.
    pub fn are_idle(&self) -> bool {
        self.handles.iter().all(|worker| worker.is_idle)
    }

    /// Assigns a game to a worker, which sends the report of the game.
    pub fn assign(&mut self, number: usize, task: GameTask) {
        if let Some(worker) = self.handles.get_mut(number) {
            worker.is_idle = worker.tasks.send(Some(task)).is_err();
        }
    }

    /// Closes the engines of a worker's last game.
    pub fn close_engines(&self, number: usize) {
        if let Some(worker) = self.handles.get(number) {
            let _ = worker.tasks.send(None);
        }
    }

    /// Returns the next event; `None` after `timeout`. A worker whose game has ended becomes idle.
    pub fn next_event(&mut self, timeout: Duration) -> Option<RunEvent> {
        let event = match self.events.recv_timeout(timeout) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => return None,
            // The handle has a sender, so the channel stays open.
            Err(RecvTimeoutError::Disconnected) => return Some(RunEvent::Stop),
        };
        if let RunEvent::Finished(number, _) = &event
            && let Some(worker) = self.handles.get_mut(*number)
        {
            worker.is_idle = true;
        }
        Some(event)
    }

    /// Interrupts the games that are being played, and waits until the threads have closed their
    /// engines and ended.
    pub fn stop(&mut self) {
        self.run_handle.stop();
        for worker in self.handles.drain(..) {
            worker.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::openings::Opening;
    use crate::tournament::{AdjudicationRules, Launcher, ScheduledGame};

    #[test]
    fn a_panic_of_a_worker_is_reported() {
        let mut workers = Workers::new(Participants {
            engines: Vec::new(),
            adjudication: AdjudicationRules::default(),
        });
        let settings = RunSettings::new(1, Launcher::with_keeper("batyr"));
        workers.start(1, &settings).unwrap();
        // No engine has either of these numbers.
        let scheduled = ScheduledGame {
            game: 1,
            round: 1,
            encounter: 1,
            white: 0,
            black: 1,
        };
        let task = GameTask {
            scheduled,
            variant: Variant::Extended,
            opening: Opening::default(),
            options: Default::default(),
        };
        workers.assign(0, task);
        let event = workers.next_event(Duration::from_secs(60));
        assert!(matches!(event, Some(RunEvent::WorkerPanicked)), "{event:?}");
        workers.stop();
    }
}

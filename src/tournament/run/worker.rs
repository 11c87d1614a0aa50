//! A thread that plays one game after another.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle, panicking};

use super::events::RunEvent;
use super::log_names::log_names;
use super::settings::RunSettings;
use crate::tournament::player::LogFile;
use crate::tournament::{
    AdjudicationRules, EngineSlot, EngineSpec, GameReport, GameTask, RunControl, TurnReport, play,
};

/// The engines of a run, and the rules by which their games are adjudicated.
#[derive(Clone, Debug)]
pub struct Participants {
    /// The engines, which tasks identify by their indices.
    pub engines: Vec<EngineSpec>,
    /// The adjudication rules.
    pub adjudication: AdjudicationRules,
}

/// The run's handle for a worker thread.
pub struct WorkerHandle {
    /// Sends games to be played; `None` closes the engines. Sending fails only if the thread has
    /// panicked.
    pub tasks: Sender<Option<GameTask>>,
    /// Whether the thread has no game.
    pub is_idle: bool,
    thread: JoinHandle<()>,
}

impl WorkerHandle {
    /// Starts the thread. No engine is started before the first game.
    pub fn start(
        number: usize,
        participants: Participants,
        settings: &RunSettings,
        control: Arc<RunControl>,
        events: Sender<RunEvent>,
    ) -> io::Result<Self> {
        let (tasks, received) = channel();
        let thread_state = WorkerThread {
            number,
            participants,
            settings: settings.clone(),
            slots: Vec::new(),
            control,
            events,
        };
        let thread = Builder::new()
            .name(format!("batyr-match-{}", number + 1))
            .spawn(move || thread_state.work(&received))?;
        Ok(Self {
            tasks,
            is_idle: true,
            thread,
        })
    }

    /// Waits until the thread has closed its engines and ended.
    pub fn join(self) {
        drop(self.tasks);
        if self.thread.join().is_err() {
            log::error!("a worker thread of a match panicked");
        }
    }
}

struct WorkerThread {
    number: usize,
    participants: Participants,
    settings: RunSettings,
    /// The engines of the last game, with their indices.
    slots: Vec<(usize, EngineSlot)>,
    control: Arc<RunControl>,
    events: Sender<RunEvent>,
}

impl Drop for WorkerThread {
    /// Reports a panic; otherwise the run would wait for this worker for ever.
    fn drop(&mut self) {
        if panicking() {
            let _ = self.events.send(RunEvent::WorkerPanicked);
        }
    }
}

impl WorkerThread {
    /// Plays the games that it receives, until the sender is dropped.
    fn work(mut self, tasks: &Receiver<Option<GameTask>>) {
        for task in tasks {
            let Some(task) = task else {
                self.slots.clear();
                continue;
            };
            let report = self.play(&task);
            let slots = self.slots.iter();
            if let Some(run_ending_error) =
                slots.filter_map(|(_, slot)| slot.run_ending_error()).next()
            {
                let event = RunEvent::CannotStart(run_ending_error.clone());
                let _ = self.events.send(event);
            }
            // After a stop, the receiver may have been dropped.
            let _ = self
                .events
                .send(RunEvent::Finished(self.number, Box::new(report)));
        }
    }

    fn play(&mut self, task: &GameTask) -> GameReport {
        let engines = [task.scheduled.white, task.scheduled.black];
        // Engines that do not play this game are closed, which frees their
        // memory.
        self.slots.retain(|(engine, _)| engines.contains(engine));
        let [mut white, mut black] = engines.map(|engine| self.take_slot(engine));
        let [white_options, black_options] = &task.options;
        white.set_options(white_options);
        black.set_options(black_options);
        let mut turn_number = task.opening.turns.len();
        let mut on_turn = |turn: &TurnReport| {
            turn_number += 1;
            let event = RunEvent::Turn(self.number, turn_number, turn.clone());
            let _ = self.events.send(event);
        };
        let adjudication = &self.participants.adjudication;
        let report = play(
            task,
            &mut white,
            &mut black,
            adjudication,
            &self.control,
            &mut on_turn,
        );
        let [white_index, black_index] = engines;
        self.slots = vec![(white_index, white), (black_index, black)];
        report
    }

    /// Takes the slot of an engine from the last game, so that its process keeps
    /// running, or creates a new slot.
    fn take_slot(&mut self, engine: usize) -> EngineSlot {
        let index = self.slots.iter().position(|(owner, _)| *owner == engine);
        if let Some(index) = index {
            return self.slots.swap_remove(index).1;
        }
        let spec = self.participants.engines[engine].clone();
        let mut launcher = self.settings.launcher.clone();
        let cpus = self.settings.cpus.as_ref();
        if let Some(cpus) = cpus.and_then(|shares| shares.get(self.number)) {
            launcher = launcher.on_cpus(cpus);
        }
        let log = self.settings.logs.as_ref().map(|folder| {
            let engines = &self.participants.engines;
            let names = log_names(engines.iter().map(|engine| engine.name.as_str()));
            let name = names.get(engine).map_or("engine", String::as_str);
            LogFile {
                path: folder.join(format!("{name}-{}.log", self.number + 1)),
                limit: self.settings.logs_limit,
            }
        });
        let mut programs = self.settings.programs.iter();
        let program = programs.find(|program| program.record().engine == spec.name);
        let program = program.cloned();
        EngineSlot::new(spec, launcher, self.settings.timeouts)
            .with_program(program)
            .with_log(log)
    }
}

//! Plays the pairs of a run on worker threads, and writes the state of the run to its file.

use std::time::{Duration, Instant};

use super::events::{SpsaEnd, SpsaError, SpsaEvent};
use super::failures::Failures;
use super::file::SpsaFile;
use super::in_flight::{PairInFlight, PairsInFlight};
use super::perturbation::Perturbation;
use super::settings::{SpsaSettings, option_words};
use super::state::SpsaState;
use crate::tournament::openings::Openings;
use crate::tournament::player::StartError;
use crate::tournament::run::{Delays, Participants, RunEvent, RunHandle, RunSettings, Workers};
use crate::tournament::{GameReport, GameTask, Termination};

/// The time after which a changed state is written.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// A run that can be played.
pub struct SpsaRun<'r> {
    settings: &'r SpsaSettings,
    run_settings: &'r RunSettings,
    file: &'r SpsaFile,
    state: SpsaState,
    openings: Openings,
    in_flight: PairsInFlight,
    failures: Failures,
    delays: Delays,
    workers: Workers,
    last_save: Instant,
    is_saved: bool,
}

/// The receiver of the events of a run, each with the state of the run.
type OnProgress<'p> = &'p mut dyn FnMut(&SpsaEvent<'_>, &SpsaState);

impl<'r> SpsaRun<'r> {
    /// Creates a run that continues from a state. The openings must be those of the settings.
    pub fn new(
        settings: &'r SpsaSettings,
        run_settings: &'r RunSettings,
        openings: Openings,
        (file, state): (&'r SpsaFile, SpsaState),
    ) -> Self {
        let participants = Participants {
            engines: settings.sides().into(),
            adjudication: settings.adjudication.clone(),
        };
        Self {
            settings,
            run_settings,
            file,
            openings,
            in_flight: PairsInFlight::default(),
            state,
            failures: Failures::default(),
            delays: Delays::default(),
            workers: Workers::new(participants),
            last_save: Instant::now(),
            is_saved: false,
        }
    }

    /// Returns a handle with which another thread can stop the run.
    pub fn run_handle(&self) -> RunHandle {
        self.workers.run_handle()
    }

    /// Returns the state.
    pub const fn state(&self) -> &SpsaState {
        &self.state
    }

    /// Plays until all pairs have been played, or the run ends early. During the run, the state
    /// in the file is at most about a second old; at the end, it is the final one.
    ///
    /// # Errors
    /// Returns an error if the file can't be written, an opening can't be provided or a thread
    /// can't be started.
    pub fn play(&mut self, on_progress: OnProgress) -> Result<SpsaEnd, SpsaError> {
        self.save()?;
        let run_end = self.play_pairs(on_progress);
        // Games that are still being played are interrupted.
        self.workers.stop();
        let saved = self.save();
        run_end.and_then(|run_end| saved.map(|()| run_end))
    }

    /// Assigns games to the workers and handles their events.
    fn play_pairs(&mut self, on_progress: OnProgress) -> Result<SpsaEnd, SpsaError> {
        let count = self.run_settings.concurrency.max(1);
        self.workers.start(count, self.run_settings)?;
        loop {
            for worker in self.workers.idle() {
                if let Some(game) = self.start_next_game()? {
                    self.workers.assign(worker, game);
                }
            }
            if self.workers.are_idle() {
                return Ok(SpsaEnd::Complete);
            }
            match self.workers.next_event(SAVE_INTERVAL) {
                Some(RunEvent::Stop) => return Ok(SpsaEnd::Stopped),
                Some(RunEvent::WorkerPanicked) => return Err(SpsaError::WorkerPanicked),
                Some(RunEvent::Finished(_, report)) => {
                    on_progress(&SpsaEvent::Game(&report), &self.state);
                    if let Some(run_end) = self.handle_report(*report, on_progress) {
                        return Ok(run_end);
                    }
                }
                Some(RunEvent::CannotStart(StartError::ProgramChanged(change))) => {
                    return Ok(SpsaEnd::ProgramChanged(change));
                }
                Some(RunEvent::CannotStart(error)) => {
                    return Ok(SpsaEnd::CannotStart(error.to_string()));
                }
                Some(RunEvent::PauseChanged(reasons)) => {
                    on_progress(&SpsaEvent::PauseChanged(&reasons), &self.state);
                }
                Some(RunEvent::Turn(..) | RunEvent::ChangeJobs(_)) | None => {}
            }
            if !self.is_saved && self.last_save.elapsed() >= SAVE_INTERVAL {
                self.save()?;
            }
        }
    }

    /// Starts and returns the next game, if one is left.
    fn start_next_game(&mut self) -> Result<Option<GameTask>, SpsaError> {
        let game = self.in_flight.start_next_game();
        if game.is_none()
            && let Some(pair) = self.next_pair()
        {
            let prepared = self.prepare(pair)?;
            self.in_flight.push(prepared);
            return Ok(self.in_flight.start_next_game());
        }
        Ok(game)
    }

    /// Returns the next pair: one that must be played again, or a new one; `None` if none is left.
    fn next_pair(&mut self) -> Option<u32> {
        let mut unfinished = self.state.unfinished.iter();
        let again = unfinished.find(|pair| !self.in_flight.contains(**pair));
        again.copied().or_else(|| self.state.begin(self.settings))
    }

    /// Prepares a pair, whose sides play with values above and below the current ones.
    fn prepare(&mut self, pair: u32) -> Result<PairInFlight, SpsaError> {
        let perturbation = Perturbation::new(self.settings, pair);
        let options = perturbation.options(self.settings, &self.state.values);
        let opening = self.openings.opening(pair.saturating_add(1))?;
        Ok(PairInFlight::new(
            pair,
            self.settings.variant,
            opening,
            options,
        ))
    }

    /// Handles the report of a game that has ended. Returns why the run is over, if it is.
    fn handle_report(&mut self, report: GameReport, on_progress: OnProgress) -> Option<SpsaEnd> {
        let ended = self.in_flight.add(report)?;
        let (pair, key) = (ended.pair, ended.key());
        match ended.result {
            Ok(games) => {
                let repeats = self.settings.engine.repeats_games();
                if !(repeats && self.state.skip_copy(pair, key)) {
                    self.state.count(self.settings, pair, games);
                }
                self.failures.end_streak();
                self.delays.take(pair);
                self.is_saved = false;
                on_progress(&SpsaEvent::Pair, &self.state);
                None
            }
            Err(game) if game.end == Termination::RunnerDelayed => {
                if self.delays.add(pair, &game.detail).is_some() {
                    return Some(SpsaEnd::Delays(game.detail));
                }
                on_progress(&SpsaEvent::Failed(&game), &self.state);
                None
            }
            // The run is being stopped, which is not a failure.
            Err(game) if game.end == Termination::Interrupted => None,
            Err(game) => {
                let count = self.failures.add(pair);
                if count < self.run_settings.max_breakdowns.max(1) {
                    on_progress(&SpsaEvent::Failed(&game), &self.state);
                    return None;
                }
                let [_, minus] = self.settings.sides();
                let is_minus = game.loser_by_fault() == Some(&minus.name);
                Some(SpsaEnd::Failures {
                    count,
                    detail: game.detail,
                    options: option_words(&ended.options[usize::from(is_minus)]),
                })
            }
        }
    }

    fn save(&mut self) -> Result<(), SpsaError> {
        self.file.write(self.settings, &self.state)?;
        self.last_save = Instant::now();
        self.is_saved = true;
        Ok(())
    }
}

//! Runs a tournament: worker threads play games, and one thread owns the results.
//!
//! The caller's thread owns the schedule and the journal and does nothing else, so
//! that a game is reported as soon as it ends, and games never compete for a file.
//! Each worker is a thread that plays one game at a time, and keeps the engines of
//! its last game running for the next.

mod check;
mod delays;
mod events;
mod forecast;
mod handle;
mod jobs;
mod log_names;
mod queue;
mod settings;
mod streaks;
mod worker;

use std::collections::HashMap;
use std::sync::mpsc::Receiver;

pub use check::{EngineCheck, check_engine, check_engines};
pub use events::{ProgressEvent, RunEnd};
pub use handle::StopHandle;
pub use jobs::MAX_JOBS;
pub use queue::{GameQueue, QueueError, ScheduledGame};
pub use settings::RunSettings;

use super::journal::{Games, Journal, JournalError};
use super::openings::{OpeningError, Openings};
use super::player::StartError;
use super::{GameReport, GameTask, Results, Spec, Termination};
pub(super) use delays::Delays;
pub(super) use events::WorkerEvent;
use forecast::{Forecast, Limit};
use jobs::Jobs;
use streaks::{BreakdownDecision, BreakdownStreaks};
pub(super) use worker::{Assignment, Participants, WorkerHandle};

/// An error in running a tournament.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The journal can't be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The opening of a game can't be provided.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The games can't be scheduled.
    #[error(transparent)]
    Schedule(#[from] QueueError),
    /// A worker thread can't be started.
    #[error("can't start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// The schedule and the openings of a tournament, prepared before its first
/// game.
#[derive(Debug)]
pub struct TournamentPlan {
    queue: GameQueue,
    openings: Openings,
    forecast: Forecast,
}

impl TournamentPlan {
    /// Creates the plan of a tournament in which these games have been played.
    ///
    /// # Errors
    /// Returns an error if the openings can't be provided, or if the games can't be scheduled.
    pub fn new(spec: &Spec, games: &Games) -> Result<Self, RunError> {
        let openings = Openings::new(spec.variant, &spec.openings)?;
        let mut forecast = Forecast::new(spec, &openings)?;
        let queue = match &forecast.limit {
            Some(limit) => GameQueue::new(&limit.apply(spec, games), games)?,
            None => GameQueue::new(spec, games)?,
        };
        if let (None, Some(total)) = (&forecast.warning, queue.total()) {
            forecast.warning = openings.shortage(total / spec.games.max(1));
        }
        Ok(Self {
            queue,
            openings,
            forecast,
        })
    }

    /// Returns whether no game remains to be played.
    pub fn is_finished(&self) -> bool {
        self.queue.is_finished()
    }

    /// Returns a warning to be shown before the tournament starts, if there is one.
    pub fn warning(&self) -> Option<&str> {
        self.forecast.warning.as_deref()
    }
}

/// A tournament that can be run.
pub struct Run<'r> {
    spec: &'r Spec,
    settings: &'r RunSettings,
    journal: Journal,
    games: Games,
    results: Results,
    queue: GameQueue,
    /// The limit of the queue, if only a test would end the tournament otherwise.
    limit: Option<Limit>,
    openings: Openings,
    /// The number of times that each game has been replayed after a breakdown.
    retries: HashMap<u32, u32>,
    streaks: BreakdownStreaks,
    delays: Delays,
    jobs: Jobs,
    events: Receiver<WorkerEvent>,
    stop_handle: StopHandle,
}

impl<'r> Run<'r> {
    /// Creates a run of a tournament's remaining games. The plan must have been
    /// made for `games`.
    pub fn new(
        spec: &'r Spec,
        settings: &'r RunSettings,
        plan: TournamentPlan,
        (journal, games): (Journal, Games),
    ) -> Self {
        let (stop_handle, events) = StopHandle::new();
        Self {
            spec,
            settings,
            journal,
            queue: plan.queue,
            limit: plan.forecast.limit,
            results: Results::new(spec, &games),
            openings: plan.openings,
            games,
            retries: HashMap::new(),
            streaks: BreakdownStreaks::new(settings.max_breakdowns),
            delays: Delays::default(),
            jobs: Jobs::new(settings, &spec.engines),
            events,
            stop_handle,
        }
    }

    /// Returns a handle with which another thread can stop the run.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop_handle.clone()
    }

    /// Returns the results so far: scores, faults and warnings.
    pub const fn results(&self) -> &Results {
        &self.results
    }

    /// Returns the total number of games, if it is known.
    pub fn total(&self) -> Option<u32> {
        self.queue.total()
    }

    /// Returns the reports of the games that count so far.
    pub const fn games(&self) -> &Games {
        &self.games
    }

    /// Plays until all games have been played, the sequential test is decided, or the run is
    /// stopped.
    ///
    /// # Errors
    /// Returns an error if the journal can't be written, an opening can't be provided, the games
    /// can't be scheduled, or a thread can't be started. Games in the journal stay there.
    pub fn play(
        &mut self,
        on_progress: &mut dyn FnMut(ProgressEvent<'_>, &Results),
    ) -> Result<RunEnd, RunError> {
        if self.spec.is_decided(&self.results) {
            return Ok(RunEnd::Decided);
        }
        let mut workers = self.start_workers()?;
        let run_end = self.run_games(&mut workers, on_progress);
        // Games that are still being played are interrupted.
        self.stop_handle.stop();
        for worker in workers {
            worker.join();
        }
        run_end
    }

    fn start_workers(&self) -> Result<Vec<WorkerHandle>, RunError> {
        let workers = (0..self.jobs.count()).map(|number| self.start_worker(number));
        workers.collect()
    }

    fn start_worker(&self, number: usize) -> Result<WorkerHandle, RunError> {
        let participants = Participants {
            engines: self.spec.engines.clone(),
            adjudication: self.spec.adjudication.clone(),
        };
        let settings = self.jobs.settings();
        Ok(self
            .stop_handle
            .start_worker(number, participants, settings)?)
    }

    /// Assigns games to the workers and handles their events.
    fn run_games(
        &mut self,
        workers: &mut Vec<WorkerHandle>,
        on_progress: &mut dyn FnMut(ProgressEvent<'_>, &Results),
    ) -> Result<RunEnd, RunError> {
        for worker in workers.iter_mut() {
            self.assign_next(worker, on_progress)?;
        }
        loop {
            if workers.iter().all(WorkerHandle::is_idle) {
                // In knockouts and Swiss tournaments, other games may depend on these.
                let games = self.streaks.release_all();
                if games.is_empty() {
                    let limit = self.limit.as_ref();
                    return Ok(
                        limit.map_or(RunEnd::Complete, |limit| RunEnd::NoOtherGames {
                            games: limit.games,
                        }),
                    );
                }
                if let Some(run_end) = self.count_games(0, games, on_progress)? {
                    return Ok(run_end);
                }
                for worker in workers.iter_mut() {
                    self.assign_next(worker, on_progress)?;
                }
                continue;
            }
            // The run itself holds a sender, so the channel stays open.
            let Ok(event) = self.events.recv() else {
                return Ok(RunEnd::Stopped);
            };
            if let Some(run_end) = self.handle_event(event, workers, on_progress)? {
                return Ok(run_end);
            }
        }
    }

    /// Handles an event. Returns the reason if the run is over.
    fn handle_event(
        &mut self,
        event: WorkerEvent,
        workers: &mut Vec<WorkerHandle>,
        on_progress: &mut dyn FnMut(ProgressEvent<'_>, &Results),
    ) -> Result<Option<RunEnd>, RunError> {
        match event {
            WorkerEvent::Stop => return Ok(Some(RunEnd::Stopped)),
            WorkerEvent::CannotStart(StartError::ProgramChanged(change)) => {
                return Ok(Some(RunEnd::ProgramChanged(change)));
            }
            WorkerEvent::CannotStart(error) => {
                return Ok(Some(RunEnd::CannotStart(error.to_string())));
            }
            WorkerEvent::ChangeJobs(change) => self.change_jobs(workers, change, on_progress)?,
            WorkerEvent::PauseChanged(reasons) => {
                let reasons = &reasons;
                on_progress(ProgressEvent::PauseChanged { reasons }, &self.results);
            }
            WorkerEvent::Turn(worker, turn_number, turn) => {
                let turn = &turn;
                on_progress(
                    ProgressEvent::Turn {
                        worker,
                        turn_number,
                        turn,
                    },
                    &self.results,
                );
            }
            WorkerEvent::Finished(number, report) => {
                if let Some(worker) = workers.get_mut(number) {
                    worker.set_idle();
                }
                if let Some(run_end) = self.handle_report(number, *report, on_progress)? {
                    return Ok(Some(run_end));
                }
                // In knockouts and Swiss tournaments, one result can make many games available.
                for worker in workers.iter_mut().filter(|worker| worker.is_idle()) {
                    self.assign_next(worker, on_progress)?;
                }
            }
        }
        Ok(None)
    }

    /// Handles the report of a game that has ended: counts it, holds it back, or puts the game
    /// back into the queue. Returns the reason if the run is over.
    fn handle_report(
        &mut self,
        worker: usize,
        report: GameReport,
        on_progress: &mut dyn FnMut(ProgressEvent<'_>, &Results),
    ) -> Result<Option<RunEnd>, RunError> {
        let game = report.game;
        if report.end == Termination::RunnerDelayed {
            let attempts = self.delays.add(game, &report.detail);
            if attempts.is_none() {
                self.queue.requeue(game);
                on_progress(ProgressEvent::Delayed { report: &report }, &self.results);
            }
            return Ok(attempts.map(|attempts| RunEnd::Delays {
                game,
                attempts,
                detail: report.detail,
            }));
        }
        if !report.is_counted() {
            return Ok(None);
        }
        let strict_violation = strict_violation(&report).filter(|_| self.settings.is_strict);
        if let Some(strict_violation) = strict_violation.filter(|_| report.end.is_breakdown()) {
            on_progress(ProgressEvent::Held { report: &report }, &self.results);
            return Ok(Some(RunEnd::Strict(strict_violation)));
        }
        if report.end.is_breakdown() {
            let retries = self.retries.entry(game).or_default();
            if *retries < self.spec.recover {
                *retries += 1;
                self.queue.requeue(game);
                on_progress(ProgressEvent::Retried { report: &report }, &self.results);
                return Ok(None);
            }
        }
        let held_report = report.end.is_breakdown().then(|| report.clone());
        match self.streaks.add(report) {
            BreakdownDecision::Count(games) => self.count_games(worker, games, on_progress),
            BreakdownDecision::Hold => {
                if let Some(report) = &held_report {
                    on_progress(ProgressEvent::Held { report }, &self.results);
                }
                Ok(None)
            }
            BreakdownDecision::GiveUp {
                engine,
                games,
                detail,
            } => Ok(Some(RunEnd::Breakdowns {
                engine,
                games,
                detail,
            })),
        }
    }

    /// Counts games. Returns the reason if the run is over.
    fn count_games(
        &mut self,
        worker: usize,
        games: Vec<GameReport>,
        on_progress: &mut dyn FnMut(ProgressEvent<'_>, &Results),
    ) -> Result<Option<RunEnd>, RunError> {
        let mut first_violation = None;
        for mut report in games {
            report.abandoned = self.delays.take(report.game);
            let strict_violation = strict_violation(&report).filter(|_| self.settings.is_strict);
            first_violation = first_violation.or(strict_violation);
            let game = report.game;
            self.journal.append(&report)?;
            self.results.add(&report);
            self.games.insert(game, report);
            if let Some(report) = self.games.get(&game) {
                on_progress(ProgressEvent::Finished { worker, report }, &self.results);
            }
        }
        Ok(if let Some(strict_violation) = first_violation {
            Some(RunEnd::Strict(strict_violation))
        } else {
            let is_decided = self.spec.is_decided(&self.results);
            is_decided.then_some(RunEnd::Decided)
        })
    }

    /// Changes the number of concurrent games.
    fn change_jobs(
        &mut self,
        workers: &mut Vec<WorkerHandle>,
        change: isize,
        on_progress: &mut dyn FnMut(ProgressEvent<'_>, &Results),
    ) -> Result<(), RunError> {
        let note = self.jobs.change(change);
        let (jobs, note) = (self.jobs.count(), note.as_deref());
        on_progress(ProgressEvent::JobsChanged { jobs, note }, &self.results);
        while workers.len() < jobs {
            workers.push(self.start_worker(workers.len())?);
        }
        for worker in workers.iter_mut().filter(|worker| worker.is_idle()) {
            self.assign_next(worker, on_progress)?;
        }
        Ok(())
    }

    /// Gives a worker its next game, if one can be played now.
    fn assign_next(
        &mut self,
        worker: &mut WorkerHandle,
        on_progress: &mut dyn FnMut(ProgressEvent<'_>, &Results),
    ) -> Result<(), RunError> {
        if worker.number() >= self.jobs.count() {
            worker.close_engines();
            return Ok(());
        }
        let Some(scheduled) = self.queue.next(&self.games)? else {
            return Ok(());
        };
        let task = GameTask {
            game: scheduled.game,
            round: scheduled.round,
            encounter: scheduled.encounter,
            variant: self.spec.variant,
            opening: self.openings.opening(scheduled.encounter)?,
        };
        let number = worker.number();
        worker.assign(Assignment {
            task,
            engines: [scheduled.white, scheduled.black],
            options: Default::default(),
        });
        let (worker, scheduled) = (number, &scheduled);
        on_progress(ProgressEvent::Started { worker, scheduled }, &self.results);
        Ok(())
    }
}

/// Returns a description of the game's fault or first warning, either of which ends a strict run.
fn strict_violation(report: &GameReport) -> Option<String> {
    let fault = report.end.is_fault().then(|| report.detail.clone());
    let text = fault.or_else(|| Some(report.warnings.first()?.to_string()))?;
    Some(format!("game {}: {text}", report.game))
}

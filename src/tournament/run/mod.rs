//! Runs a tournament: worker threads play games, and one thread owns the results.
//!
//! The caller's thread owns the schedule and the journal and does nothing else, so a
//! game is reported as soon as it ends, and games never compete for a file.
//! Each worker is a thread that plays one game at a time, and keeps the engines of
//! its last game running for the next.

mod check;
mod copy_streak;
mod delays;
mod events;
mod forecast;
mod handle;
mod jobs;
mod log_names;
mod queue;
mod settings;
mod source;
mod streaks;
mod worker;
mod workers;

use std::collections::HashMap;
use std::time::Duration;

pub use check::{EngineCheck, check_engine, check_engines};
pub(super) use copy_streak::CopyStreak;
pub use delays::Delays;
pub use events::{ProgressEvent, RunEnd, RunEvent};
pub use handle::RunHandle;
pub use jobs::MAX_JOBS;
pub use queue::{GameQueue, QueueError};
pub use settings::RunSettings;
pub use source::{GameSource, NextGame, SourceError};
pub use worker::Participants;
pub use workers::Workers;

use super::journal::{Games, Journal};
use super::openings::{OpeningError, Openings};
use super::player::StartError;
use super::{GameReport, GameTask, Results, Spec, Termination};
use forecast::Forecast;
use jobs::Jobs;
use source::OwnGames;
use streaks::{BreakdownDecision, BreakdownStreaks};

/// An error in running a tournament.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The source of the games can't be used.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The opening of a game can't be provided.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The games can't be scheduled.
    #[error(transparent)]
    Schedule(#[from] QueueError),
    /// A worker thread can't be started.
    #[error("can't start a thread: {0}")]
    Thread(#[from] std::io::Error),
    /// A worker thread has panicked.
    #[error("a thread that played games panicked; please report this")]
    WorkerPanicked,
}

/// The schedule and the openings of a tournament, prepared before its first
/// game.
#[derive(Debug)]
pub struct TournamentPlan {
    queue: GameQueue,
    openings: Openings,
    /// The warning to show before the tournament starts.
    warning: Option<String>,
    /// The copies so far, if a pass of them ends the tournament.
    copies: Option<CopyStreak>,
    /// Whether they have ended it.
    is_ended_by_copies: bool,
}

impl TournamentPlan {
    /// Creates the plan of a tournament in which these games have been played.
    ///
    /// # Errors
    /// Returns an error if the openings can't be provided, or if the games can't be scheduled.
    pub fn new(spec: &Spec, games: &Games) -> Result<Self, RunError> {
        let openings = Openings::new(spec.variant, &spec.openings)?;
        let Forecast { mut warning, pass } = Forecast::new(spec, &openings)?;
        let queue = GameQueue::new(spec, games)?;
        if let (None, Some(total)) = (&warning, queue.total()) {
            let last = queue
                .waiting()
                .map(|game| spec.opening_number(game.encounter, game.round))
                .max();
            let encounters = total / spec.games.max(1);
            let openings_needed = match spec.opening_per_round {
                true => last.unwrap_or(0),
                false => encounters,
            };
            warning = openings.shortage(openings_needed);
        }
        let mut copies = pass.map(CopyStreak::of_pass);
        let is_ended_by_copies = copies
            .as_mut()
            .is_some_and(|copies| copies.is_whole_pass(&Results::new(spec, games).evidence));
        Ok(Self {
            queue,
            openings,
            warning,
            copies,
            is_ended_by_copies,
        })
    }

    /// Returns the schedule.
    pub fn into_queue(self) -> GameQueue {
        self.queue
    }

    /// Returns the copies of games so far, if a whole pass of them ends the tournament.
    pub(super) fn copies(&self) -> Option<CopyStreak> {
        self.copies.clone()
    }

    /// Returns whether no game remains to be played.
    pub fn is_finished(&self) -> bool {
        self.queue.is_finished() || self.is_ended_by_copies
    }

    /// Returns the warning to show before the tournament starts, if any.
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }
}

/// A run of a tournament.
pub struct Run<'r> {
    spec: &'r Spec,
    settings: &'r RunSettings,
    source: Box<dyn GameSource + 'r>,
    games: Games,
    results: Results,
    openings: Openings,
    /// The copies so far, if a pass of them ends the tournament.
    copies: Option<CopyStreak>,
    /// How long to wait before the source is asked for a game again, if it asked for that.
    wait: Option<Duration>,
    /// The number of times that each game has been replayed after a breakdown.
    retries: HashMap<u32, u32>,
    streaks: BreakdownStreaks,
    delays: Delays,
    jobs: Jobs,
    workers: Workers,
}

/// A function that is called with each progress event of a run and the results so far.
type OnProgress<'p> = &'p mut dyn FnMut(ProgressEvent<'_>, &Results);

impl<'r> Run<'r> {
    /// Creates a run of a tournament's remaining games. The plan must have been
    /// made for `games`.
    pub fn new(
        spec: &'r Spec,
        settings: &'r RunSettings,
        plan: TournamentPlan,
        (journal, games): (Journal, Games),
    ) -> Self {
        let worker = settings.worker.clone();
        let own_games = |queue| OwnGames {
            queue,
            journal,
            worker,
        };
        Self::with_source(spec, settings, plan, games, own_games)
    }

    /// Creates a run whose games come from the source that `source` makes of the schedule. The
    /// plan must have been made for `games`.
    pub fn with_source<S: GameSource + 'r>(
        spec: &'r Spec,
        settings: &'r RunSettings,
        plan: TournamentPlan,
        games: Games,
        source: impl FnOnce(GameQueue) -> S,
    ) -> Self {
        let participants = Participants {
            engines: spec.engines.clone(),
            adjudication: spec.adjudication.clone(),
        };
        Self {
            spec,
            settings,
            source: Box::new(source(plan.queue)),
            results: Results::new(spec, &games),
            openings: plan.openings,
            copies: plan.copies,
            wait: None,
            games,
            retries: HashMap::new(),
            streaks: BreakdownStreaks::new(settings.max_breakdowns),
            delays: Delays::default(),
            jobs: Jobs::new(settings, &spec.engines),
            workers: Workers::new(participants),
        }
    }

    /// Returns a handle with which another thread can stop the run.
    pub fn run_handle(&self) -> RunHandle {
        self.workers.run_handle()
    }

    /// Returns the results so far: scores, faults and warnings.
    pub const fn results(&self) -> &Results {
        &self.results
    }

    /// Returns the total number of games, if it is known.
    pub fn total(&self) -> Option<u32> {
        self.source.total()
    }

    /// Returns the reports of the games that count so far.
    pub const fn games(&self) -> &Games {
        &self.games
    }

    /// Plays until all games have been played, the sequential test is decided or its games are only
    /// repeated, or the run is stopped.
    ///
    /// # Errors
    /// Returns an error if the journal can't be written, an opening can't be provided, the games
    /// can't be scheduled, or a thread can't be started or panics. Games in the journal stay there.
    pub fn play(&mut self, on_progress: OnProgress) -> Result<RunEnd, RunError> {
        if let Some(run_end) = self.end_of_test() {
            return Ok(run_end);
        }
        let run_end = self.run_games(on_progress);
        // Games that are still being played are interrupted.
        self.workers.stop();
        run_end
    }

    /// Assigns games to the workers and handles their events.
    fn run_games(&mut self, on_progress: OnProgress) -> Result<RunEnd, RunError> {
        self.workers
            .start(self.jobs.count(), self.jobs.settings())?;
        self.assign_games(on_progress)?;
        loop {
            let is_idle = self.workers.are_idle();
            // In knockouts and Swiss tournaments, other games may depend on the held games.
            let held_games = if is_idle {
                self.streaks.release_all()
            } else {
                Vec::new()
            };
            let run_end = if !held_games.is_empty() {
                let run_end = self.count_games(held_games, on_progress)?;
                if run_end.is_none() {
                    self.assign_games(on_progress)?;
                }
                run_end
            } else if is_idle && self.wait.is_none() {
                return Ok(self.end_without_games());
            } else {
                match self.workers.next_event(self.wait.unwrap_or(Duration::MAX)) {
                    Some(event) => self.handle_event(event, on_progress)?,
                    None => {
                        self.assign_games(on_progress)?;
                        None
                    }
                }
            };
            if let Some(run_end) = run_end {
                return Ok(run_end);
            }
        }
    }

    /// Returns the reason for the end of a run that has no games left.
    fn end_without_games(&self) -> RunEnd {
        match self.source.is_ended() {
            true => RunEnd::Ended,
            false => RunEnd::Complete,
        }
    }

    /// Returns the end of a test that is decided, or whose games are only repeated.
    fn end_of_test(&mut self) -> Option<RunEnd> {
        // Other processes may know of other games.
        if !self.source.is_whole() {
            return None;
        }
        if self.spec.is_decided(&self.results) {
            return Some(RunEnd::Decided);
        }
        let evidence = &self.results.evidence;
        let games = evidence.originals();
        let is_over = self.copies.as_mut()?.is_whole_pass(evidence);
        is_over.then_some(RunEnd::NoOtherGames { games })
    }

    /// Handles an event. If the run is over, returns the reason.
    fn handle_event(
        &mut self,
        event: RunEvent,
        on_progress: OnProgress,
    ) -> Result<Option<RunEnd>, RunError> {
        match event {
            RunEvent::Stop => return Ok(Some(RunEnd::Stopped)),
            RunEvent::WorkerPanicked => return Err(RunError::WorkerPanicked),
            RunEvent::CannotStart(StartError::ProgramChanged(change)) => {
                return Ok(Some(RunEnd::ProgramChanged(change)));
            }
            RunEvent::CannotStart(error) => {
                return Ok(Some(RunEnd::CannotStart(error.to_string())));
            }
            RunEvent::ChangeJobs(change) => self.change_jobs(change, on_progress)?,
            RunEvent::PauseChanged(reasons) => {
                let reasons = &reasons;
                on_progress(ProgressEvent::PauseChanged { reasons }, &self.results);
            }
            RunEvent::Turn(worker, turn_number, turn) => {
                let progress = ProgressEvent::Turn {
                    worker,
                    turn_number,
                    turn: &turn,
                };
                on_progress(progress, &self.results);
            }
            RunEvent::Finished(_, report) => {
                if let Some(run_end) = self.handle_report(*report, on_progress)? {
                    return Ok(Some(run_end));
                }
                // In knockouts and Swiss tournaments, one result can make many games available.
                self.assign_games(on_progress)?;
            }
        }
        Ok(None)
    }

    /// Handles the report of a game that has ended: counts it, holds it back, or puts the game
    /// back into the queue. If the run is over, returns the reason.
    fn handle_report(
        &mut self,
        report: GameReport,
        on_progress: OnProgress,
    ) -> Result<Option<RunEnd>, RunError> {
        let game = report.game;
        if report.end == Termination::RunnerDelayed {
            let attempts = self.delays.add(game, &report.detail);
            if attempts.is_none() {
                self.source.requeue(game);
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
                self.source.requeue(game);
                on_progress(ProgressEvent::Retried { report: &report }, &self.results);
                return Ok(None);
            }
        }
        let held_report = report.end.is_breakdown().then(|| report.clone());
        match self.streaks.add(report) {
            BreakdownDecision::Count(games) => self.count_games(games, on_progress),
            BreakdownDecision::Hold => {
                if let Some(report) = &held_report {
                    on_progress(ProgressEvent::Held { report }, &self.results);
                }
                Ok(None)
            }
            BreakdownDecision::GiveUp(run_end) => Ok(Some(run_end)),
        }
    }

    /// Counts games. If the run is over, returns the reason.
    fn count_games(
        &mut self,
        games: Vec<GameReport>,
        on_progress: OnProgress,
    ) -> Result<Option<RunEnd>, RunError> {
        let mut first_violation = None;
        for mut report in games {
            report.abandoned = self.delays.take(report.game);
            let strict_violation = strict_violation(&report).filter(|_| self.settings.is_strict);
            first_violation = first_violation.or(strict_violation);
            let game = report.game;
            self.source.add(&mut report)?;
            self.results.add(&report);
            self.games.insert(game, report);
            if let Some(report) = self.games.get(&game) {
                on_progress(ProgressEvent::Finished { report }, &self.results);
            }
        }
        let strict = first_violation.map(RunEnd::Strict);
        Ok(strict.or_else(|| self.end_of_test()))
    }

    /// Changes the number of concurrent games.
    fn change_jobs(&mut self, change: isize, on_progress: OnProgress) -> Result<(), RunError> {
        let note = self.jobs.change(change);
        let (jobs, note) = (self.jobs.count(), note.as_deref());
        on_progress(ProgressEvent::JobsChanged { jobs, note }, &self.results);
        self.workers.start(jobs, self.jobs.settings())?;
        self.assign_games(on_progress)
    }

    /// Gives idle workers the games that can be played now; closes the engines of surplus workers.
    fn assign_games(&mut self, on_progress: OnProgress) -> Result<(), RunError> {
        self.wait = None;
        let mut has_games = true;
        for worker in self.workers.idle() {
            if worker >= self.jobs.count() {
                self.workers.close_engines(worker);
                continue;
            }
            // Where one worker gets no game, none gets one, and asking may cost a server work.
            if !has_games {
                continue;
            }
            let next = self.source.next(&self.games)?;
            has_games = matches!(next, NextGame::Game(_));
            if let NextGame::Wait(time) = next {
                self.wait = Some(time);
            } else if let NextGame::Game(scheduled) = next {
                let task = GameTask {
                    scheduled,
                    variant: self.spec.variant,
                    opening: self.openings.opening(
                        self.spec
                            .opening_number(scheduled.encounter, scheduled.round),
                    )?,
                    options: Default::default(),
                };
                let (scheduled, opening) = (&scheduled, &task.opening.clone());
                self.workers.assign(worker, task);
                let started = ProgressEvent::Started {
                    worker,
                    scheduled,
                    opening,
                };
                on_progress(started, &self.results);
            }
        }
        Ok(())
    }
}

/// Returns a description of the game's fault or first warning, either of which ends a strict run.
fn strict_violation(report: &GameReport) -> Option<String> {
    let fault = report.end.is_fault().then(|| report.detail.clone());
    let text = fault.or_else(|| Some(report.warnings.first()?.to_string()))?;
    Some(format!("game {}: {text}", report.game))
}

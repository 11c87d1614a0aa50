//! Follows a shared tournament and decides its sequential test.
//!
//! The test counts games in the order of their numbers, from the first chunk up to the first one
//! that is missing, and stops at the game that decides it. So it counts exactly the games that one
//! process with one game at a time would have played, whatever the speeds of the workers. Games
//! after the first gap, and after the decision, are shown but not counted.
//!
//! Once the tournament was ended, the games that count are those of the verdict: as many, from the
//! first on, as the watcher that ended it has counted. All watchers write the same games, whatever
//! they see.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::error::ClusterError;
use super::names;
use super::part::Part;
use super::schedule::ChunkSchedule;
use super::settings::QueueSettings;
use super::store::{DiskStore, SIGHT, Store};
use super::verdict::Verdict;
use super::workers::WorkerTable;
use crate::tournament::folder::Folder;
use crate::tournament::journal::{Games, JournalError, read_games};
use crate::tournament::run::{CopyStreak, TournamentPlan};
use crate::tournament::{Results, Spec};

/// The time between two looks for games that are not there yet.
const LOOK: Duration = Duration::from_millis(500);

/// A shared tournament that is being followed.
#[derive(Debug)]
pub struct Watch {
    folder: Folder,
    store: DiskStore,
    spec: Spec,
    settings: QueueSettings,
    schedule: ChunkSchedule,
    /// The games that count, and their results.
    games: Games,
    results: Results,
    /// The first chunk that is missing.
    next: u32,
    /// The chunks after it that are complete.
    later: BTreeMap<u32, Games>,
    /// The games after the last one that counts.
    surplus: Games,
    is_decided: bool,
    /// The copies so far, if a pass of them ends the tournament.
    copies: Option<CopyStreak>,
    /// Whether they have ended it.
    is_ended_by_copies: bool,
    /// The number of games that count, once the tournament was ended.
    limit: Option<usize>,
    /// The records of the workers, by name.
    parts: BTreeMap<String, Part>,
    accepts_changes: bool,
}

impl Watch {
    /// Follows the tournament in a folder. `plan` is that of the tournament without games.
    /// `accepts_changes` says whether the engines' files may differ from worker to worker.
    ///
    /// # Errors
    /// Returns an error if the folder contains no shared tournament.
    pub fn new(
        folder: Folder,
        spec: Spec,
        plan: TournamentPlan,
        accepts_changes: bool,
    ) -> Result<Self, ClusterError> {
        let settings = QueueSettings::read(&folder)?;
        let copies = plan.copies();
        let queue = plan.into_queue();
        let games = Games::new();
        Ok(Self {
            store: DiskStore::new(folder.path().to_owned()),
            folder,
            schedule: ChunkSchedule::new(&spec, queue, settings.chunk),
            results: Results::new(&spec, &games),
            spec,
            settings,
            games,
            next: 1,
            later: BTreeMap::new(),
            surplus: Games::new(),
            is_decided: false,
            copies,
            is_ended_by_copies: false,
            limit: None,
            parts: BTreeMap::new(),
            accepts_changes,
        })
    }

    /// Returns the spec of the tournament.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the games that count.
    pub const fn games(&self) -> &Games {
        &self.games
    }

    /// Returns the results of the games that count.
    pub const fn results(&self) -> &Results {
        &self.results
    }

    /// Returns the number of games in the tournament, if it is known.
    pub const fn total(&self) -> Option<u32> {
        self.schedule.total()
    }

    /// Returns the number of games that are known and don't count: those after the first missing
    /// chunk, and those after the end.
    pub fn uncounted(&self) -> usize {
        self.later.values().map(Games::len).sum::<usize>() + self.surplus.len()
    }

    /// Returns whether the test is decided.
    pub const fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// Returns whether the test is decided, or its games are only repeated, or all games have been
    /// played.
    pub const fn is_over(&self) -> bool {
        self.is_decided || self.is_ended_by_copies || self.next > self.schedule.chunks()
    }

    /// Returns whether all games that count are known: the tournament is over or was ended.
    pub fn is_complete(&self) -> bool {
        self.is_over() || self.limit.is_some_and(|limit| self.games.len() >= limit)
    }

    /// Returns the records of the workers whose games are known.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.parts.values()
    }

    /// Returns the contributions of the workers, with the games that don't count.
    pub fn workers(&self) -> WorkerTable {
        let uncounted = [&self.surplus].into_iter().chain(self.later.values());
        let games = [&self.games].into_iter().chain(uncounted);
        WorkerTable::new(&self.spec, games.flat_map(Games::values))
    }

    /// Reads the chunks that have become complete. Returns whether there are any.
    ///
    /// # Errors
    /// Returns an error if a chunk can't be read or does not belong to the tournament, or if its
    /// worker differs from the first one.
    pub fn poll(&mut self) -> Result<bool, ClusterError> {
        let files = self.store.list(names::CHUNKS);
        let files = files.map_err(|error| self.io_error(names::CHUNKS, error))?;
        let found: BTreeSet<u32> = files
            .iter()
            .filter_map(|name| names::parse_chunk(name))
            .filter(|chunk| *chunk >= self.next && !self.later.contains_key(chunk))
            .collect();
        let mut is_changed = false;
        for chunk in found {
            if let Some(games) = self.read_chunk(chunk)? {
                self.later.insert(chunk, games);
                is_changed = true;
            }
        }
        while let Some(games) = self.later.remove(&self.next) {
            self.next += 1;
            self.count(games);
        }
        Ok(is_changed)
    }

    /// Counts the games of the next chunk, up to the last one that counts.
    fn count(&mut self, games: Games) {
        for (game, report) in games {
            let is_full = self.limit.is_some_and(|limit| self.games.len() >= limit);
            if self.is_decided || self.is_ended_by_copies || is_full {
                self.surplus.insert(game, report);
                continue;
            }
            self.results.add(&report);
            self.games.insert(game, report);
            self.is_decided = self.spec.is_decided(&self.results);
            let evidence = &self.results.evidence;
            let copies = self.copies.as_mut();
            self.is_ended_by_copies = copies.is_some_and(|copies| copies.is_whole_pass(evidence));
        }
    }

    /// Counts only games that count for the verdict by which the tournament was ended.
    pub fn keep_to(&mut self, verdict: &Verdict) {
        self.limit = Some(verdict.games);
        // The watcher that ended it had seen fewer games.
        if let Some(first) = self.games.keys().nth(verdict.games).copied() {
            self.surplus.append(&mut self.games.split_off(&first));
            self.results = Results::new(&self.spec, &self.games);
            self.is_decided = self.spec.is_decided(&self.results);
        }
    }

    /// Waits until all games of the verdict are known, since this machine may see an older listing
    /// than that of the watcher that ended the tournament. Returns `false` if `should_stop` does not
    /// let it.
    ///
    /// # Errors
    /// Returns an error if a chunk can't be used, or if games are missing even after a while.
    pub fn await_games(
        &mut self,
        verdict: &Verdict,
        should_stop: &dyn Fn(Duration) -> bool,
    ) -> Result<bool, ClusterError> {
        self.keep_to(verdict);
        let started = Instant::now();
        while self.games.len() < verdict.games {
            if started.elapsed() >= SIGHT {
                return Err(ClusterError::MissingGames {
                    path: self.folder.join(names::ENDED),
                    counted: verdict.games,
                    found: self.games.len(),
                });
            }
            if should_stop(LOOK) {
                return Ok(false);
            }
            self.poll()?;
        }
        Ok(true)
    }

    /// Reads a complete chunk; `None` if it can't be seen as a whole yet.
    fn read_chunk(&mut self, chunk: u32) -> Result<Option<Games>, ClusterError> {
        let path = self.store.path(&names::chunk_file(chunk));
        let games = match read_games(&path) {
            Ok(games) => games,
            // The listing may be newer than what this client knows of the file.
            Err(JournalError::Io { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let scheduled = self.schedule.games(chunk)?.to_vec();
        let of = |game: u32| scheduled.iter().find(|scheduled| scheduled.game == game);
        let is_foreign = |game: &u32| match (of(*game), games.get(game)) {
            (Some(scheduled), Some(report)) => !self.schedule.is_of(scheduled, report),
            _ => true,
        };
        if let Some(game) = games.keys().copied().find(|game| is_foreign(game)) {
            return Err(ClusterError::ForeignGame { path, game });
        }
        if games.len() < scheduled.len() {
            return Ok(None);
        }
        let workers: BTreeSet<&String> = games
            .values()
            .filter_map(|report| report.worker.as_ref())
            .collect();
        for worker in workers {
            self.admit(worker)?;
        }
        Ok(Some(games))
    }

    /// Checks that a worker may take part.
    fn admit(&mut self, worker: &str) -> Result<(), ClusterError> {
        if self.parts.contains_key(worker) {
            return Ok(());
        }
        let part: Option<Part> = self.folder.read_file(&names::worker_file(worker))?;
        let part = part.ok_or_else(|| ClusterError::UnknownWorker(worker.to_owned()))?;
        check_part(&self.settings, &part, self.accepts_changes)?;
        self.parts.insert(worker.to_owned(), part);
        Ok(())
    }

    /// Ends the tournament: the shares end after their games in progress. Returns the verdict that
    /// holds, which is that of another process if it was faster.
    ///
    /// # Errors
    /// Returns an error if the verdict can't be written.
    pub fn end(&self) -> Result<Verdict, ClusterError> {
        let verdict = Verdict::new(&self.results, self.games.len(), !self.is_over());
        if verdict.write(&self.folder)? {
            return Ok(verdict);
        }
        Ok(Verdict::read(&self.folder)?.unwrap_or(verdict))
    }

    fn io_error(&self, name: &str, error: io::Error) -> ClusterError {
        let path: PathBuf = self.store.path(name);
        ClusterError::Io { path, error }
    }
}

/// Checks that a worker does not differ from the first one.
///
/// # Errors
/// Returns an error that says what differs.
pub(super) fn check_part(
    settings: &QueueSettings,
    part: &Part,
    accepts_changes: bool,
) -> Result<(), ClusterError> {
    match settings.first.difference(part, accepts_changes) {
        None => Ok(()),
        Some(difference) => Err(ClusterError::Mixture {
            worker: part.worker.clone(),
            first: settings.first.worker.clone(),
            difference,
        }),
    }
}

//! A share of a tournament: the games of the chunks that a worker claims.
//!
//! Each claim has a journal of its own, so that no two processes write to one file. A worker that
//! takes over a chunk begins with the complete games of its earlier claims. A journal that has all
//! games of its chunk is published under the chunk's number. A thread stamps the claims, so that
//! long games do not look like a dead worker.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::io;
use std::path::PathBuf;

use super::beats::Beats;
use super::error::ClusterError;
use super::names;
use super::names::Claim;
use super::queue::{ChunkQueue, Claimed};
use super::schedule::ChunkSchedule;
use super::settings::QueueSettings;
use super::store::DiskStore;
use crate::tournament::journal::{Games, Journal, read_games};
use crate::tournament::run::{GameQueue, GameSource, NextGame, SourceError};
use crate::tournament::{GameReport, ScheduledGame, Spec};
use crate::util::fnv::fnv1a;

/// A worker's place in a shared tournament: its folder and its unique name.
#[derive(Clone, Debug)]
pub struct Membership {
    /// The path of the folder of the tournament.
    pub folder: PathBuf,
    /// The name of the worker.
    pub worker: String,
    /// The settings of the queue.
    pub settings: QueueSettings,
}

/// The games of the chunks that a worker claims.
#[derive(Debug)]
pub struct SharedGames {
    queue: ChunkQueue<DiskStore>,
    schedule: ChunkSchedule,
    open: BTreeMap<u32, OpenChunk>,
    waiting: VecDeque<ScheduledGame>,
    assigned: HashMap<u32, ScheduledGame>,
    beats: Beats,
    is_ended: bool,
}

/// A chunk that is being played.
#[derive(Debug)]
struct OpenChunk {
    claim: Claim,
    journal: Journal,
    missing: BTreeSet<u32>,
}

impl SharedGames {
    /// Joins a shared tournament. `queue` is that of the tournament without games.
    pub fn new(spec: &Spec, queue: GameQueue, membership: &Membership) -> Self {
        let store = DiskStore::new(membership.folder.clone());
        let (worker, settings) = (membership.worker.clone(), &membership.settings);
        let schedule = ChunkSchedule::new(spec, queue, settings.chunk);
        let (chunks, seed) = (schedule.chunks(), fnv1a(worker.bytes()).into());
        let beats = Beats::new(store.clone(), worker.clone(), settings.beat());
        Self {
            queue: ChunkQueue::new(store, worker, settings.beat(), chunks, seed),
            schedule,
            open: BTreeMap::new(),
            waiting: VecDeque::new(),
            assigned: HashMap::new(),
            beats,
            is_ended: false,
        }
    }

    /// Opens the journal of a claim and queues the games that its earlier claims lack.
    fn open_chunk(&mut self, claim: Claim) -> Result<(), ClusterError> {
        let scheduled = self.schedule.games(claim.chunk)?.to_vec();
        let earlier = self.earlier_games(claim, &scheduled);
        let path = self.queue.store().path(&names::work_file(claim));
        let (mut journal, _) = Journal::open(&path)?;
        for report in earlier.values() {
            journal.append(report)?;
        }
        let is_missing = |game: &&ScheduledGame| !earlier.contains_key(&game.game);
        let missing = scheduled.iter().filter(is_missing);
        self.waiting.extend(missing.clone());
        let missing = missing.map(|game| game.game).collect();
        self.beats.hold(claim).map_err(ClusterError::Thread)?;
        let chunk = OpenChunk {
            claim,
            journal,
            missing,
        };
        self.open.insert(claim.chunk, chunk);
        self.publish_if_complete(claim.chunk)
    }

    /// Returns the games in the journals of a chunk's earlier claims.
    fn earlier_games(&self, claim: Claim, scheduled: &[ScheduledGame]) -> Games {
        let mut games = Games::new();
        for generation in 1..claim.generation {
            let earlier = Claim {
                generation,
                ..claim
            };
            let path = self.queue.store().path(&names::work_file(earlier));
            // A worker may have died before it wrote a game; its games are then played again.
            let Ok(mut found) = read_games(&path) else {
                continue;
            };
            for game in scheduled {
                let report = found.remove(&game.game);
                if let Some(report) = report.filter(|report| self.schedule.is_of(game, report)) {
                    games.entry(game.game).or_insert(report);
                }
            }
        }
        games
    }

    /// Publishes a chunk if all its games have been played.
    fn publish_if_complete(&mut self, chunk: u32) -> Result<(), ClusterError> {
        let is_complete = |open: &OpenChunk| open.missing.is_empty();
        let Some(claim) = self.open.get(&chunk).filter(|open| is_complete(open)) else {
            return Ok(());
        };
        let claim = claim.claim;
        match self.queue.publish(claim) {
            Ok(true) => {}
            Ok(false) => log::info!("chunk {chunk} was published by another worker"),
            Err(error) => {
                let path = self.queue.store().path(&names::work_file(claim));
                return Err(publish_error(path, error));
            }
        }
        self.open.remove(&chunk);
        self.beats.drop_claim(chunk);
        Ok(())
    }

    /// Drops the chunks that other workers have taken over while this one did not run.
    fn drop_lost_chunks(&mut self) {
        for chunk in self.beats.take_lost() {
            log::info!("chunk {chunk} was taken over by another worker");
            self.open.remove(&chunk);
            let schedule = &self.schedule;
            self.waiting
                .retain(|game| schedule.chunk_of(game.game) != chunk);
        }
    }

    fn io_error(&self, error: io::Error) -> ClusterError {
        ClusterError::Io {
            path: self.queue.store().path("queue"),
            error,
        }
    }

    /// Returns the next game, after claiming a chunk if needed.
    fn next_game(&mut self) -> Result<NextGame, ClusterError> {
        loop {
            let is_ended = self.queue.is_ended();
            self.is_ended = is_ended.map_err(|error| self.io_error(error))?;
            if self.is_ended {
                return Ok(NextGame::None);
            }
            self.drop_lost_chunks();
            if let Some(game) = self.waiting.pop_front() {
                self.assigned.insert(game.game, game);
                return Ok(NextGame::Game(game));
            }
            let held = self.open.keys().copied().collect();
            let claimed = self.queue.claim(&held);
            match claimed.map_err(|error| self.io_error(error))? {
                Claimed::Claim(claim) => self.open_chunk(claim)?,
                Claimed::Wait(time) => return Ok(NextGame::Wait(time)),
                Claimed::Done => return Ok(NextGame::None),
            }
        }
    }
}

impl GameSource for SharedGames {
    fn next(&mut self, _: &Games) -> Result<NextGame, SourceError> {
        self.next_game().map_err(shared)
    }

    fn requeue(&mut self, game: u32) {
        let is_open = self.open.contains_key(&self.schedule.chunk_of(game));
        if let Some(game) = self.assigned.get(&game).filter(|_| is_open) {
            self.waiting.push_front(*game);
        }
    }

    fn add(&mut self, report: &mut GameReport) -> Result<(), SourceError> {
        report.worker = Some(self.queue.worker().to_owned());
        let chunk = self.schedule.chunk_of(report.game);
        self.assigned.remove(&report.game);
        // The chunk may have been taken over.
        if let Some(open) = self.open.get_mut(&chunk) {
            open.journal.append(report)?;
            open.missing.remove(&report.game);
            self.publish_if_complete(chunk).map_err(shared)?;
        }
        Ok(())
    }

    fn total(&self) -> Option<u32> {
        self.schedule.total()
    }

    fn is_whole(&self) -> bool {
        false
    }

    fn is_ended(&self) -> bool {
        self.is_ended
    }
}

/// Returns the error for a result that can't be published.
pub(super) fn publish_error(path: PathBuf, error: io::Error) -> ClusterError {
    match error.kind() {
        io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied => {
            ClusterError::NoLinks { path, error }
        }
        _ => ClusterError::Io { path, error },
    }
}

fn shared(error: ClusterError) -> SourceError {
    SourceError::Shared(Box::new(error))
}

impl Drop for SharedGames {
    /// Gives up the chunks that are not complete, so that nobody waits for them.
    fn drop(&mut self) {
        self.beats.stop();
        for open in self.open.values() {
            if let Err(error) = self.queue.release(open.claim) {
                log::warn!("can't release chunk {}: {error}", open.claim.chunk);
            }
        }
    }
}

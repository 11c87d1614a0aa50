//! A share of a tournament: the games of the chunks that a worker claims.
//!
//! Each claim has a journal of its own, so that no two processes write to one file. A worker that
//! takes over a chunk begins with the complete games of its earlier claims. A journal that has all
//! games of its chunk is published under the chunk's number. A thread stamps the claims, so that
//! long games do not look like a dead worker.
//!
//! A game of a chunk waits, is in progress, or is in the journal, and only a game that the journal
//! lacks is assigned or appended. The games of a chunk that was lost go on: if this worker claims
//! the chunk again, they count for the new claim.

use std::collections::BTreeMap;
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
    beats: Beats,
    is_ended: bool,
}

/// A chunk of which this worker plays games.
#[derive(Debug)]
struct OpenChunk {
    /// The claim and its journal; `None` once another worker has taken the chunk over.
    claimed: Option<(Claim, Journal)>,
    /// The games that the journal lacks, by number; of a chunk without a claim, those in progress.
    missing: BTreeMap<u32, MissingGame>,
}

/// A game that the journal of its chunk lacks.
#[derive(Debug)]
struct MissingGame {
    scheduled: ScheduledGame,
    /// Whether it is in progress.
    is_assigned: bool,
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
            beats,
            is_ended: false,
        }
    }

    /// Opens the journal of a claim. The games that its earlier claims lack wait, unless they are
    /// still in progress since this worker lost the chunk.
    fn open_chunk(&mut self, claim: Claim) -> Result<(), ClusterError> {
        let scheduled = self.schedule.games(claim.chunk)?.to_vec();
        let earlier = self.earlier_games(claim, &scheduled);
        let path = self.queue.store().path(&names::work_file(claim));
        let (mut journal, _) = Journal::open(&path)?;
        for report in earlier.values() {
            journal.append(report)?;
        }
        let lost = self.open.remove(&claim.chunk);
        let in_progress = lost.map(|chunk| chunk.missing).unwrap_or_default();
        let missing = scheduled
            .into_iter()
            .filter(|scheduled| !earlier.contains_key(&scheduled.game));
        let missing = missing.map(|scheduled| {
            let is_assigned = in_progress.contains_key(&scheduled.game);
            let game = MissingGame {
                scheduled,
                is_assigned,
            };
            (scheduled.game, game)
        });
        let chunk = OpenChunk {
            claimed: Some((claim, journal)),
            missing: missing.collect(),
        };
        self.beats.hold(claim).map_err(ClusterError::Thread)?;
        self.open.insert(claim.chunk, chunk);
        self.close_if_complete(claim.chunk)
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

    /// Closes a chunk that lacks no game, and publishes it if it is claimed.
    fn close_if_complete(&mut self, chunk: u32) -> Result<(), ClusterError> {
        let is_complete = |open: &&OpenChunk| open.missing.is_empty();
        let Some(open) = self.open.get(&chunk).filter(is_complete) else {
            return Ok(());
        };
        if let Some((claim, _)) = open.claimed {
            match self.queue.publish(claim) {
                Ok(true) => {}
                Ok(false) => log::info!("chunk {chunk} was published by another worker"),
                Err(error) => {
                    let path = self.queue.store().path(&names::work_file(claim));
                    return Err(publish_error(path, error));
                }
            }
            self.beats.drop_claim(chunk);
        }
        self.open.remove(&chunk);
        Ok(())
    }

    /// Drops the claims that other workers have taken over while this one did not run.
    fn drop_lost_claims(&mut self) -> Result<(), ClusterError> {
        for chunk in self.beats.take_lost() {
            log::info!("chunk {chunk} was taken over by another worker");
            if let Some(open) = self.open.get_mut(&chunk) {
                open.claimed = None;
                open.missing.retain(|_, game| game.is_assigned);
            }
            self.close_if_complete(chunk)?;
        }
        Ok(())
    }

    /// Assigns the first game that waits.
    fn assign_waiting(&mut self) -> Option<ScheduledGame> {
        let chunks = self.open.values_mut();
        let mut games = chunks.flat_map(|chunk| chunk.missing.values_mut());
        let game = games.find(|game| !game.is_assigned)?;
        game.is_assigned = true;
        Some(game.scheduled)
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
            self.drop_lost_claims()?;
            if let Some(game) = self.assign_waiting() {
                return Ok(NextGame::Game(game));
            }
            let held = self.open.iter().filter(|(_, open)| open.claimed.is_some());
            let held = held.map(|(chunk, _)| *chunk).collect();
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
        let chunk = self.schedule.chunk_of(game);
        let Some(open) = self.open.get_mut(&chunk) else {
            return;
        };
        if open.claimed.is_some() {
            if let Some(game) = open.missing.get_mut(&game) {
                game.is_assigned = false;
            }
            return;
        }
        // Another worker plays the chunk.
        open.missing.remove(&game);
        if open.missing.is_empty() {
            self.open.remove(&chunk);
        }
    }

    fn add(&mut self, report: &mut GameReport) -> Result<(), SourceError> {
        report.worker = Some(self.queue.worker().to_owned());
        let chunk = self.schedule.chunk_of(report.game);
        let Some(open) = self.open.get_mut(&chunk) else {
            return Ok(());
        };
        // Another worker may have completed the game after taking the chunk over for a while.
        if open.missing.remove(&report.game).is_none() {
            return Ok(());
        }
        if let Some((_, journal)) = &mut open.claimed {
            journal.append(report)?;
        }
        self.close_if_complete(chunk).map_err(shared)
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
        for (claim, _) in self.open.values().filter_map(|open| open.claimed.as_ref()) {
            if let Err(error) = self.queue.release(*claim) {
                log::warn!("can't release chunk {}: {error}", claim.chunk);
            }
        }
    }
}

#[cfg(test)]
mod tests;

//! The schedule of a tournament, divided into chunks of encounters.

use crate::tournament::journal::Games;
use crate::tournament::run::{GameQueue, QueueError};
use crate::tournament::{GameReport, ScheduledGame, Spec, SprtSpec};

/// The schedule of a round-robin or gauntlet. An open-ended one grows as far as it is read.
#[derive(Debug)]
pub struct ChunkSchedule {
    queue: GameQueue,
    names: Vec<String>,
    /// The games that have been scheduled so far, in order.
    games: Vec<ScheduledGame>,
    games_per_chunk: usize,
    chunks: u32,
}

impl ChunkSchedule {
    /// Divides a schedule into chunks of `chunk` encounters. `queue` must be that of a tournament
    /// without games.
    pub fn new(spec: &Spec, queue: GameQueue, chunk: u32) -> Self {
        let games_per_chunk = spec.games.max(1).saturating_mul(chunk.max(1));
        // Only a test of two engines has no known number of games.
        let open_games = SprtSpec::MAX_ROUNDS.saturating_mul(spec.games.max(1));
        let games = queue.total().unwrap_or(open_games);
        Self {
            queue,
            names: spec.engine_names(),
            games: Vec::new(),
            games_per_chunk: games_per_chunk as usize,
            chunks: games.div_ceil(games_per_chunk),
        }
    }

    /// Returns the number of chunks.
    pub const fn chunks(&self) -> u32 {
        self.chunks
    }

    /// Returns the number of games in the tournament, if it is known.
    pub const fn total(&self) -> Option<u32> {
        self.queue.total()
    }

    /// Returns the chunk to which the game with this number belongs.
    pub fn chunk_of(&self, game: u32) -> u32 {
        let index = game.saturating_sub(1) as usize / self.games_per_chunk.max(1);
        u32::try_from(index + 1).unwrap_or(u32::MAX)
    }

    /// Returns the games of a chunk, in order; none after the last chunk.
    ///
    /// # Errors
    /// Returns an error if the games can't be scheduled.
    pub fn games(&mut self, chunk: u32) -> Result<&[ScheduledGame], QueueError> {
        let end = (chunk as usize).saturating_mul(self.games_per_chunk);
        while self.games.len() < end {
            match self.queue.next(&Games::new())? {
                Some(game) => self.games.push(game),
                None => break,
            }
        }
        let end = end.min(self.games.len());
        let start = end.saturating_sub(1) / self.games_per_chunk * self.games_per_chunk;
        let is_chunk = self.chunk_of(u32::try_from(end).unwrap_or(u32::MAX)) == chunk;
        let games = self.games.get(start..end).filter(|_| is_chunk && end > 0);
        Ok(games.unwrap_or_default())
    }

    /// Returns whether a report is that of a scheduled game.
    pub fn is_of(&self, scheduled: &ScheduledGame, report: &GameReport) -> bool {
        let has_name = |engine: usize, name: &str| {
            let known = self.names.get(engine);
            known.is_some_and(|known| known == name)
        };
        (report.game, report.round, report.encounter)
            == (scheduled.game, scheduled.round, scheduled.encounter)
            && has_name(scheduled.white, &report.white)
            && has_name(scheduled.black, &report.black)
            && report.is_counted()
    }
}

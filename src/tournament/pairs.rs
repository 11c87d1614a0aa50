//! Pairs of games that share an opening, with colours swapped.
//!
//! The games of an encounter form pairs by number: the first with the second, the third with the
//! fourth, and so on. Games may be added in any order; a pair is complete when both are added.

use std::collections::HashMap;

use super::GameReport;
use super::stats::Tally;

/// One game of a pair; engines are identified by their indices.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PairGame {
    /// The index of White's engine.
    pub white: usize,
    /// The index of Black's engine.
    pub black: usize,
    /// White's half points, 0 to 2.
    pub white_half_points: u8,
    /// Whether an engine lost the game by a fault.
    pub is_faulty: bool,
}

impl PairGame {
    /// Returns the result from White's point of view.
    pub const fn tally(&self) -> Tally {
        match self.white_half_points {
            0 => Tally::new(0, 0, 1),
            1 => Tally::new(0, 1, 0),
            _ => Tally::new(1, 0, 0),
        }
    }
}

/// A pair of games with colours swapped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    engines: [usize; 2],
    /// The half points of the first engine, 0 to 4.
    half_points: u8,
    /// The results of the first engine in both games.
    tally: Tally,
    /// Whether an engine lost one of the games by a fault.
    pub is_faulty: bool,
}

impl Pair {
    fn new(one: PairGame, other: PairGame) -> Option<Self> {
        let is_swapped = (one.white, one.black) == (other.black, other.white);
        is_swapped.then(|| Self {
            engines: [one.white, one.black],
            is_faulty: one.is_faulty || other.is_faulty,
            half_points: one.white_half_points + 2 - other.white_half_points.min(2),
            tally: one.tally() + other.tally().mirrored(),
        })
    }

    /// Returns both engines, each with its results in the two games.
    pub fn tallies(self) -> [(usize, Tally); 2] {
        let [one, other] = self.engines;
        [(one, self.tally), (other, self.tally.mirrored())]
    }

    /// Returns both engines, each with its half points.
    pub fn results(self) -> [(usize, usize); 2] {
        let [one, other] = self.engines;
        let half_points = usize::from(self.half_points.min(4));
        [(one, half_points), (other, 4 - half_points)]
    }
}

/// The games that wait for the other game of their pair.
#[derive(Clone, Debug)]
pub struct UnpairedGames {
    games_per_encounter: u32,
    /// The games, by encounter and pair within it.
    waiting: HashMap<(u32, u32), PairGame>,
}

impl UnpairedGames {
    /// Creates an empty collection for encounters of `games_per_encounter` games.
    pub fn new(games_per_encounter: u32) -> Self {
        Self {
            games_per_encounter: games_per_encounter.max(1),
            waiting: HashMap::new(),
        }
    }

    /// Adds a game, and returns its pair if that is now complete.
    pub fn add(&mut self, report: &GameReport, game: PairGame) -> Option<Pair> {
        let index = report.game.saturating_sub(1) % self.games_per_encounter;
        let key = (report.encounter, index / 2);
        let other = self.waiting.insert(key, game)?;
        let pair = Pair::new(game, other)?;
        self.waiting.remove(&key);
        Some(pair)
    }
}

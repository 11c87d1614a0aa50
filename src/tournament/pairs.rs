//! Pairs of games: one opening with both colours.
//!
//! The games of an encounter form pairs in their order, the first with the
//! second, the third with the fourth. Games may arrive in any order; a pair is complete when its
//! second game arrives.

use std::collections::HashMap;

use super::GameReport;

/// One game of a pair, with its engines by their indices.
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

/// Two games with colours swapped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    engines: [usize; 2],
    /// The half points of the first engine, 0 to 4.
    half_points: u8,
    /// Whether an engine lost one of the games by a fault.
    pub is_faulty: bool,
}

impl Pair {
    fn of(one: PairGame, other: PairGame) -> Option<Self> {
        let is_swapped = (one.white, one.black) == (other.black, other.white);
        is_swapped.then(|| Self {
            engines: [one.white, one.black],
            is_faulty: one.is_faulty || other.is_faulty,
            half_points: one.white_half_points + 2 - other.white_half_points.min(2),
        })
    }

    /// Returns the engines and the half points of each.
    pub fn results(self) -> [(usize, usize); 2] {
        let [one, other] = self.engines;
        let half_points = usize::from(self.half_points.min(4));
        [(one, half_points), (other, 4 - half_points)]
    }
}

/// The games whose partners have not arrived yet.
#[derive(Clone, Debug)]
pub struct UnpairedGames {
    games_each: u32,
    /// The games, by encounter and pair within it.
    waiting: HashMap<(u32, u32), PairGame>,
}

impl UnpairedGames {
    /// Returns an empty collection for encounters of `games_each` games.
    pub fn new(games_each: u32) -> Self {
        Self {
            games_each: games_each.max(1),
            waiting: HashMap::new(),
        }
    }

    /// Adds a game, and returns the pair if this game completes one.
    pub fn add(&mut self, report: &GameReport, half: PairGame) -> Option<Pair> {
        let within = report.game.saturating_sub(1) % self.games_each;
        let key = (report.encounter, within / 2);
        let other = self.waiting.insert(key, half)?;
        let pair = Pair::of(half, other)?;
        self.waiting.remove(&key);
        Some(pair)
    }
}

//! Pairs of games that share an opening, with colours swapped.
//!
//! The games of an encounter form pairs by number: the first with the second, the third with the
//! fourth, and so on. Games may be added in any order; a pair is complete with its second game.

use std::collections::HashMap;

use super::GameReport;
use super::stats::{Mirrored, Tally};

/// A game that may form a pair with another; engines are identified by their indices.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PairGame {
    /// The number of the game, from 1.
    pub game: u32,
    /// The number of its encounter, from 1.
    pub encounter: u32,
    /// The index of White's engine.
    pub white: usize,
    /// The index of Black's engine.
    pub black: usize,
    /// White's half points, 0 to 2.
    pub white_half_points: u8,
    /// Whether an engine lost the game by a fault.
    pub is_faulty: bool,
    /// Whether the game is a copy of an earlier one.
    pub is_copy: bool,
}

impl PairGame {
    /// Describes a game that is not known to be a copy. `index_of` returns the index of an engine.
    /// Returns `None` if the game has no result or one of its engines has no index.
    pub fn of(report: &GameReport, index_of: impl Fn(&str) -> Option<usize>) -> Option<Self> {
        Some(Self {
            game: report.game,
            encounter: report.encounter,
            white: index_of(&report.white)?,
            black: index_of(&report.black)?,
            white_half_points: report.result.white_half_points()?,
            is_faulty: report.end.is_fault(),
            is_copy: false,
        })
    }

    /// Returns the result from White's point of view.
    pub const fn tally(&self) -> Tally {
        Tally::of_game(self.white_half_points)
    }

    /// Returns the result from the point of view of an engine; `None` if it did not play.
    pub fn tally_of(&self, engine: usize) -> Option<Tally> {
        if self.white == engine {
            Some(self.tally())
        } else {
            (self.black == engine).then(|| self.tally().mirrored())
        }
    }

    /// Returns the result from the point of view of an engine; an empty tally if the engine did
    /// not play the game, or if a fault decided it.
    pub fn fault_free_tally(&self, engine: usize) -> Tally {
        let tally = self.tally_of(engine).filter(|_| !self.is_faulty);
        tally.unwrap_or_default()
    }
}

/// A pair of games with colours swapped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The games, in the order in which they were added.
    pub games: [PairGame; 2],
}

impl Pair {
    fn new(one: PairGame, other: PairGame) -> Option<Self> {
        let is_swapped = (one.white, one.black) == (other.black, other.white);
        is_swapped.then_some(Self {
            games: [one, other],
        })
    }

    /// Returns the indices of both engines, each with the engine's half points, 0 to 4.
    pub fn results(self) -> [(usize, usize); 2] {
        let [one, other] = self.games;
        let half_points = one.white_half_points.min(2) + 2 - other.white_half_points.min(2);
        let half_points = usize::from(half_points);
        [(one.white, half_points), (one.black, 4 - half_points)]
    }

    /// Returns whether an engine lost one of the games by a fault.
    pub fn is_faulty(self) -> bool {
        self.games.iter().any(|game| game.is_faulty)
    }

    /// Returns whether both games are copies of earlier ones.
    pub fn is_copied(self) -> bool {
        self.games.iter().all(|game| game.is_copy)
    }
}

/// The games that wait for the other game of their pair.
#[derive(Clone, Debug)]
pub struct UnpairedGames {
    games_per_encounter: u32,
    /// The games, by the number of the encounter and the index of the pair in the encounter.
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

    /// Returns whether a game belongs to no pair: the last of an odd number of games in an encounter.
    pub const fn is_single(&self, game: PairGame) -> bool {
        let games = self.games_per_encounter;
        games % 2 == 1 && self.index(game) == games - 1
    }

    /// Adds a game, and returns its pair if that is now complete.
    pub fn add(&mut self, game: PairGame) -> Option<Pair> {
        let key = (game.encounter, self.index(game) / 2);
        let other = self.waiting.insert(key, game)?;
        let pair = Pair::new(other, game)?;
        self.waiting.remove(&key);
        Some(pair)
    }

    /// Returns the games that wait for the other game of their pair, in no particular order.
    pub fn waiting(&self) -> impl Iterator<Item = &PairGame> {
        self.waiting.values()
    }

    /// Returns the index of a game in its encounter, from 0.
    const fn index(&self, game: PairGame) -> u32 {
        game.game.saturating_sub(1) % self.games_per_encounter
    }
}

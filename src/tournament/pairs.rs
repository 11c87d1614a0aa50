//! Which two games make a pair: both colours of one opening.
//!
//! **The decision:** the games of an encounter make pairs in their order, the
//! first with the second, the third with the fourth. Games may come in any
//! order; a pair is there when its second half comes.

use std::collections::HashMap;

use super::GameReport;

/// A game, its engines by their places.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Half {
    /// White's engine.
    pub white: usize,
    /// Black's engine.
    pub black: usize,
    /// White's half points, 0 to 2.
    pub white_half_points: u8,
    /// Whether an engine lost it by a fault.
    pub is_faulty: bool,
}

/// Two games with colours changed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    engines: [usize; 2],
    /// Those of the first of the engines, 0 to 4.
    half_points: u8,
    /// Whether an engine lost one of them by a fault.
    pub is_faulty: bool,
}

impl Pair {
    fn of(one: Half, other: Half) -> Option<Self> {
        let is_swapped = (one.white, one.black) == (other.black, other.white);
        is_swapped.then(|| Self {
            engines: [one.white, one.black],
            is_faulty: one.is_faulty || other.is_faulty,
            half_points: one.white_half_points + 2 - other.white_half_points.min(2),
        })
    }

    /// The engines and what each made of it, in half points.
    pub fn results(self) -> [(usize, usize); 2] {
        let [one, other] = self.engines;
        let half_points = usize::from(self.half_points.min(4));
        [(one, half_points), (other, 4 - half_points)]
    }
}

/// Games whose other half has not come yet.
#[derive(Clone, Debug)]
pub struct Halves {
    games_each: u32,
    /// By the encounter and the pair within it.
    waiting: HashMap<(u32, u32), Half>,
}

impl Halves {
    /// None yet, of encounters of so many games.
    pub fn new(games_each: u32) -> Self {
        Self {
            games_each: games_each.max(1),
            waiting: HashMap::new(),
        }
    }

    /// Takes in a game, and gives the pair of which it is the second half.
    pub fn add(&mut self, report: &GameReport, half: Half) -> Option<Pair> {
        let within = report.game.saturating_sub(1) % self.games_each;
        let key = (report.encounter, within / 2);
        let other = self.waiting.insert(key, half)?;
        let pair = Pair::of(half, other)?;
        self.waiting.remove(&key);
        Some(pair)
    }
}

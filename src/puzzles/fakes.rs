//! A search and a prover that say what a test wants, to test what is made of it.

use super::error::PuzzleError;
use super::judge::{Effort, OnlyTurn};
use super::prover::{ProvedWin, Prover};
use super::puzzle::{Goal, Proof};
use super::searches::{Found, Search, Stop};
use crate::engine::RootFilter;
use crate::game::GameRecord;
use crate::tables::Value;

/// How many nodes the searches are asked for.
pub const EFFORT: Effort = Effort {
    candidate: 100,
    check: 40,
    proof: 10,
};

/// An ending of Shatar with a turn for [`only_turn`]: b1b2.
pub const ROOK_ENDING: &str = "7k/p7/8/8/8/8/8/KR6 w";

/// Returns the only turn of [`ROOK_ENDING`], found by searches alone.
pub fn only_turn(goal: Goal, points: i32) -> OnlyTurn {
    OnlyTurn {
        turn: "b1b2".to_owned(),
        also: Vec::new(),
        goal,
        proof: Proof::Searched,
        wins_in: None,
        no_other_in: None,
        points,
        reply: None,
    }
}

/// A search to which every turn is worth what a function says; of equal ones, it finds the first by
/// the alphabet.
pub struct FakeSearch {
    /// The points of a turn for the side that plays it, in thousandths.
    pub points: fn(&str) -> i32,
    /// What has been asked, in order, with the number of nodes.
    pub log: Vec<String>,
}

impl FakeSearch {
    pub const fn new(points: fn(&str) -> i32) -> Self {
        let log = Vec::new();
        Self { points, log }
    }
}

impl Search for FakeSearch {
    fn clear(&mut self) {
        self.log.push("clear".to_owned());
    }

    fn best_of(
        &mut self,
        game: &GameRecord,
        filter: RootFilter,
        nodes: u64,
        _stop: Stop<'_>,
    ) -> Result<Option<Found>, PuzzleError> {
        let RootFilter { only, ignored } = filter;
        let asked = match (only.is_empty(), ignored.is_empty()) {
            (false, _) => format!("only {} {nodes}", only.join(" ")),
            (true, false) => format!("other {nodes}"),
            (true, true) => format!("best {nodes}"),
        };
        self.log.push(asked);
        let turns = game.legal_texts(usize::MAX).into_iter();
        let mut turns: Vec<String> = turns
            .filter(|turn| only.is_empty() || only.contains(turn))
            .filter(|turn| !ignored.contains(turn))
            .collect();
        turns.sort_by_cached_key(|turn| (-(self.points)(turn), turn.clone()));
        let best = turns.into_iter().next();
        Ok(best.map(|turn| {
            let points = (self.points)(&turn);
            Found {
                line: vec![turn],
                score: points - 500,
                points,
            }
        }))
    }
}

/// A prover whose proofs are set by the test.
#[derive(Default)]
pub struct FakeProver {
    /// The first turn of a win in two turns.
    pub win: Option<String>,
    /// The turns that win within this number of turns.
    pub winning: Vec<(u32, String)>,
    /// The keys of positions in which the side to move has a win.
    pub won: Vec<u64>,
}

impl Prover for FakeProver {
    fn clear(&mut self) {}

    fn win(&mut self, game: &GameRecord, _nodes: u64, _stop: Stop<'_>) -> Option<ProvedWin> {
        let line = match &self.win {
            Some(turn) => vec![turn.clone(), "reply".to_owned()],
            None => Vec::new(),
        };
        let is_won = self.win.is_some() || self.won.contains(&game.key());
        is_won.then_some(ProvedWin { moves: 2, line })
    }

    fn winning_turns(
        &mut self,
        _game: &GameRecord,
        moves: u32,
        _nodes: u64,
        _stop: Stop<'_>,
    ) -> Option<Vec<String>> {
        let winning = self.winning.iter().filter(|(within, _)| *within <= moves);
        Some(winning.map(|(_, turn)| turn.clone()).collect())
    }

    fn table_values(&self, _game: &GameRecord) -> Option<Vec<(String, Value)>> {
        None
    }
}

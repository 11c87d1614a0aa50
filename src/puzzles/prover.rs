//! Proofs: the solver's and those of endgame tables.
//!
//! This is the only code here that is compiled for each game; the rest sees games as records.

use std::path::Path;

use super::error::PuzzleError;
use super::searches::Stop;
use crate::game::{GameRecord, Playable, Variant, for_variant};
use crate::search::SearchGame;
use crate::solver::{ProofLimits, Solver};
use crate::tables::{MAX_TABLE_MEN, TableFolder, TableGame, TableSet, Value};

/// The size of the solver's table, in megabytes.
const HASH_MEGABYTES: usize = 32;
/// The longest win that exhaustive search looks for, in turns of the winner.
const MAX_MOVES: u32 = 12;

/// A proved win of the side to move; there may be a quicker one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvedWin {
    /// The number of own turns in which the side wins.
    pub moves: u32,
    /// The line against the longest resistance.
    pub line: Vec<String>,
}

/// What proves wins in games of one variant.
pub trait Prover: Send {
    /// Forgets all earlier proofs, so that later ones do not depend on them.
    fn clear(&mut self);

    /// Returns a proved win of the side to move, found within this number of nodes.
    fn win(&mut self, game: &GameRecord, nodes: u64, stop: Stop<'_>) -> Option<ProvedWin>;

    /// Returns the first turns that win within this number of own turns, by a search of all turns; of
    /// turns that lead to the same position, some may be left out. Returns `None` if `nodes` do not
    /// suffice.
    fn winning_turns(
        &mut self,
        game: &GameRecord,
        moves: u32,
        nodes: u64,
        stop: Stop<'_>,
    ) -> Option<Vec<String>>;

    /// Returns all legal turns with their values for the side to move; `None` if no table has the
    /// position, or if a limit on turns without a capture may draw the game first.
    fn table_values(&self, game: &GameRecord) -> Option<Vec<(String, Value)>>;
}

/// Creates a prover for a variant, with the endgame tables in a folder.
///
/// # Errors
/// Returns an error if the memory can't be allocated. Tables that can't be read are left out.
pub fn new_prover(variant: Variant, tables: Option<&Path>) -> Result<Box<dyn Prover>, PuzzleError> {
    for_variant!(variant, P => Ok(Box::new(GameProver::<P>::new(tables)?)))
}

struct GameProver<P: SearchGame> {
    solver: Solver<P>,
    tables: TableSet<P>,
}

impl<P: TableGame + SearchGame> GameProver<P> {
    fn new(tables: Option<&Path>) -> Result<Self, PuzzleError> {
        let read = |path: &Path| TableFolder::new(path).read_all(MAX_TABLE_MEN).0;
        Ok(Self {
            solver: Solver::new(HASH_MEGABYTES)?,
            tables: tables.map(read).unwrap_or_default(),
        })
    }
}

impl<P: TableGame + SearchGame> Prover for GameProver<P> {
    fn clear(&mut self) {
        self.solver.clear();
    }

    fn win(&mut self, game: &GameRecord, nodes: u64, stop: Stop<'_>) -> Option<ProvedWin> {
        let position = game.position_as::<P>()?;
        let limits = ProofLimits {
            moves: MAX_MOVES,
            nodes,
        };
        let solution = self.solver.solve(&position, limits, stop);
        let mut current = position;
        let mut line = Vec::new();
        for turn in solution.line {
            line.push(Playable::turn_text(&current, turn));
            current = current.after(turn);
        }
        Some(ProvedWin {
            moves: solution.win_within?,
            line,
        })
    }

    fn winning_turns(
        &mut self,
        game: &GameRecord,
        moves: u32,
        nodes: u64,
        stop: Stop<'_>,
    ) -> Option<Vec<String>> {
        let position = game.position_as::<P>()?;
        let limits = ProofLimits { moves, nodes };
        let turns = self.solver.winning_turns(&position, limits, stop)?;
        let text = |turn: &P::Move| Playable::turn_text(&position, *turn);
        Some(turns.iter().map(text).collect())
    }

    fn table_values(&self, game: &GameRecord) -> Option<Vec<(String, Value)>> {
        let position = game.position_as::<P>()?;
        let probe = self.tables.probe(&position).ok()?;
        let turns = probe.turns.iter();
        let values = turns.map(|&(turn, value)| (Playable::turn_text(&position, turn), value));
        (!probe.is_limit_near && !probe.is_limit_near_after).then(|| values.collect())
    }
}

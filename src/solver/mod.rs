//! Proofs of wins: the number of moves in which the side to move wins, found by a search
//! of all legal turns.
//!
//! "Wins in `n`" means: within `n` own moves, whatever the opponent plays, the opponent
//! has lost on the board: its biy is captured, or it has no legal turn. [`Solver`] tries
//! `n` = 1, 2, 3, … and so finds the smallest. It uses no evaluation and prunes nothing,
//! so both answers are proofs: the win in `n`, and that there is none in `n` − 1.
//!
//! **Why the path to a position may be forgotten.** Results are stored by position and
//! number of moves left, and draws by repetition are ignored. Let `d(P)` be the smallest
//! number of moves in which the side to move wins `P` if repetition never draws. A side
//! that always plays a turn that wins within `d(P)` is next to move in a position `P'`
//! with `d(P')` < `d(P)`, and the positions of the opponent are strictly ordered in the
//! same way. So no position occurs twice on the path of a shortest win, and repetition
//! can't take the win away; since repetition can't give a win either, `d` is the same
//! where it draws. (Each position is considered by itself here: in a game in which it has
//! occurred before, a third occurrence may be closer; that matters only if a position on
//! the path has occurred twice.) The number of moves left falls with every move, so the
//! search ends.
//!
//! **The clock.** [`Game::is_drawn`](crate::rules::Game::is_drawn) may depend on
//! [`Game::halfmove_clock`](crate::rules::Game::halfmove_clock), which is not part of
//! [`Game::key`](crate::rules::Game::key). The solver mixes the clock into the key, so
//! positions with different clocks share no result. The argument above still holds: a
//! higher clock only brings draws closer, so it can't lower `d`.
//!
//! **What the proof relies on.** The rules, and the 64-bit keys, which are stored in full
//! and assumed to differ for different positions. The generator may have truncated a list
//! of thousands of turns; a search that gets such a list gives up.

mod line;
mod ordering;
mod proof;
mod proof_table;

pub use proof_table::ProofTableError;

use crate::search::SearchGame;
use ordering::MoveOrdering;
use proof_table::ProofTable;

/// The maximum number of moves to search: the table can store no more, and the stack of a
/// thread can hold no more.
pub const MAX_MOVES: u32 = 60;

/// The limits of a proof search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ProofLimits {
    /// The length of the longest win to search for, in own moves; at most
    /// [`MAX_MOVES`].
    pub moves: u32,
    /// The maximum number of turns to make on the board.
    pub nodes: u64,
}

/// The result of a proof search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ProofVerdict {
    /// The side to move wins in this number of own moves, and not in fewer.
    Win(u32),
    /// The side to move does not win within this number of moves, the requested one.
    NoWin(u32),
    /// The nodes ran out, or the search was stopped: the side to move does not
    /// win within this number of moves; longer wins are undecided.
    Undecided(u32),
}

/// The answer of a [`Solver`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// The result.
    pub verdict: ProofVerdict,
    /// The shortest win against the longest resistance; empty without a win. It
    /// is incomplete only if the nodes ran out or the search was stopped.
    pub line: Vec<M>,
    /// The number of turns made on the board.
    pub nodes: u64,
}

/// The signal that the search was stopped by the caller or by a limit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Stopped;

/// A prover of wins in one game. Its table and move ordering serve all its
/// searches.
pub struct Solver<G: SearchGame> {
    table: ProofTable,
    ordering: MoveOrdering<G>,
    /// The number of turns made since the search began, and its limit.
    nodes: u64,
    node_limit: u64,
}

/// A callback, polled regularly, that returns `true` to stop the search.
type StopCheck<'s> = &'s dyn Fn() -> bool;

impl<G: SearchGame> Solver<G> {
    /// Creates a solver with a table of this many megabytes; 0 counts as 1.
    ///
    /// # Errors
    /// Returns an error if the system refuses the memory.
    pub fn new(megabytes: usize) -> Result<Self, ProofTableError> {
        Ok(Self {
            table: ProofTable::new(megabytes)?,
            ordering: MoveOrdering::new(),
            nodes: 0,
            node_limit: 0,
        })
    }

    /// Clears the table and the move ordering, so that later results do not depend on
    /// earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        self.ordering = MoveOrdering::new();
    }

    /// Finds the shortest win of the side to move. `stop` is polled regularly; it returns
    /// `true` to stop the search.
    pub fn solve(
        &mut self,
        position: &G,
        limits: ProofLimits,
        stop: StopCheck<'_>,
    ) -> Solution<G::Move> {
        self.begin(limits.nodes);
        let mut verdict = ProofVerdict::NoWin(0);
        let mut line = Vec::new();
        for moves in 1..=limits.moves.min(MAX_MOVES) {
            match self.wins(position, moves, 0, stop) {
                Ok(false) => verdict = ProofVerdict::NoWin(moves),
                Ok(true) => {
                    verdict = ProofVerdict::Win(moves);
                    line = self.line(position, moves, stop);
                    break;
                }
                Err(Stopped) => {
                    verdict = ProofVerdict::Undecided(moves - 1);
                    break;
                }
            }
        }
        Solution {
            verdict,
            line,
            nodes: self.nodes,
        }
    }

    /// Returns all turns that win within `limits.moves` moves, this one included;
    /// of turns that lead to the same position, some may be left out. Returns
    /// `None` if `limits.moves` is 0, if the nodes run out or if the search is
    /// stopped.
    pub fn winning_turns(
        &mut self,
        position: &G,
        limits: ProofLimits,
        stop: StopCheck<'_>,
    ) -> Option<Vec<G::Move>> {
        self.begin(limits.nodes);
        let ProofLimits { moves, .. } = limits;
        let moves_left = moves.min(MAX_MOVES).checked_sub(1)?;
        let turns = self.turns(position).ok()?;
        let mut winning = Vec::new();
        for turn in turns {
            let mut child = position.clone();
            child.play(turn);
            if self.loses(&child, moves_left, 1, stop).ok()? {
                winning.push(turn);
            }
        }
        Some(winning)
    }

    fn begin(&mut self, nodes: u64) {
        self.nodes = 0;
        self.node_limit = nodes;
    }
}

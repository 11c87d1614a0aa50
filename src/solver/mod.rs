//! Proofs: in how many moves the side to move wins, by looking at every legal
//! turn.
//!
//! "Wins in `n`" means: within `n` own moves, whatever the opponent plays, it
//! is lost on the board, its biy captured or without a legal turn. [`Solver`]
//! tries `n` = 1, 2, 3, … and so finds the least. It knows no evaluation and
//! leaves nothing out, so both answers are proofs: the win in `n`, and that
//! there is none in `n` − 1.
//!
//! **Why the way to a position may be forgotten.** Results are kept by position
//! and number of moves left, and draws by repetition are not looked at. Let
//! `d(P)` be the least number of moves in which the side to move wins `P` where
//! repetition draws nothing. Who always plays a turn that wins within `d(P)` is
//! next on turn in a position `P'` with `d(P')` < `d(P)`, and so are the
//! positions of the opponent strictly ordered. So no position comes twice on
//! the way to a shortest win, and repetition can't take it away; as it can't
//! give one either, `d` is the same where it draws. (A position stands for
//! itself here: a game in which it has stood before may be closer to a third
//! time; that hurts only if a position of the way has stood twice.)
//! The number of moves left falls with every move, so the search ends.
//!
//! **The clock.** [`Game::is_drawn`] may ask for [`Game::halfmove_clock`],
//! which is no part of [`Game::key`]. Here it is mixed into the key, so that
//! positions that differ in it share no result. The argument above holds with
//! it: a higher clock only brings draws closer, so `d` can't fall by it.
//!
//! **What is trusted.** The rules; and keys of 64 bits, kept whole, to differ
//! where positions do. A list of thousands of turns may have been cut by the
//! generator; a search that meets one gives up.

mod line;
mod order;
mod proof;
mod table;

pub use table::TableError;

use crate::base::Game;
use order::Experience;
use table::Table;

/// The greatest number of moves that may be asked for: what the table can
/// hold, and no more than the stack of a thread bears.
pub const MOST_MOVES: u32 = 60;

/// How far to search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The longest win looked for, in own moves; at most [`MOST_MOVES`].
    pub moves: u32,
    /// Turns to make on the board.
    pub nodes: u64,
}

/// What is proved.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move wins in so many own moves, and not in fewer.
    Win(u32),
    /// It does not win in so many moves, the number asked for.
    NoWin(u32),
    /// The nodes are spent, or the search was stopped: it does not win in so
    /// many moves, and what comes behind is not known.
    Undecided(u32),
}

/// The answer of a [`Solver`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// What is proved.
    pub verdict: Verdict,
    /// With a win: shortest win against longest resistance. Shorter than it
    /// should be only if the nodes are spent on the way.
    pub line: Vec<M>,
    /// Turns made on the board.
    pub nodes: u64,
}

/// The work was ended from outside, or by a limit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Stopped;

/// Proves wins of one game. What it has learnt of positions serves the next
/// ones, too.
pub struct Solver<G: Game> {
    table: Table,
    experience: Experience<G>,
    /// Turns made since the work began, and how many are allowed.
    nodes: u64,
    most: u64,
}

/// Asked now and then whether the work shall end.
type Stop<'s> = &'s dyn Fn() -> bool;

impl<G: Game> Solver<G> {
    /// A solver with a table of so many megabytes; 0 counts as 1.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        Ok(Self {
            table: Table::new(megabytes)?,
            experience: Experience::new(),
            nodes: 0,
            most: 0,
        })
    }

    /// Forgets all. What is found next depends on nothing before.
    pub fn clear(&mut self) {
        self.table.clear();
        self.experience = Experience::new();
    }

    /// Finds the shortest win of the side to move. `stop` is asked now and then
    /// whether the work shall end.
    pub fn solve(&mut self, position: &G, limits: Limits, stop: Stop<'_>) -> Solution<G::Move> {
        self.begin(limits.nodes);
        let mut verdict = Verdict::NoWin(0);
        let mut line = Vec::new();
        for moves in 1..=limits.moves.min(MOST_MOVES) {
            match self.wins(position, moves, 0, stop) {
                Ok(false) => verdict = Verdict::NoWin(moves),
                Ok(true) => {
                    verdict = Verdict::Win(moves);
                    line = self.line(position, moves, stop);
                    break;
                }
                Err(Stopped) => {
                    verdict = Verdict::Undecided(moves - 1);
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

    /// All turns that win within so many moves, this one counted; of turns that
    /// lead to the same position perhaps not all. `None` if the nodes do not
    /// suffice or the work was stopped.
    pub fn winning_turns(
        &mut self,
        position: &G,
        limits: Limits,
        stop: Stop<'_>,
    ) -> Option<Vec<G::Move>> {
        self.begin(limits.nodes);
        let Limits { moves, .. } = limits;
        let behind = moves.min(MOST_MOVES).checked_sub(1)?;
        let turns = self.turns(position).ok()?;
        let mut winning = Vec::new();
        for mv in turns {
            let mut child = position.clone();
            child.play(mv);
            if self.loses(&child, behind, 1, stop).ok()? {
                winning.push(mv);
            }
        }
        Some(winning)
    }

    fn begin(&mut self, nodes: u64) {
        self.nodes = 0;
        self.most = nodes;
    }
}

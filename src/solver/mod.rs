//! Proofs of wins: the number of moves in which the side to move wins, found by exhaustive
//! search.
//!
//! A side "wins in `n`" if within `n` moves of its own, whatever the opponent plays, the
//! opponent has lost on the board: its biy is captured, say, or it has no legal turn.
//! [`Solver`] tries `n` = 1, 2, 3, … and so finds the smallest. It uses no evaluation and
//! prunes nothing, so both of its claims are proofs: that there is a win in `n`, and that
//! there is none in `n` − 1.
//!
//! Endgame tables come first ([`solve_game`]): where they have the value, nothing is searched.
//! Hunts ([`find_hunt`]) come next: where one is found, there is a win in at most its number of
//! moves, even if the solver has no nodes left for the smallest number.
//!
//! **Why the path to a position does not matter.** Results are stored by position and
//! number of moves left, and draws by repetition are ignored. Let `d(P)` be the smallest
//! number of moves in which the side to move wins from `P` if repetitions do not draw. If
//! the side always plays a turn that wins within `d(P)`, then in its next position `P'`
//! `d(P')` < `d(P)`, and the positions in which the opponent is to move are strictly
//! ordered in the same way. So no position occurs twice on the path of a shortest win, and
//! draws by repetition can't prevent the win. Since they can't give a win either, `d` is
//! the same with and without them. (This considers a position apart from its game: if
//! positions on the path have already occurred twice in the game, their third occurrence
//! may draw.) The number of moves left falls with every move, so the search ends.
//!
//! **The half-move clock.** [`Game::is_drawn`](crate::rules::Game::is_drawn) may depend on
//! [`Game::halfmove_clock`](crate::rules::Game::halfmove_clock), which is not part of
//! [`SearchGame::table_key`]. The solver mixes the clock into the key, so
//! that positions with different clocks do not share results. The argument above still
//! holds: a higher clock only brings draws closer, so it can't lower `d`.
//!
//! **What the proof relies on.** The rules, and the 64-bit keys, which are stored in full
//! and assumed to differ for different positions. Move generation may truncate a list of
//! thousands of turns; a search that gets such a list gives up.

mod line;
mod ordering;
mod proof;
mod proof_table;

pub use crate::search::TableError;

use crate::game::{GameRecord, Playable, for_position};
use crate::search::{HuntLine, HuntTable, SearchGame, find_hunt};
use crate::tables::{AnyTables, GameProbe, Value};
use ordering::MoveOrdering;
use proof::{ProofSearch, StopCheck, Stopped};
use proof_table::ProofTable;

/// The maximum number of moves to search, beyond which neither the table nor the stack of
/// a thread would suffice.
pub const MAX_MOVES: u32 = 60;
/// The number of plies of the longest search.
const MAX_PLIES: usize = 2 * MAX_MOVES as usize + 2;

/// The maximum number of nodes of the hunt that comes before a proof search.
const MAX_HUNT_NODES: u64 = 1_000_000;
/// The number of nodes of a hunt between two polls of `stop`.
const STOP_INTERVAL: u64 = 1024;

/// The limits of a proof search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ProofLimits {
    /// The length of the longest win to search for, in moves of the winner; more than
    /// [`MAX_MOVES`] counts as [`MAX_MOVES`].
    pub moves: u32,
    /// The maximum number of nodes to search.
    pub nodes: u64,
}

/// The result of a proof search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ProofVerdict {
    /// The side to move wins in this number of moves, and not in fewer.
    Win(u32),
    /// The side to move does not win within this number of moves, which is the limit.
    NoWin(u32),
    /// The side to move does not win within this number of moves. Whether there is a longer
    /// win is open, because the node limit was reached, the search was stopped, or a
    /// position has too many turns.
    Undecided(u32),
}

/// The answer of a [`Solver`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// What has been proved.
    pub verdict: ProofVerdict,
    /// The number of moves within which the side to move is proved to win: that of the
    /// verdict or, if the verdict is not a win, that of a hunt. `None` if no win is proved.
    pub win_within: Option<u32>,
    /// The shortest win against the longest resistance or, if it is not known, the hunt; empty
    /// without a win. It is incomplete only if the node limit was reached, the search was
    /// stopped, or a position has too many turns.
    pub line: Vec<M>,
    /// The number of nodes searched.
    pub nodes: u64,
}

/// A solver for one game. All its searches use the same table and move ordering.
pub struct Solver<G: SearchGame> {
    table: ProofTable,
    hunts: HuntTable,
    ordering: MoveOrdering<G>,
}

impl<G: SearchGame> Solver<G> {
    /// Creates a solver with a table of this many megabytes; 0 counts as 1.
    ///
    /// # Errors
    /// Returns an error if the memory can't be allocated.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        Ok(Self {
            table: ProofTable::new(megabytes)?,
            hunts: HuntTable::new()?,
            ordering: MoveOrdering::new(MAX_PLIES),
        })
    }

    /// Clears the table and the move ordering, so that later searches do not depend on
    /// earlier ones.
    pub fn clear(&mut self) {
        self.table.clear();
        self.hunts.clear();
        self.ordering = MoveOrdering::new(MAX_PLIES);
    }

    /// Finds the shortest win of the side to move. `stop` is polled regularly, and stops
    /// the search by returning `true`.
    pub fn solve(
        &mut self,
        position: &G,
        limits: ProofLimits,
        stop: StopCheck<'_>,
    ) -> Solution<G::Move> {
        let mut hunt_nodes = 0;
        let hunt = self.hunt(position, limits.nodes, &mut hunt_nodes, stop);
        let mut win_within = hunt.as_ref().map(HuntLine::moves);
        let mut line = hunt.map_or_else(Vec::new, |hunt| hunt.turns().to_vec());
        let mut search = self.search(limits.nodes - hunt_nodes, stop);
        let mut verdict = ProofVerdict::NoWin(0);
        for moves in 1..=limits.moves.min(MAX_MOVES) {
            match search.wins(position, moves, 0) {
                Ok(false) => verdict = ProofVerdict::NoWin(moves),
                Ok(true) => {
                    verdict = ProofVerdict::Win(moves);
                    win_within = Some(moves);
                    line = search.line(position, moves);
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
            win_within,
            line,
            nodes: hunt_nodes + search.nodes,
        }
    }

    /// Looks for a hunt with a quarter of the nodes, at most [`MAX_HUNT_NODES`]; counts those that
    /// it takes.
    fn hunt(
        &mut self,
        position: &G,
        nodes: u64,
        taken: &mut u64,
        stop: StopCheck<'_>,
    ) -> Option<HuntLine<G::Move>> {
        if !G::HAS_HUNTS {
            return None;
        }
        let limit = MAX_HUNT_NODES.min(nodes / 4);
        find_hunt(&mut self.hunts, position, &[], || {
            let may_go_on = *taken < limit && (!taken.is_multiple_of(STOP_INTERVAL) || !stop());
            *taken += u64::from(may_go_on);
            may_go_on
        })
    }

    /// Returns all turns that win within `limits.moves` moves, the turn itself included; of
    /// turns that lead to the same position, some may be left out. Returns `None` if
    /// `limits.moves` is 0, the node limit is reached, the search is stopped, or a position
    /// has too many turns.
    pub fn winning_turns(
        &mut self,
        position: &G,
        limits: ProofLimits,
        stop: StopCheck<'_>,
    ) -> Option<Vec<G::Move>> {
        let mut search = self.search(limits.nodes, stop);
        let moves_left = limits.moves.min(MAX_MOVES).checked_sub(1)?;
        let turns = search.turns(position).ok()?;
        let mut winning = Vec::new();
        for turn in turns {
            let mut child = position.clone();
            child.play(turn);
            if search.loses(&child, moves_left, 1).ok()? {
                winning.push(turn);
            }
        }
        Some(winning)
    }

    fn search<'s>(&'s mut self, node_limit: u64, stop: StopCheck<'s>) -> ProofSearch<'s, G> {
        ProofSearch {
            table: &mut self.table,
            ordering: &mut self.ordering,
            stop,
            node_limit,
            nodes: 0,
        }
    }
}

/// What was proved of a position, with turns as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedGame {
    /// What has been proved.
    pub verdict: ProofVerdict,
    /// The number of moves within which the side to move is proved to win; see
    /// [`Solution::win_within`].
    pub win_within: Option<u32>,
    /// The line of the win; see [`Solution::line`]. From a table, that of a loss, too.
    pub line: Vec<String>,
    /// All first turns that win as fast as the verdict says, if they were requested and found
    /// within the limit on nodes.
    pub winning_turns: Option<Vec<String>>,
    /// The number of nodes searched for the verdict.
    pub nodes: u64,
    /// The exact value, if the verdict comes from an endgame table: it has no limits, on moves or
    /// otherwise.
    pub table_value: Option<Value>,
}

/// Solves the current position of a game: by endgame tables or, if they do not have its value, by
/// a search with a new table of this size in megabytes.
/// `lists_winning_turns` requests all first turns that win as fast, which may take as many nodes
/// again. `stop` is polled, and returns `true` to end the search early.
///
/// # Errors
/// Returns an error if the system can't allocate the table.
pub fn solve_game(
    game: &GameRecord,
    tables: Option<&AnyTables>,
    limits: ProofLimits,
    hash_megabytes: usize,
    lists_winning_turns: bool,
    stop: &dyn Fn() -> bool,
) -> Result<SolvedGame, TableError> {
    let probe = tables.and_then(|tables| tables.probe(game).ok());
    if let Some(probe) = probe.filter(|probe| !probe.is_limit_near) {
        return Ok(solved_by_table(probe, limits, lists_winning_turns));
    }
    for_position!(game, position => {
        solve_position(*position, limits, hash_megabytes, lists_winning_turns, stop)
    })
}

fn solved_by_table(probe: GameProbe, limits: ProofLimits, lists_winning_turns: bool) -> SolvedGame {
    let GameProbe {
        value, line, turns, ..
    } = probe;
    let win_within = match value {
        Value::Win(_) => value.turns().map(i32::unsigned_abs),
        Value::Draw | Value::Loss(_) => None,
    };
    let winning_turns = win_within.filter(|_| lists_winning_turns).map(|_| {
        let wins = turns.into_iter().filter(|(_, turn)| *turn == value);
        wins.map(|(turn, _)| turn).collect()
    });
    SolvedGame {
        verdict: win_within.map_or(ProofVerdict::NoWin(limits.moves), ProofVerdict::Win),
        win_within,
        line,
        winning_turns,
        nodes: 0,
        table_value: Some(value),
    }
}

fn solve_position<P: Playable + SearchGame>(
    position: P,
    limits: ProofLimits,
    hash_megabytes: usize,
    lists_winning_turns: bool,
    stop: &dyn Fn() -> bool,
) -> Result<SolvedGame, TableError> {
    let mut solver = Solver::new(hash_megabytes)?;
    let solution = solver.solve(&position, limits, stop);
    let mut winning_turns = None;
    if let (true, ProofVerdict::Win(moves)) = (lists_winning_turns, solution.verdict) {
        let limits = ProofLimits { moves, ..limits };
        let turns = solver.winning_turns(&position, limits, stop);
        let to_text =
            |turns: Vec<P::Move>| turns.iter().map(|&turn| position.turn_text(turn)).collect();
        winning_turns = turns.map(to_text);
    }
    let mut line = Vec::new();
    let mut current = position;
    for turn in solution.line {
        line.push(current.turn_text(turn));
        current = current.after(turn);
    }
    Ok(SolvedGame {
        verdict: solution.verdict,
        win_within: solution.win_within,
        line,
        winning_turns,
        nodes: solution.nodes,
        table_value: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::board8::{FairyShatar, Position, Setup};

    /// After Bb2+, the position is mate, which wins if the series of checks has included a shak;
    /// without one, it is niol, a draw. Repetition does not compare series in this rule set.
    #[test]
    fn a_win_is_not_taken_for_that_of_another_series_of_checks() {
        let mut solver = Solver::<Position<FairyShatar>>::new(1).unwrap();
        let mut verdict = |fen: &str| {
            let setup = Setup::from_fen::<FairyShatar>(fen).unwrap();
            let position = setup.position::<FairyShatar>().unwrap();
            let limits = ProofLimits {
                moves: 2,
                nodes: 1_000_000,
            };
            solver.solve(&position, limits, &|| false).verdict
        };
        let fen = "6k1/p7/6KP/8/8/B7/8/8 w - - 0 1";
        let with_shak = format!("{fen} S");
        assert_eq!(verdict(&with_shak), ProofVerdict::Win(2));
        assert_eq!(verdict(fen), ProofVerdict::NoWin(2));
        assert_eq!(verdict(&with_shak), ProofVerdict::Win(2));
    }
}

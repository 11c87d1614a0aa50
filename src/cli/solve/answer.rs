//! Solves a position, and writes the result for people or as JSON.

use std::time::Instant;
use std::{fmt, io};

use serde::Serialize;

use super::SolveArgs;
use crate::game::{GameRecord, Playable, Variant, for_position};
use crate::search::SearchGame;
use crate::solver::{ProofLimits, ProofVerdict, Solver, TableError};
use crate::util::text::printable_json;

/// A position with its proved result (docs/cli.md).
#[derive(Serialize, Debug)]
pub struct SolvedPosition {
    variant: Variant,
    position: String,
    /// The number of moves in which the side to move wins.
    win: Option<u32>,
    /// The greatest number of moves within which the side to move is proved not to win.
    no_win: u32,
    /// The number of moves within which the side to move is proved to win, by a hunt if `win` is
    /// not known.
    win_within: Option<u32>,
    /// Whether `win` is known, or it is proved that there is no win within the limit on moves.
    decided: bool,
    /// The shortest win against the longest resistance or, if it is not known, the hunt; empty
    /// without a win.
    pv: Vec<String>,
    /// All first turns that win in `win` moves, if they were requested and found
    /// within the limit on nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_turns: Option<Vec<String>>,
    nodes: u64,
    seconds: f64,
}

/// The JSON record of a solved position.
#[derive(Serialize)]
struct SolvedRecord<'a> {
    source: &'a str,
    line: u64,
    #[serde(flatten)]
    solved: &'a SolvedPosition,
}

/// Solves the position at the end of a game.
pub fn solve(
    args: &SolveArgs,
    game: &GameRecord,
    stop: &dyn Fn() -> bool,
) -> Result<SolvedPosition, TableError> {
    for_position!(game, position => solve_position(args, game.variant(), *position, stop))
}

fn solve_position<P: Playable + SearchGame>(
    args: &SolveArgs,
    variant: Variant,
    position: P,
    stop: &dyn Fn() -> bool,
) -> Result<SolvedPosition, TableError> {
    let start = Instant::now();
    let mut solver = Solver::new(args.hash as usize)?;
    let solution = solver.solve(&position, args.limits(), stop);
    let mut winning_turns = None;
    if let (true, ProofVerdict::Win(moves)) = (args.all, solution.verdict) {
        let limits = ProofLimits {
            moves,
            ..args.limits()
        };
        let turns = solver.winning_turns(&position, limits, stop);
        let to_text =
            |turns: Vec<P::Move>| turns.iter().map(|&turn| position.turn_text(turn)).collect();
        winning_turns = turns.map(to_text);
    }
    let mut pv = Vec::new();
    let mut current = position;
    for turn in solution.line {
        pv.push(current.turn_text(turn));
        current = current.after(turn);
    }
    let (win, no_win) = match solution.verdict {
        ProofVerdict::Win(moves) => (Some(moves), moves - 1),
        ProofVerdict::NoWin(moves) | ProofVerdict::Undecided(moves) => (None, moves),
    };
    Ok(SolvedPosition {
        variant,
        position: position.to_string(),
        win,
        no_win,
        win_within: solution.win_within,
        decided: !matches!(solution.verdict, ProofVerdict::Undecided(_)),
        pv,
        winning_turns,
        nodes: solution.nodes,
        seconds: start.elapsed().as_secs_f64(),
    })
}

impl SolvedPosition {
    /// Returns the result as JSON, for a position on line `line` of the input
    /// `source`.
    pub fn json(&self, source: &str, line: u64) -> io::Result<String> {
        let json = serde_json::to_string(&SolvedRecord {
            source,
            line,
            solved: self,
        })?;
        Ok(printable_json(&json))
    }
}

impl fmt::Display for SolvedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pv, no_win) = (self.pv.join(" "), self.no_win);
        match (self.win, self.win_within) {
            (Some(_), _) if self.pv.is_empty() => write!(f, "the game has been won")?,
            (Some(moves), _) => write!(f, "win in {moves}: {pv}")?,
            (None, Some(moves)) if no_win == 0 => write!(f, "win in at most {moves}: {pv}")?,
            (None, Some(moves)) => write!(f, "win in at most {moves}, no win in {no_win}: {pv}")?,
            (None, None) if self.decided => write!(f, "no win in {no_win}")?,
            (None, None) => {
                write!(f, "undecided after {} nodes", self.nodes)?;
                if no_win > 0 {
                    write!(f, "; no win in {no_win}")?;
                }
            }
        }
        match &self.winning_turns {
            Some(turns) => write!(f, "\n  winning turns: {}", turns.join(" ")),
            None => Ok(()),
        }
    }
}

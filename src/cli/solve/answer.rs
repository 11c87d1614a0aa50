//! Solves a position, and writes the result for people or as JSON.

use std::time::Instant;
use std::{fmt, io};

use serde::Serialize;

use super::SolveArgs;
use crate::cli::tables::ValueRecord;
use crate::game::{GameRecord, Variant};
use crate::solver::{ProofVerdict, TableError, solve_game};
use crate::tables::OpenTables;
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
    /// without a win, but for a loss that the endgame tables have.
    pv: Vec<String>,
    /// All first turns that win in `win` moves, if they were requested and found
    /// within the limit on nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_turns: Option<Vec<String>>,
    /// The exact value, if the endgame tables have it.
    table: Option<ValueRecord>,
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
    tables: &OpenTables,
    game: &GameRecord,
    stop: &dyn Fn() -> bool,
) -> Result<SolvedPosition, TableError> {
    let start = Instant::now();
    let tables = tables.of(game.variant());
    let (tables, hash) = (tables.as_ref(), args.hash as usize);
    let solved = solve_game(game, tables, args.limits(), hash, args.all, stop)?;
    let (win, no_win) = match solved.verdict {
        ProofVerdict::Win(moves) => (Some(moves), moves - 1),
        ProofVerdict::NoWin(moves) | ProofVerdict::Undecided(moves) => (None, moves),
    };
    Ok(SolvedPosition {
        variant: game.variant(),
        position: game.position_text(),
        win,
        no_win,
        win_within: solved.win_within,
        decided: !matches!(solved.verdict, ProofVerdict::Undecided(_)),
        pv: solved.line,
        winning_turns: solved.winning_turns,
        table: solved.table_value.map(ValueRecord::from),
        nodes: solved.nodes,
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
            (None, None) if self.decided => match self.table {
                Some(value) if pv.is_empty() => write!(f, "no win: {value}")?,
                Some(value) => write!(f, "no win: {value}: {pv}")?,
                None => write!(f, "no win in {no_win}")?,
            },
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

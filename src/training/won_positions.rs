//! Extracts positions from self-play in which the side to move has a proved win in n moves.
//!
//! The [`Solver`] examines the positions of a decisive game in which the winner is to move,
//! from the last to the first, and stops at the first one without a proved win. Positions
//! near the end of the game have short wins and earlier positions long wins, so each game
//! offers a choice. [`WonPositionSelection`] selects at most two from a game, and balances
//! the lengths of the wins.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

use super::SelfPlaySettings;
use super::datagen::{SelfPlayError, play_game};
use crate::eval::EvaluatedPosition;
use crate::game::for_variant;
use crate::rules::Outcome;
use crate::search::SearchGame;
use crate::solver::{ProofLimits, ProofVerdict, Solver, TableError};

/// The settings of the games and the proofs.
#[derive(Clone, Debug)]
pub struct WonPositionSettings {
    /// The settings of self-play.
    pub games: SelfPlaySettings,
    /// The length of the longest win to search for, and the maximum number of nodes per
    /// position. Finding all winning turns may take as many nodes again.
    pub limits: ProofLimits,
    /// The size of the proof table, in megabytes.
    pub hash_megabytes: usize,
}

/// A position in which the side to move has a proved win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WonPosition {
    /// The position in SPN or FEN.
    pub position: String,
    /// The length of the shortest win, in moves of the winner.
    pub moves: u32,
    /// All turns that win in that number of moves, except that some may be missing if
    /// another turn leads to the same position.
    pub turns: Vec<String>,
}

/// Writes `position ; n ; turns`.
impl fmt::Display for WonPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = self.turns.join(" ");
        write!(f, "{} ; {} ; {turns}", self.position, self.moves)
    }
}

/// An error in extracting positions from a game.
#[derive(Debug, thiserror::Error)]
pub enum WonPositionsError {
    /// The game could not be played.
    #[error(transparent)]
    Game(#[from] SelfPlayError),
    /// The system can't allocate the proof table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Plays the game with this number, and returns its won positions from the last to the
/// first; a drawn game has none. `stop` is polled, and returns `true` to stop the proofs.
///
/// # Errors
/// Returns an error if the system can't start a thread or allocate memory, or if no
/// balanced opening is found.
pub fn won_positions(
    settings: &WonPositionSettings,
    number: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<WonPosition>, WonPositionsError> {
    for_variant!(settings.games.variant, P => won_positions_in_game::<P>(settings, number, stop))
}

fn won_positions_in_game<P: EvaluatedPosition + SearchGame>(
    settings: &WonPositionSettings,
    number: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<WonPosition>, WonPositionsError> {
    let record = play_game::<P>(&settings.games, number, |_, _, _| ControlFlow::Continue(()))?;
    let Some(Outcome::Win(winner, _)) = record.outcome() else {
        return Ok(Vec::new());
    };
    let mut positions = vec![*record.start()];
    for &turn in record.turns() {
        positions.extend(positions.last().map(|position| position.after(turn)));
    }
    let mut solver = Solver::new(settings.hash_megabytes)?;
    let mut wins = Vec::new();
    let winner_to_move = positions
        .iter()
        .rev()
        .filter(|position| position.side_to_move() == winner);
    for position in winner_to_move {
        let ProofVerdict::Win(moves) = solver.solve(position, settings.limits, stop).verdict else {
            break;
        };
        let limits = ProofLimits {
            moves,
            ..settings.limits
        };
        let Some(turns) = solver.winning_turns(position, limits, stop) else {
            break;
        };
        wins.push(WonPosition {
            position: position.to_string(),
            moves,
            turns: turns
                .into_iter()
                .map(|turn| position.turn_text(turn))
                .collect(),
        });
    }
    Ok(wins)
}

/// The numbers of positions, out of 20, with wins in 1, 2, 3, 4 and 5 moves, and in 6 or
/// more moves.
const LENGTH_QUOTAS: [usize; 6] = [1, 3, 4, 4, 4, 4];

/// A selection of won positions, with a quota for each length of win.
#[derive(Clone, Debug)]
pub struct WonPositionSelection {
    /// The number of positions still missing for each length of win.
    missing: [usize; 6],
    /// The selected positions, without their counters.
    seen: HashSet<String>,
}

impl WonPositionSelection {
    /// Creates an empty selection, for `count` positions in total.
    pub fn new(count: usize) -> Self {
        let total: usize = LENGTH_QUOTAS.iter().sum();
        let (mut quotas, mut assigned) = (0, 0);
        let missing = LENGTH_QUOTAS.map(|quota| {
            quotas += quota;
            let previously_assigned = assigned;
            assigned = (count * quotas).div_ceil(total);
            assigned - previously_assigned
        });
        Self {
            missing,
            seen: HashSet::new(),
        }
    }

    /// Returns the number of positions that are still missing.
    pub fn missing(&self) -> usize {
        self.missing.iter().sum()
    }

    /// Selects at most two positions of a game, and returns them: those with the longest wins
    /// that are still missing, provided that the lengths differ by at least two moves.
    pub fn select(&mut self, mut wins: Vec<WonPosition>) -> Vec<WonPosition> {
        wins.sort_by_key(|win| std::cmp::Reverse(win.moves));
        let mut selected: Vec<WonPosition> = Vec::new();
        for win in wins {
            let is_near = selected
                .last()
                .is_some_and(|last| last.moves < win.moves + 2);
            let class = (win.moves as usize).clamp(1, LENGTH_QUOTAS.len()) - 1;
            let Some(missing) = self.missing.get_mut(class).filter(|count| **count > 0) else {
                continue;
            };
            if selected.len() < 2 && !is_near && self.seen.insert(without_counters(&win.position)) {
                *missing -= 1;
                selected.push(win);
            }
        }
        selected
    }
}

/// Returns a position text without its half-move clock and move number.
fn without_counters(text: &str) -> String {
    // The counters follow the fifth field of an SPN, or the fourth of a FEN, which has eight ranks.
    let first = if text.matches('/').count() == 7 { 4 } else { 5 };
    let fields = text.split_ascii_whitespace().enumerate();
    let others = fields.filter(|(i, _)| !(first..first + 2).contains(i));
    others.map(|(_, field)| field).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Networks;
    use crate::game::Variant;

    #[test]
    fn counters_do_not_distinguish_positions() {
        for (text, rest) in [
            (
                "9/1/7/7/7/7/7/7/1/9 w Tt 40 - 6 9",
                "9/1/7/7/7/7/7/7/1/9 w Tt 40 -",
            ),
            ("8/8/8/8/8/8/8/8 b - - 6 9 Ss", "8/8/8/8/8/8/8/8 b - - Ss"),
        ] {
            assert_eq!(without_counters(text), rest);
        }
    }

    fn win(spn: &str, moves: u32) -> WonPosition {
        WonPosition {
            position: spn.to_owned(),
            moves,
            turns: vec!["a5-a6".to_owned()],
        }
    }

    #[test]
    fn every_length_of_win_has_its_quota() {
        for count in [1, 7, 20, 100] {
            assert_eq!(WonPositionSelection::new(count).missing(), count);
        }
        let mut selection = WonPositionSelection::new(20);
        let lengths =
            |selected: Vec<WonPosition>| selected.iter().map(|win| win.moves).collect::<Vec<u32>>();
        let game = ["a", "b", "c", "d"].map(|board| format!("{board} w - - - 1 9"));
        let game: Vec<WonPosition> = game
            .iter()
            .zip([1, 3, 6, 7])
            .map(|(spn, n)| win(spn, n))
            .collect();
        assert_eq!(lengths(selection.select(game.clone())), [7, 3]);
        // The second time, the game offers only the positions that were not selected.
        assert_eq!(lengths(selection.select(game)), [6, 1]);
        assert_eq!(
            lengths(selection.select(vec![win("d w - - - 2 11", 7)])),
            [0; 0]
        );
        assert_eq!(
            lengths(selection.select(vec![win("e w - - - 1 9", 1)])),
            [0; 0],
            "one position with a win in one is enough"
        );
        assert_eq!(selection.missing(), 16);
    }

    #[test]
    fn won_positions_are_determined_by_the_seed() {
        let settings = WonPositionSettings {
            games: SelfPlaySettings {
                variant: Variant::Original,
                nodes: 200,
                random_turns: 4..=8,
                seed: 3,
                networks: Networks::default(),
            },
            limits: ProofLimits {
                moves: 3,
                nodes: 20_000,
            },
            hash_megabytes: 1,
        };
        let games = |_| (0..4).map(|number| won_positions(&settings, number, &|| false).unwrap());
        let first: Vec<_> = games(()).collect();
        assert!(first.iter().any(|wins| !wins.is_empty()));
        assert!(games(()).eq(first.iter().cloned()));
        for win in first.iter().flatten() {
            assert!(!win.turns.is_empty() && win.moves <= 3, "{win}");
        }
    }
}

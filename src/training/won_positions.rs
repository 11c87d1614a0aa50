//! Positions from self-play with a proved win in n moves for the side to move.
//!
//! The [`Solver`] gets the winner's positions of a won game from the
//! last to the first, until it can't decide one or finds no win. The first ones have
//! short wins, later ones long wins, so each game offers a choice;
//! [`WonPositionSelection`] takes at most two and balances the lengths.

use std::collections::HashSet;
use std::fmt;

use super::SelfPlaySettings;
use super::datagen::{DRAW_HALFMOVES, MAX_TURNS, SelfPlayError, balanced_opening, search};
use crate::eval::{StaticEvaluation, StaticEvaluator};
use crate::game::{Playable, Record, for_game};
use crate::rules::Outcome;
use crate::search::{SearchGame, Searcher};
use crate::solver::{ProofLimits, ProofTableError, ProofVerdict, Solver};
use crate::util::rng::Rng;

/// The settings of the games and of the proofs.
#[derive(Clone, Debug)]
pub struct WonPositionSettings {
    /// The settings of self-play.
    pub games: SelfPlaySettings,
    /// The length of the longest win to search for, and the maximum number of nodes for a
    /// position; the list of winning turns may take as many nodes again.
    pub limits: ProofLimits,
    /// The size of the proof table in megabytes.
    pub hash_megabytes: usize,
}

/// A position that the side to move wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WonPosition {
    /// The text of the position.
    pub position: String,
    /// The number of moves of the shortest win.
    pub moves: u32,
    /// All turns that win in that number of moves. Of turns that lead to the same
    /// position, some may be missing.
    pub turns: Vec<String>,
}

/// Writes `position ; n ; turns`.
impl fmt::Display for WonPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            position,
            moves,
            turns,
        } = self;
        write!(f, "{position} ; {moves} ; {}", turns.join(" "))
    }
}

/// The reason why no positions could be taken from a game.
#[derive(Debug, thiserror::Error)]
pub enum WonPositionsError {
    /// The game could not be played.
    #[error(transparent)]
    Game(#[from] SelfPlayError),
    /// The system refused memory for the proof table.
    #[error(transparent)]
    Table(#[from] ProofTableError),
}

/// Plays the game with this number and returns its won positions, from the last to the
/// first; a drawn game has none. `stop` is polled, and returns `true` to stop the proofs.
///
/// # Errors
/// Returns an error if the system refuses a thread or memory, or if no opening
/// is found.
pub fn won_positions(
    settings: &WonPositionSettings,
    number: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<WonPosition>, WonPositionsError> {
    for_game!(settings.games.variant, P => won_positions_of::<P>(settings, number, stop))
}

fn won_positions_of<P: Playable + StaticEvaluation + SearchGame>(
    settings: &WonPositionSettings,
    number: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<WonPosition>, WonPositionsError> {
    let record = play::<P>(&settings.games, number)?;
    let Some(Outcome::Win(winner, _)) = record.outcome() else {
        return Ok(Vec::new());
    };
    let mut positions = vec![*record.start()];
    for &turn in record.turns() {
        positions.extend(positions.last().map(|position| position.after(turn)));
    }
    let mut solver = Solver::new(settings.hash_megabytes)?;
    let mut wins = Vec::new();
    let winners = positions
        .iter()
        .rev()
        .filter(|position| position.side_to_move() == winner);
    for position in winners {
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

/// Plays a game until it ends or counts as drawn.
fn play<P: Playable + StaticEvaluation + SearchGame>(
    settings: &SelfPlaySettings,
    number: u64,
) -> Result<Record<P>, SelfPlayError> {
    let mut rng = Rng::new(settings.seed, number);
    let mut searcher = Searcher::<P, _>::new(1, super::datagen::HASH_MEGABYTES, StaticEvaluator)?;
    let mut record = balanced_opening(settings, &mut rng, &mut searcher)?;
    searcher.clear();
    while record.outcome().is_none()
        && record.position().halfmove_clock() < DRAW_HALFMOVES
        && record.turns().len() < MAX_TURNS
    {
        let (Some(best), _) = search(&mut searcher, &record, settings) else {
            break;
        };
        record.play(best);
    }
    Ok(record)
}

/// The numbers of positions, out of 20, with wins in 1, 2, 3, 4 and 5 moves, and in 6 or
/// more.
const SHARES: [usize; 6] = [1, 3, 4, 4, 4, 4];

/// A selection of won positions that takes a given number of each length of win.
#[derive(Clone, Debug)]
pub struct WonPositionSelection {
    /// The number of positions still wanted of each length of win.
    wanted: [usize; 6],
    seen: HashSet<String>,
}

impl WonPositionSelection {
    /// Returns a selection of `count` positions in all.
    pub fn new(count: usize) -> Self {
        let total: usize = SHARES.iter().sum();
        let (mut shares, mut assigned) = (0, 0);
        let wanted = SHARES.map(|share| {
            shares += share;
            let before = assigned;
            assigned = (count * shares).div_ceil(total);
            assigned - before
        });
        Self {
            wanted,
            seen: HashSet::new(),
        }
    }

    /// Returns the number of positions that are still wanted.
    pub fn missing(&self) -> usize {
        self.wanted.iter().sum()
    }

    /// Selects at most two of the positions of a game: those with the longest wins
    /// still wanted, at least two moves apart. Returns the selected positions.
    pub fn take(&mut self, mut wins: Vec<WonPosition>) -> Vec<WonPosition> {
        wins.sort_by_key(|win| std::cmp::Reverse(win.moves));
        let mut selected: Vec<WonPosition> = Vec::new();
        for win in wins {
            let near = selected
                .last()
                .is_some_and(|last| last.moves < win.moves + 2);
            let class = (win.moves as usize).clamp(1, SHARES.len()) - 1;
            let Some(wanted) = self.wanted.get_mut(class).filter(|wanted| **wanted > 0) else {
                continue;
            };
            if selected.len() < 2 && !near && self.seen.insert(without_counters(&win.position)) {
                *wanted -= 1;
                selected.push(win);
            }
        }
        selected
    }
}

/// Returns the position without its half-move clock and move number.
fn without_counters(spn: &str) -> String {
    let fields: Vec<&str> = spn.split_ascii_whitespace().take(5).collect();
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn win(spn: &str, moves: u32) -> WonPosition {
        WonPosition {
            position: spn.to_owned(),
            moves,
            turns: vec!["a5-a6".to_owned()],
        }
    }

    #[test]
    fn every_length_of_win_gets_its_share() {
        for count in [1, 7, 20, 100] {
            assert_eq!(WonPositionSelection::new(count).missing(), count);
        }
        let mut selection = WonPositionSelection::new(20);
        let of =
            |selected: Vec<WonPosition>| selected.iter().map(|win| win.moves).collect::<Vec<u32>>();
        let game = ["a", "b", "c", "d"].map(|board| format!("{board} w - - - 1 9"));
        let game: Vec<WonPosition> = game
            .iter()
            .zip([1, 3, 6, 7])
            .map(|(spn, n)| win(spn, n))
            .collect();
        assert_eq!(of(selection.take(game.clone())), [7, 3]);
        // The same game again offers only what was left.
        assert_eq!(of(selection.take(game)), [6, 1]);
        assert_eq!(of(selection.take(vec![win("d w - - - 2 11", 7)])), [0; 0]);
        assert_eq!(
            of(selection.take(vec![win("e w - - - 1 9", 1)])),
            [0; 0],
            "one is enough"
        );
        assert_eq!(selection.missing(), 16);
    }

    #[test]
    fn won_positions_are_determined_by_the_seed() {
        let settings = WonPositionSettings {
            games: SelfPlaySettings {
                variant: Variant::Original,
                nodes: 200,
                random: [4, 8],
                seed: 3,
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

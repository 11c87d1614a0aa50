//! Wins in n: positions of self-play in which the side to move wins, with the
//! proof of how soon.
//!
//! **The decision:** a game that was won is walked back from its end, and the
//! winner's positions are given to the [`Solver`], until it can't decide one or
//! finds no win. Early in that walk wins are short, later long, so each game
//! offers a choice; [`Selection`] takes at most two and balances the lengths.

use std::collections::HashSet;
use std::fmt;

use super::GameTerms;
use super::datagen::{GameError, MOST_TURNS, NO_PROGRESS, fair_opening, think};
use crate::eval::{Standard, Valued};
use crate::game::{Playable, Record, for_game};
use crate::rules::Outcome;
use crate::search::{SearchGame, Searcher};
use crate::solver::{ProofLimits, ProofTableError, Solver, Verdict};
use crate::util::rng::Rng;

/// The parameters of the games and of the proofs of their ends.
#[derive(Clone, Debug)]
pub struct WinTerms {
    /// The parameters of the games.
    pub games: GameTerms,
    /// The longest win to look for, and the nodes for a position; the list of
    /// its winning turns may take as many again.
    pub limits: ProofLimits,
    /// The size of the solver's table in megabytes.
    pub hash_megabytes: usize,
}

/// A position that is won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// The text of the position.
    pub position: String,
    /// The number of moves of the shortest win.
    pub moves: u32,
    /// All turns that win in that number of moves; of turns that lead to the
    /// same position perhaps not all.
    pub turns: Vec<String>,
}

/// Writes `position ; n ; turns`.
impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            position,
            moves,
            turns,
        } = self;
        write!(f, "{position} ; {moves} ; {}", turns.join(" "))
    }
}

/// The reason why a game gives no wins.
#[derive(Debug, thiserror::Error)]
pub enum WinsError {
    /// A game could not be played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The system refuses memory for the solver's table.
    #[error(transparent)]
    Table(#[from] ProofTableError),
}

/// Plays the game with this number and returns its wins, the last of the game
/// first; none of a game that was drawn. `stop` is called now and then, and
/// returns whether to end the work.
///
/// # Errors
/// Returns an error if the system refuses a thread or memory, or if no opening
/// is found.
pub fn wins(terms: &WinTerms, number: u64, stop: &dyn Fn() -> bool) -> Result<Vec<Win>, WinsError> {
    for_game!(terms.games.variant, P => of::<P>(terms, number, stop))
}

fn of<P: Playable + Valued + SearchGame>(
    terms: &WinTerms,
    number: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Win>, WinsError> {
    let record = play::<P>(&terms.games, number)?;
    let Some(Outcome::Win(winner, _)) = record.outcome() else {
        return Ok(Vec::new());
    };
    let mut positions = vec![*record.start()];
    for &turn in record.turns() {
        positions.extend(positions.last().map(|position| position.after(turn)));
    }
    let mut solver = Solver::new(terms.hash_megabytes)?;
    let mut wins = Vec::new();
    let winners = positions
        .iter()
        .rev()
        .filter(|position| position.side_to_move() == winner);
    for position in winners {
        let Verdict::Win(moves) = solver.solve(position, terms.limits, stop).verdict else {
            break;
        };
        let limits = ProofLimits {
            moves,
            ..terms.limits
        };
        let Some(turns) = solver.winning_turns(position, limits, stop) else {
            break;
        };
        wins.push(Win {
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
fn play<P: Playable + Valued + SearchGame>(
    terms: &GameTerms,
    number: u64,
) -> Result<Record<P>, GameError> {
    let mut rng = Rng::new(terms.seed, number);
    let mut searcher = Searcher::<P, _>::new(1, super::datagen::HASH_MEGABYTES, Standard)?;
    let mut record = fair_opening(terms, &mut rng, &mut searcher)?;
    searcher.clear();
    while record.outcome().is_none()
        && record.position().halfmove_clock() < NO_PROGRESS
        && record.turns().len() < MOST_TURNS
    {
        let (Some(best), _) = think(&mut searcher, &record, terms) else {
            break;
        };
        record.play(best);
    }
    Ok(record)
}

/// The number of positions, of 20, to be won in 1, 2, 3, 4 and 5 moves, and in
/// 6 or more.
const SHARES: [usize; 6] = [1, 3, 4, 4, 4, 4];

/// A selection of wins, until there are enough of each length.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The number of wins of each length that are still wanted.
    wanted: [usize; 6],
    seen: HashSet<String>,
}

impl Selection {
    /// Returns a selection of `count` positions in all.
    pub fn new(count: usize) -> Self {
        let of: usize = SHARES.iter().sum();
        let (mut shares, mut given) = (0, 0);
        let wanted = SHARES.map(|share| {
            shares += share;
            let before = given;
            given = (count * shares).div_ceil(of);
            given - before
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

    /// Takes at most two of the wins of a game, the longest ones wanted, which
    /// differ by at least two moves. Returns those taken.
    pub fn take(&mut self, mut wins: Vec<Win>) -> Vec<Win> {
        wins.sort_by_key(|win| std::cmp::Reverse(win.moves));
        let mut taken: Vec<Win> = Vec::new();
        for win in wins {
            let near = taken.last().is_some_and(|last| last.moves < win.moves + 2);
            let class = (win.moves as usize).clamp(1, SHARES.len()) - 1;
            let Some(wanted) = self.wanted.get_mut(class).filter(|wanted| **wanted > 0) else {
                continue;
            };
            if taken.len() < 2 && !near && self.seen.insert(without_counters(&win.position)) {
                *wanted -= 1;
                taken.push(win);
            }
        }
        taken
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

    fn win(spn: &str, moves: u32) -> Win {
        Win {
            position: spn.to_owned(),
            moves,
            turns: vec!["a5-a6".to_owned()],
        }
    }

    #[test]
    fn lengths_are_shared_out() {
        for count in [1, 7, 20, 100] {
            assert_eq!(Selection::new(count).missing(), count);
        }
        let mut selection = Selection::new(20);
        let of = |taken: Vec<Win>| taken.iter().map(|win| win.moves).collect::<Vec<u32>>();
        let game = ["a", "b", "c", "d"].map(|board| format!("{board} w - - - 1 9"));
        let game: Vec<Win> = game
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
    fn wins_follow_from_the_seed() {
        let terms = WinTerms {
            games: GameTerms {
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
        let games = |_| (0..4).map(|number| wins(&terms, number, &|| false).unwrap());
        let first: Vec<_> = games(()).collect();
        assert!(first.iter().any(|wins| !wins.is_empty()));
        assert!(games(()).eq(first.iter().cloned()));
        for win in first.iter().flatten() {
            assert!(!win.turns.is_empty() && win.moves <= 3, "{win}");
        }
    }
}

//! Ratings of many players, estimated from all their games at once.
//!
//! The model is Bradley and Terry's (1952) on the Elo scale with a draw as half
//! a win and half a loss, the one that Ordo fits: every player's points equal
//! those expected from the rating. The equations are solved by Newton's method;
//! the likelihood is concave, so the solution is unique.
//!
//! Errors come from the Fisher information, not from simulated tournaments, so
//! there is no seed and the same results always give the same table. Draws are
//! taken into account ("sandwich" of Huber 1967): between two players the error
//! is that of [`Tally::elo`](super::Tally::elo), by the delta method. If all
//! games were drawn, that error would be zero; then, as in that function, the
//! draws are given the least probability that is compatible with the results at
//! 97.5 % confidence.
//!
//! A finite solution exists only among players each of whom took points from
//! each other one, directly or along a chain (Ford 1957). A player who won or
//! lost everything, or never met the rest, has no rating. Such players and
//! their games are left out, as Ordo purges them, and the result says why; no
//! prior is invented for them.

use super::crosstable::Crosstable;
use super::elo::{TAIL, Z95};
use crate::util::matrix::{Matrix, dot, inverse, multiply};

/// The Elo per unit of the logistic scale: 400 points are odds of ten to one.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;
/// The maximum number of steps; Newton's method needs a handful, and many more mean that it
/// diverges.
const MAX_STEPS: usize = 100;
/// The maximum change of a rating in a step, on the logistic scale.
const MAX_STEP: f64 = 2.0;
/// The change of ratings, as logits, below which the iteration ends.
const PRECISION: f64 = 1e-12;

/// The fixed point of the scale, as results determine only differences.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Anchor {
    /// The mean of all rated players, in Elo.
    Mean(f64),
    /// One player with a given rating, and no error.
    Player {
        /// The number of the player, from 0.
        player: usize,
        /// The rating, in Elo.
        elo: f64,
    },
}

/// The result of rating one player.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Rating {
    /// A rating.
    Rated {
        /// The rating, in Elo.
        elo: f64,
        /// Half the width of the 95 % interval in Elo, relative to the anchor.
        error: f64,
    },
    /// The player took points from the rated players, directly or along a
    /// chain, and lost none to them: there is no upper bound.
    Above,
    /// The player lost points to the rated players, directly or along a chain,
    /// and took none from them: there is no lower bound.
    Below,
    /// No chain of results leads to the rated players.
    Apart,
}

impl std::fmt::Display for Rating {
    /// Formats the rating for a table: `+12.3 ± 4.5`, or the reason why there
    /// is no number. A rating that is the anchor is printed without an error.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rated { elo, error: 0.0 } => write!(f, "{elo:+.1}"),
            Self::Rated { elo, error } => write!(f, "{elo:+.1} ± {error:.1}"),
            Self::Above => f.write_str("above the rest"),
            Self::Below => f.write_str("below the rest"),
            Self::Apart => f.write_str("not comparable"),
        }
    }
}

/// Returns the ratings of all players of a table, in the order of their
/// numbers.
///
/// The rated players are the largest group in which every player took points from
/// every other along some chain (of several groups of equal size, the one with
/// the lowest number), or the group of the anchored player. A single player is
/// a group, too: where no two players are comparable, one is rated at the
/// anchor with no error.
pub fn ratings(table: &Crosstable, anchor: Anchor) -> Vec<Rating> {
    let reach = Reach::of(table);
    let Some(centre) = reach.centre(anchor) else {
        return vec![Rating::Apart; table.players()];
    };
    let group: Vec<usize> = (0..table.players())
        .filter(|&player| reach.both(centre, player))
        .collect();
    let rated = Fit::of(table, &group).map(|fit| fit.anchored(&group, anchor));
    (0..table.players())
        .map(|player| {
            let place = group.iter().position(|&member| member == player);
            match (place, &rated) {
                (Some(place), Some(rated)) => rated[place],
                _ if reach.get(player, centre) && place.is_none() => Rating::Above,
                _ if reach.get(centre, player) && place.is_none() => Rating::Below,
                _ => Rating::Apart,
            }
        })
        .collect()
}

/// The relation "took points from", along chains of players.
struct Reach {
    players: usize,
    took: Vec<bool>,
}

impl Reach {
    /// Computes the transitive closure (Warshall 1962) of "won or drew a game
    /// against".
    fn of(table: &Crosstable) -> Self {
        let players = table.players();
        let mut took: Vec<bool> = (0..players * players)
            .map(|i| {
                let (player, other) = (i / players, i % players);
                player == other || table.tally(player, other).half_points() > 0
            })
            .collect();
        for middle in 0..players {
            for player in 0..players {
                if took[player * players + middle] {
                    for other in 0..players {
                        took[player * players + other] |= took[middle * players + other];
                    }
                }
            }
        }
        Self { players, took }
    }

    fn get(&self, player: usize, other: usize) -> bool {
        self.took[player * self.players + other]
    }

    fn both(&self, player: usize, other: usize) -> bool {
        self.get(player, other) && self.get(other, player)
    }

    /// Returns a player of the group to rate; `None` without players, or if the
    /// anchored player does not exist.
    fn centre(&self, anchor: Anchor) -> Option<usize> {
        if let Anchor::Player { player, .. } = anchor {
            return (player < self.players).then_some(player);
        }
        let size = |player: usize| {
            (0..self.players)
                .filter(|&other| self.both(player, other))
                .count()
        };
        (0..self.players).max_by_key(|&player| (size(player), std::cmp::Reverse(player)))
    }
}

/// The ratings with mean zero and their covariance, on the logistic scale.
struct Fit {
    logits: Vec<f64>,
    covariance: Matrix,
}

impl Fit {
    /// Computes the most likely ratings of a group; `None` if the arithmetic
    /// fails.
    fn of(table: &Crosstable, group: &[usize]) -> Option<Self> {
        let mut logits = vec![0.0; group.len()];
        for _ in 0..MAX_STEPS {
            let equations = Equations::at(table, group, &logits);
            let inverse = equations.inverse()?;
            let step = multiply(&inverse, &equations.gradient);
            let longest = step.iter().fold(0.0, |max: f64, part| max.max(part.abs()));
            // Far from the solution the curve is flat and a full step overshoots.
            let scale = (MAX_STEP / longest).min(1.0);
            for (logit, part) in logits.iter_mut().zip(&step) {
                *logit += scale * part;
            }
            if longest < PRECISION {
                break;
            }
        }
        let equations = Equations::at(table, group, &logits);
        let inverse = equations.inverse()?;
        // The sandwich: inverse times spread times inverse. All three are
        // symmetric.
        let half: Matrix = inverse
            .iter()
            .map(|row| multiply(&equations.spread, row))
            .collect();
        let covariance = half.iter().map(|row| multiply(&inverse, row)).collect();
        Some(Self { logits, covariance })
    }

    fn anchored(&self, group: &[usize], anchor: Anchor) -> Vec<Rating> {
        let fixed = match anchor {
            Anchor::Mean(_) => None,
            Anchor::Player { player, .. } => group.iter().position(|&member| member == player),
        };
        let (Anchor::Mean(origin) | Anchor::Player { elo: origin, .. }) = anchor;
        let zero = fixed.map_or(0.0, |fixed| self.logits[fixed]);
        (0..group.len())
            .map(|i| {
                let covariance = |i: usize, j: usize| self.covariance[i][j];
                let variance = fixed.map_or(covariance(i, i), |k| {
                    covariance(i, i) + covariance(k, k) - 2.0 * covariance(i, k)
                });
                Rating::Rated {
                    elo: origin + ELO_PER_LOGIT * (self.logits[i] - zero),
                    error: Z95 * ELO_PER_LOGIT * variance.max(0.0).sqrt(),
                }
            })
            .collect()
    }
}

/// The derivatives of the likelihood at some ratings.
struct Equations {
    /// The points scored beyond those expected, by player.
    gradient: Vec<f64>,
    /// The Fisher information of games without draws, which is also the
    /// curvature of the likelihood.
    information: Matrix,
    /// The covariance of the players' points, with draws taken into account.
    spread: Matrix,
}

impl Equations {
    fn at(table: &Crosstable, group: &[usize], logits: &[f64]) -> Self {
        let size = group.len();
        let mut equations = Self {
            gradient: vec![0.0; size],
            information: vec![vec![0.0; size]; size],
            spread: vec![vec![0.0; size]; size],
        };
        let (mut all, mut draws) = (0.0, 0.0);
        for i in 0..size {
            for j in 0..i {
                let tally = table.tally(group[i], group[j]);
                let games = tally.games() as f64;
                let expected = 1.0 / (1.0 + (logits[j] - logits[i]).exp());
                let surplus = tally.points() - games * expected;
                equations.gradient[i] += surplus;
                equations.gradient[j] -= surplus;
                let curvature = games * expected * (1.0 - expected);
                couple(&mut equations.information, i, j, curvature);
                // Each draw reduces the square of the score by a quarter.
                let variance = curvature - tally.draws as f64 / 4.0;
                couple(&mut equations.spread, i, j, variance.max(0.0));
                all += games;
                draws += tally.draws as f64;
            }
        }
        if all > 0.0 && draws >= all {
            let uncertainty = 1.0 - TAIL.powf(1.0 / all);
            let spread = |row: &Vec<f64>| row.iter().map(|cell| cell * uncertainty).collect();
            equations.spread = equations.information.iter().map(spread).collect();
        }
        equations
    }

    /// Returns the inverse of the information among ratings with mean zero. The
    /// matrix of ones makes it regular and represents the mean, which is fixed.
    fn inverse(&self) -> Option<Matrix> {
        let size = self.information.len() as f64;
        let scale = dot(&vec![1.0; self.information.len()], &self.diagonal()) / size;
        let scale = if scale > 0.0 { scale } else { 1.0 };
        let regular = self
            .information
            .iter()
            .map(|row| row.iter().map(|cell| cell + scale / size).collect())
            .collect();
        inverse(regular)
    }

    fn diagonal(&self) -> Vec<f64> {
        (0..self.information.len())
            .map(|i| self.information[i][i])
            .collect()
    }
}

/// Adds the covariance of a game between `i` and `j`: one gains what the other
/// loses.
fn couple(matrix: &mut Matrix, i: usize, j: usize, weight: f64) {
    matrix[i][i] += weight;
    matrix[j][j] += weight;
    matrix[i][j] -= weight;
    matrix[j][i] -= weight;
}

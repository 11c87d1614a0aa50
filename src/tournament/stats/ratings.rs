//! Ratings of many players, estimated from all their games at once.
//!
//! The model is that of Bradley and Terry (1952) on the Elo scale, with a draw
//! as half a win and half a loss. Ordo fits the same model: every player's points
//! equal those expected from the ratings. The equations are solved by Newton's
//! method; the log-likelihood is concave, so the solution is unique.
//!
//! Margins of error are computed from the Fisher information rather than by
//! simulation, so that the same results always give the same table. Draws are
//! taken into account (the "sandwich" estimator of Huber 1967): between two
//! players the margin is that of [`Counts::elo`](super::Counts::elo), by the delta
//! method. If all games were drawn, it would be zero; in that case, as in that
//! function, draws are given the least probability that is compatible with the
//! results at 97.5 % confidence.
//!
//! A finite solution exists only for a group in which each player took points
//! from every other, directly or along a chain (Ford 1957). A player who won or
//! lost every game, or never met the group, has no rating. As in Ordo, such
//! players and their games are left out; the result states the reason. No prior
//! is assumed for them.

use super::crosstable::Crosstable;
use super::elo::{TAIL, Z95};
use crate::util::matrix::{Matrix, inverse, multiply};

/// The Elo points per unit of the logistic scale: 400 points are odds of ten to one.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;
/// The maximum number of iterations; Newton's method needs only a few unless it diverges.
const MAX_STEPS: usize = 100;
/// The maximum change of a rating in one iteration, on the logistic scale.
const MAX_STEP: f64 = 2.0;
/// The change of the ratings, on the logistic scale, at which the iteration has converged.
const PRECISION: f64 = 1e-12;

/// The fixed point of the scale, which is needed because results determine only differences.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Anchor {
    /// The mean rating of all rated players, in Elo.
    Mean(f64),
    /// A player with a given rating, whose margin of error is zero.
    Player {
        /// The number of the player, from 0.
        player: usize,
        /// The rating, in Elo.
        elo: f64,
    },
}

/// The rating of a player, or the reason that there is none.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Rating {
    /// The player is rated.
    Rated {
        /// The rating, in Elo.
        elo: f64,
        /// Half the width of the 95 % confidence interval in Elo, relative to the anchor.
        margin: f64,
    },
    /// The player took points from the rated players, directly or along a
    /// chain, and lost none to them: there is no upper bound.
    Above,
    /// The player lost points to the rated players, directly or along a chain,
    /// and took none from them: there is no lower bound.
    Below,
    /// No chain of results leads to the rated players, or the ratings could not be
    /// computed.
    Disconnected,
}

impl std::fmt::Display for Rating {
    /// Formats the rating for a table: `+12.3 ± 4.5`, or the reason why there
    /// is none. The anchor's rating is printed without a margin.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rated { elo, margin: 0.0 } => write!(f, "{elo:+.1}"),
            Self::Rated { elo, margin } => write!(f, "{elo:+.1} ± {margin:.1}"),
            Self::Above => f.write_str("above the rest"),
            Self::Below => f.write_str("below the rest"),
            Self::Disconnected => f.write_str("not comparable"),
        }
    }
}

/// Returns the ratings of all players of a table, in the order of their
/// numbers.
///
/// The rated players are the group of the anchored player or, without one, the
/// largest group in which every player took points from every other along some
/// chain (of several groups of equal size, the one that contains the lowest
/// number). A single player is a group too: if no two players are comparable,
/// one player is rated at the anchor with a margin of zero.
pub fn ratings(table: &Crosstable, anchor: Anchor) -> Vec<Rating> {
    let relation = PointsRelation::new(table);
    let Some(representative) = relation.representative(anchor) else {
        return vec![Rating::Disconnected; table.players()];
    };
    let group: Vec<usize> = (0..table.players())
        .filter(|&player| relation.are_comparable(representative, player))
        .collect();
    let rated = Fit::new(table, &group).map(|fit| fit.anchored(&group, anchor));
    (0..table.players())
        .map(|player| {
            let index = group.iter().position(|&member| member == player);
            match (index, &rated) {
                (Some(index), Some(rated)) => rated[index],
                _ if relation.has_taken_points(player, representative) && index.is_none() => {
                    Rating::Above
                }
                _ if relation.has_taken_points(representative, player) && index.is_none() => {
                    Rating::Below
                }
                _ => Rating::Disconnected,
            }
        })
        .collect()
}

/// The relation "took points from", directly or along a chain of players.
struct PointsRelation {
    players: usize,
    /// Whether the player of the row took points from the player of the column, directly
    /// or along a chain; row by row.
    took: Vec<bool>,
}

impl PointsRelation {
    /// Computes the transitive closure (Warshall's algorithm, 1962) of "won or drew a game
    /// against".
    fn new(table: &Crosstable) -> Self {
        let players = table.players();
        let mut took: Vec<bool> = (0..players * players)
            .map(|i| {
                let (player, other) = (i / players, i % players);
                player == other || table.get(player, other).half_points() > 0
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

    fn has_taken_points(&self, player: usize, other: usize) -> bool {
        self.took[player * self.players + other]
    }

    fn are_comparable(&self, player: usize, other: usize) -> bool {
        self.has_taken_points(player, other) && self.has_taken_points(other, player)
    }

    /// Returns a player of the group to rate; `None` if there are no players, or if
    /// the anchored player does not exist.
    fn representative(&self, anchor: Anchor) -> Option<usize> {
        if let Anchor::Player { player, .. } = anchor {
            return (player < self.players).then_some(player);
        }
        let group_size = |player: usize| {
            (0..self.players)
                .filter(|&other| self.are_comparable(player, other))
                .count()
        };
        (0..self.players).max_by_key(|&player| (group_size(player), std::cmp::Reverse(player)))
    }
}

/// The ratings of a group, with mean zero, and their covariance, on the logistic scale.
struct Fit {
    logits: Vec<f64>,
    covariance: Matrix,
}

impl Fit {
    /// Computes the most likely ratings of a group; `None` if a matrix can't be
    /// inverted, or if the steps do not converge.
    fn new(table: &Crosstable, group: &[usize]) -> Option<Self> {
        let mut logits = vec![0.0; group.len()];
        let mut has_converged = false;
        for _ in 0..MAX_STEPS {
            let derivatives = Derivatives::at(table, group, &logits);
            let inverse = derivatives.inverse()?;
            let step = multiply(&inverse, &derivatives.gradient);
            let longest = step.iter().fold(0.0, |max: f64, part| max.max(part.abs()));
            // Far from the solution the likelihood is flat, and a full step would overshoot.
            let scale = (MAX_STEP / longest).min(1.0);
            for (logit, part) in logits.iter_mut().zip(&step) {
                *logit += scale * part;
            }
            has_converged = longest < PRECISION;
            if has_converged {
                break;
            }
        }
        if !has_converged {
            return None;
        }
        let derivatives = Derivatives::at(table, group, &logits);
        let inverse = derivatives.inverse()?;
        // The sandwich estimator: inverse times spread times inverse. All are
        // symmetric.
        let half: Matrix = inverse
            .iter()
            .map(|row| multiply(&derivatives.spread, row))
            .collect();
        let covariance = half.iter().map(|row| multiply(&inverse, row)).collect();
        Some(Self { logits, covariance })
    }

    /// Returns the ratings relative to the anchor, with margins.
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
                    margin: Z95 * ELO_PER_LOGIT * variance.max(0.0).sqrt(),
                }
            })
            .collect()
    }
}

/// The derivatives of the log-likelihood at given ratings.
struct Derivatives {
    /// Each player's points minus the expected points.
    gradient: Vec<f64>,
    /// The Fisher information if no game is drawn, which is also the curvature
    /// of the log-likelihood.
    information: Matrix,
    /// The covariance of the players' points, with draws taken into account.
    spread: Matrix,
}

impl Derivatives {
    fn at(table: &Crosstable, group: &[usize], logits: &[f64]) -> Self {
        let size = group.len();
        let mut derivatives = Self {
            gradient: vec![0.0; size],
            information: vec![vec![0.0; size]; size],
            spread: vec![vec![0.0; size]; size],
        };
        let (mut all_games, mut draws) = (0.0, 0.0);
        for i in 0..size {
            for j in 0..i {
                let tally = table.get(group[i], group[j]);
                let games = tally.games() as f64;
                let expected = 1.0 / (1.0 + (logits[j] - logits[i]).exp());
                let surplus = tally.points() - games * expected;
                derivatives.gradient[i] += surplus;
                derivatives.gradient[j] -= surplus;
                let curvature = games * expected * (1.0 - expected);
                add_covariance(&mut derivatives.information, i, j, curvature);
                // Each draw reduces the sum of the squared scores by a quarter.
                let variance = curvature - tally.draws as f64 / 4.0;
                add_covariance(&mut derivatives.spread, i, j, variance.max(0.0));
                all_games += games;
                draws += tally.draws as f64;
            }
        }
        if all_games > 0.0 && draws >= all_games {
            let uncertainty = 1.0 - TAIL.powf(1.0 / all_games);
            let spread = |row: &Vec<f64>| row.iter().map(|cell| cell * uncertainty).collect();
            derivatives.spread = derivatives.information.iter().map(spread).collect();
        }
        derivatives
    }

    /// Returns the inverse of the information for ratings with mean zero. The
    /// information alone is singular, since it says nothing about the mean; the
    /// constant that is added to every cell makes it invertible.
    fn inverse(&self) -> Option<Matrix> {
        let rows = self.information.iter().enumerate();
        let trace: f64 = rows.map(|(index, row)| row[index]).sum();
        let size = self.information.len() as f64;
        let scale = trace / size;
        let scale = if scale > 0.0 { scale } else { 1.0 };
        let invertible = self
            .information
            .iter()
            .map(|row| row.iter().map(|cell| cell + scale / size).collect())
            .collect();
        inverse(invertible)
    }
}

/// Adds the covariance matrix of the points from the games between `i` and `j`, whose
/// variance is `weight`: one player gains what the other loses.
fn add_covariance(matrix: &mut Matrix, i: usize, j: usize, weight: f64) {
    matrix[i][i] += weight;
    matrix[j][j] += weight;
    matrix[i][j] -= weight;
    matrix[j][i] -= weight;
}

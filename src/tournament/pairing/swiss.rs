//! Swiss tournaments: players with similar scores meet; no two players meet twice.
//!
//! The aims are those of the Dutch system (FIDE Handbook C.04.3), but pairings are found by
//! minimization rather than by a procedure. Every possible pair has a cost for each of the criteria
//! below. Of all pairings of the whole field, the one with the lowest total cost is chosen; a
//! criterion matters only between pairings that are equal by all criteria above it:
//!
//! 1. no player has a second bye;
//! 2. no two players meet twice;
//! 3. no player's surplus of one colour exceeds two;
//! 4. the bye goes to the lowest score;
//! 5. the sum of the squared differences in score is low, so that two small
//!    floats are better than one large one;
//! 6. floats occur low in the table rather than high;
//! 7. no player has the same colour three times in a row; then, players get the colours due;
//! 8. a floater is low in the higher score group, and meets a player who is high
//!    in the lower group;
//! 9. within a score group, the upper half meets the lower half: first with first.
//!
//! Minimum-cost matching finds this pairing directly; a procedure from the top
//! down would have to backtrack. The bye is represented as one more
//! player, whose cost for each opponent is that of the opponent's bye. A bye earns
//! as many points as a won encounter of that round. Players with the same score
//! are ranked by number.

use super::color::{ColorHistory, Preference};
use super::matching::min_cost_matching;
use super::rounds::{Encounter, EncounterScores, PairingError, Round, Schedule};

/// The maximum number of players in a Swiss tournament: enough for engines, and
/// few enough that the weights of the matching can't overflow.
pub const MAX_SWISS_PLAYERS: usize = 128;
/// The maximum number of rounds in a Swiss tournament, limited for the same
/// reason.
pub const MAX_SWISS_ROUNDS: u32 = 64;
/// The largest difference in score that counts, in half points; larger ones count the same. The
/// weights need a bound, and differences this large do not occur in practice.
const MAX_SCORE_DIFFERENCE: u32 = 511;

/// Returns the rounds up to and including the first unfinished one.
pub(super) fn schedule(
    players: usize,
    rounds: u32,
    scores: &EncounterScores,
) -> Result<Schedule, PairingError> {
    if players > MAX_SWISS_PLAYERS || rounds > MAX_SWISS_ROUNDS {
        return Err(PairingError::TooLarge);
    }
    let mut entrants = Entrants::new(players);
    let mut schedule = Schedule::default();
    for number in 1..=rounds {
        let round = entrants.pair_round(number);
        let is_finished = entrants.record(&round, scores);
        schedule.rounds.push(round);
        if !is_finished {
            break;
        }
    }
    schedule.complete = schedule.rounds.len() == rounds as usize;
    Ok(schedule)
}

/// A player's points, colours and byes so far.
#[derive(Clone, Debug, Default)]
struct PlayerHistory {
    half_points: u32,
    colors: ColorHistory,
    byes: u32,
}

/// A player's rank before a round.
#[derive(Copy, Clone, Debug)]
struct RankedPlayer {
    player: usize,
    half_points: u32,
    /// The rank within the score group, from 0.
    rank_in_group: i128,
    /// The size of the score group.
    group_size: i128,
}

/// All players, and how often each pair of them has met.
struct Entrants {
    players: Vec<PlayerHistory>,
    met: Vec<Vec<u32>>,
}

impl Entrants {
    fn new(players: usize) -> Self {
        Self {
            players: vec![PlayerHistory::default(); players],
            met: vec![vec![0; players]; players],
        }
    }

    /// Returns the next round, with the highest scores first.
    fn pair_round(&self, round: u32) -> Round {
        let ranking = self.ranking();
        let count = ranking.len();
        let weights = CriterionWeights::new(&ranking);
        let lowest_score = ranking.last().map_or(0, |last| last.half_points);
        let partner = min_cost_matching(count.next_multiple_of(2), |i, j| {
            weights.total_cost(if j == count {
                self.bye_costs(ranking[i], lowest_score)
            } else {
                self.pair_costs(ranking[i], ranking[j], lowest_score)
            })
        });
        let mut paired = Round::default();
        let first_number = (round - 1) * (count / 2) as u32;
        for (i, ranked) in ranking.iter().enumerate() {
            if partner[i] == count {
                paired.byes.push(ranked.player);
            } else if i < partner[i] {
                let board = paired.encounters.len() as u32;
                let (higher, lower) = (ranked.player, ranking[partner[i]].player);
                let higher_begins = self.players[higher]
                    .colors
                    .begins_against(&self.players[lower].colors, board.is_multiple_of(2));
                let (first, second) = match higher_begins {
                    true => (higher, lower),
                    false => (lower, higher),
                };
                paired.encounters.push(Encounter {
                    number: first_number + board,
                    round,
                    first,
                    second,
                });
            }
        }
        paired
    }

    /// Records the results of a round. Returns `false` at the first missing result; earlier
    /// ones have then been recorded.
    fn record(&mut self, round: &Round, scores: &EncounterScores) -> bool {
        let mut points_for_a_win = 0;
        for encounter in &round.encounters {
            let Some(&[first_points, second_points]) = scores.get(&encounter.number) else {
                return false;
            };
            let (first, second) = (encounter.first, encounter.second);
            self.players[first].half_points += first_points;
            self.players[second].half_points += second_points;
            self.players[first].colors.record(true);
            self.players[second].colors.record(false);
            self.met[first][second] += 1;
            self.met[second][first] += 1;
            points_for_a_win = points_for_a_win.max(first_points + second_points);
        }
        for &player in &round.byes {
            self.players[player].half_points += points_for_a_win;
            self.players[player].byes += 1;
        }
        true
    }

    /// Returns the players by points, then by number.
    fn ranking(&self) -> Vec<RankedPlayer> {
        let points = |player: usize| self.players[player].half_points;
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by_key(|&player| std::cmp::Reverse(points(player)));
        let mut ranking = Vec::new();
        for group in order.chunk_by(|&a, &b| points(a) == points(b)) {
            ranking.extend(group.iter().enumerate().map(|(i, &player)| RankedPlayer {
                player,
                half_points: points(player),
                rank_in_group: i as i128,
                group_size: group.len() as i128,
            }));
        }
        ranking
    }

    fn bye_costs(&self, ranked: RankedPlayer, lowest_score: u32) -> Costs {
        let mut costs = Costs::default();
        costs.0[SECOND_BYE] = i128::from(self.players[ranked.player].byes);
        costs.0[BYE_SCORE] = score_difference(ranked.half_points, lowest_score);
        costs.0[FLOATER] = ranked.group_size - 1 - ranked.rank_in_group;
        costs
    }

    /// Returns the costs of pairing a player with one ranked below.
    /// `lowest_score` is the score of the last player in the ranking.
    fn pair_costs(&self, higher: RankedPlayer, lower: RankedPlayer, lowest_score: u32) -> Costs {
        let [a, b] = [higher, lower].map(|ranked| &self.players[ranked.player].colors);
        let clash = a.clash(b);
        let mut costs = Costs::default();
        costs.0[REMATCH] = i128::from(self.met[higher.player][lower.player]);
        costs.0[COLOR_SURPLUS] = i128::from(clash == Preference::Absolute);
        costs.0[SCORE] = square(score_difference(higher.half_points, lower.half_points));
        costs.0[COLOR] = color_cost(clash);
        if higher.half_points == lower.half_points {
            let distance = lower.rank_in_group - higher.rank_in_group;
            costs.0[FOLD] = square(distance - higher.group_size / 2);
        } else {
            costs.0[HEIGHT] = score_difference(higher.half_points, lowest_score);
            costs.0[FLOATER] = higher.group_size - 1 - higher.rank_in_group + lower.rank_in_group;
        }
        costs
    }
}

/// Returns the cost of a clash; a run of three costs as much as several lesser
/// clashes.
fn color_cost(clash: Preference) -> i128 {
    match clash {
        Preference::None => 0,
        Preference::Mild => 1,
        Preference::Strong => 2,
        Preference::Run | Preference::Absolute => 8,
    }
}

fn score_difference(higher: u32, lower: u32) -> i128 {
    i128::from((higher - lower).min(MAX_SCORE_DIFFERENCE))
}

fn square(n: i128) -> i128 {
    n * n
}

const SECOND_BYE: usize = 0;
const REMATCH: usize = 1;
const COLOR_SURPLUS: usize = 2;
const BYE_SCORE: usize = 3;
const SCORE: usize = 4;
const HEIGHT: usize = 5;
const COLOR: usize = 6;
const FLOATER: usize = 7;
const FOLD: usize = 8;
const CRITERIA: usize = 9;

/// The costs of a pair, by criterion.
#[derive(Copy, Clone, Debug, Default)]
struct Costs([i128; CRITERIA]);

/// The weight of each criterion: greater than the largest possible sum of the
/// weighted costs of all later criteria, over all pairs of the round.
struct CriterionWeights([i128; CRITERIA]);

impl CriterionWeights {
    fn new(ranking: &[RankedPlayer]) -> Self {
        let players = ranking.len() as i128;
        let score_range = match (ranking.first(), ranking.last()) {
            (Some(first), Some(last)) => score_difference(first.half_points, last.half_points),
            _ => 0,
        };
        let pairs = players / 2 + 1;
        let max_costs = [
            i128::from(MAX_SWISS_ROUNDS),
            i128::from(MAX_SWISS_ROUNDS) * pairs,
            pairs,
            score_range,
            square(score_range) * pairs,
            score_range * pairs,
            8 * pairs,
            2 * players * pairs,
            square(players) * pairs,
        ];
        let mut weights = [1; CRITERIA];
        for i in (0..CRITERIA - 1).rev() {
            weights[i] = weights[i + 1] * (max_costs[i + 1] + 1);
        }
        Self(weights)
    }

    fn total_cost(&self, costs: Costs) -> i128 {
        self.0
            .iter()
            .zip(costs.0)
            .map(|(weight, cost)| weight * cost)
            .sum()
    }
}

//! Swiss tournaments: players with similar scores meet, no two of them twice.
//!
//! The aims are those of the Dutch system (FIDE Handbook C.04.3), but where that is a procedure,
//! this is a minimization. Every possible pair has a cost by each of these criteria, and of all
//! pairings of the whole field the one with the least sum is chosen, where a lower criterion counts
//! only if those above are equal:
//!
//! 1. no player has a second bye;
//! 2. no two players meet twice;
//! 3. no player's colours differ by more than two;
//! 4. the bye goes to the lowest score;
//! 5. scores are similar: by squares of the differences, so that two small
//!    floats are better than one large;
//! 6. floats occur low in the table rather than high;
//! 7. colours: no three in a row, then the colours due;
//! 8. a floater is low in the upper score group, and meets a player who is high
//!    in the lower one;
//! 9. within a group the upper half meets the lower half, first with first.
//!
//! A weighted matching finds this pairing whenever one exists; a procedure from
//! the top down would have to backtrack. The bye is one more player, paired at
//! the cost of being left out. It earns as many points as a won encounter of
//! that round. Within a score, players rank by their numbers.

use super::color::{ColorHistory, Preference};
use super::matching::min_cost_matching;
use super::rounds::{Encounter, EncounterScores, PairingError, Round, Schedule};

/// The maximum number of players of a Swiss tournament: enough for engines, and
/// few enough that the weights of the matching can't overflow.
pub const MAX_SWISS_PLAYERS: usize = 128;
/// The maximum number of rounds of a Swiss tournament, limited for the same
/// reason.
pub const MAX_SWISS_ROUNDS: u32 = 64;
/// The largest difference in score, in half points, that counts; larger ones count the same.
/// Weights need a bound, and leads this large do not occur in practice.
const MAX_DIFFERENCE: u32 = 511;

/// Returns the rounds up to the first incomplete one.
pub(super) fn schedule(
    players: usize,
    rounds: u32,
    results: &EncounterScores,
) -> Result<Schedule, PairingError> {
    if players > MAX_SWISS_PLAYERS || rounds > MAX_SWISS_ROUNDS {
        return Err(PairingError::TooLarge);
    }
    let mut field = Field::new(players);
    let mut schedule = Schedule::default();
    for number in 1..=rounds {
        let round = field.pair(number);
        let is_finished = field.record(&round, results);
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
struct Player {
    half_points: u32,
    colors: ColorHistory,
    byes: u32,
}

/// A player's place in the ranking before a round.
#[derive(Copy, Clone, Debug)]
struct Place {
    player: usize,
    half_points: u32,
    /// The place in the score group, from 0.
    in_group: i128,
    /// The size of the score group.
    group: i128,
}

/// All players, and how often each two have met.
struct Field {
    players: Vec<Player>,
    met: Vec<Vec<u32>>,
}

impl Field {
    fn new(players: usize) -> Self {
        Self {
            players: vec![Player::default(); players],
            met: vec![vec![0; players]; players],
        }
    }

    /// Returns the next round, the highest score first.
    fn pair(&self, round: u32) -> Round {
        let ranking = self.ranking();
        let count = ranking.len();
        let scale = CriterionWeights::of(&ranking);
        let lowest = ranking.last().map_or(0, |last| last.half_points);
        let partner = min_cost_matching(count.next_multiple_of(2), |i, j| {
            scale.weigh(if j == count {
                self.bye_cost(ranking[i], lowest)
            } else {
                self.pair_cost(ranking[i], ranking[j], lowest)
            })
        });
        let mut built = Round::default();
        let start = (round - 1) * (count / 2) as u32;
        for (i, place) in ranking.iter().enumerate() {
            if partner[i] == count {
                built.byes.push(place.player);
            } else if i < partner[i] {
                let board = built.encounters.len() as u32;
                let (higher, lower) = (place.player, ranking[partner[i]].player);
                let begins = self.players[higher]
                    .colors
                    .begins_against(&self.players[lower].colors, board.is_multiple_of(2));
                let (first, second) = match begins {
                    true => (higher, lower),
                    false => (lower, higher),
                };
                built.encounters.push(Encounter {
                    number: start + board,
                    round,
                    first,
                    second,
                });
            }
        }
        built
    }

    /// Records the results of a round. Returns false if some are unknown;
    /// others may have been recorded by then.
    fn record(&mut self, round: &Round, results: &EncounterScores) -> bool {
        let mut points_of_a_win = 0;
        for encounter in &round.encounters {
            let Some(&[of_first, of_second]) = results.get(&encounter.number) else {
                return false;
            };
            let (first, second) = (encounter.first, encounter.second);
            self.players[first].half_points += of_first;
            self.players[second].half_points += of_second;
            self.players[first].colors.record(true);
            self.players[second].colors.record(false);
            self.met[first][second] += 1;
            self.met[second][first] += 1;
            points_of_a_win = points_of_a_win.max(of_first + of_second);
        }
        for &player in &round.byes {
            self.players[player].half_points += points_of_a_win;
            self.players[player].byes += 1;
        }
        true
    }

    /// Returns the ranking, by points, then by number.
    fn ranking(&self) -> Vec<Place> {
        let points = |player: usize| self.players[player].half_points;
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by_key(|&player| std::cmp::Reverse(points(player)));
        let mut ranking = Vec::new();
        for group in order.chunk_by(|&a, &b| points(a) == points(b)) {
            ranking.extend(group.iter().enumerate().map(|(i, &player)| Place {
                player,
                half_points: points(player),
                in_group: i as i128,
                group: group.len() as i128,
            }));
        }
        ranking
    }

    fn bye_cost(&self, place: Place, lowest: u32) -> Costs {
        let mut costs = Costs::default();
        costs.0[SECOND_BYE] = i128::from(self.players[place.player].byes);
        costs.0[BYE_SCORE] = difference(place.half_points, lowest);
        costs.0[FLOATER] = place.group - 1 - place.in_group;
        costs
    }

    /// Returns the cost of pairing a player with one ranked below, where
    /// `lowest` is the lowest score of all.
    fn pair_cost(&self, higher: Place, lower: Place, lowest: u32) -> Costs {
        let [a, b] = [higher, lower].map(|place| &self.players[place.player].colors);
        let clash = a.clash(b);
        let mut costs = Costs::default();
        costs.0[REMATCH] = i128::from(self.met[higher.player][lower.player]);
        costs.0[COLOR_SURPLUS] = i128::from(clash == Preference::Absolute);
        costs.0[SCORE] = square(difference(higher.half_points, lower.half_points));
        costs.0[COLOR] = color_cost(clash);
        if higher.half_points == lower.half_points {
            let apart = lower.in_group - higher.in_group;
            costs.0[FOLD] = square(apart - higher.group / 2);
        } else {
            costs.0[HEIGHT] = difference(higher.half_points, lowest);
            costs.0[FLOATER] = higher.group - 1 - higher.in_group + lower.in_group;
        }
        costs
    }
}

/// Returns the cost of a clash; a run of three costs as much as several lesser
/// ones.
fn color_cost(clash: Preference) -> i128 {
    match clash {
        Preference::None => 0,
        Preference::Mild => 1,
        Preference::Strong => 2,
        Preference::Run | Preference::Absolute => 8,
    }
}

fn difference(higher: u32, lower: u32) -> i128 {
    i128::from((higher - lower).min(MAX_DIFFERENCE))
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

/// The costs of one pair, by criterion.
#[derive(Copy, Clone, Debug, Default)]
struct Costs([i128; CRITERIA]);

/// The weight of a unit of each criterion: more than the sum of all costs by
/// the criteria after it, over all pairs of the round.
struct CriterionWeights([i128; CRITERIA]);

impl CriterionWeights {
    fn of(ranking: &[Place]) -> Self {
        let players = ranking.len() as i128;
        let spread = match (ranking.first(), ranking.last()) {
            (Some(first), Some(last)) => difference(first.half_points, last.half_points),
            _ => 0,
        };
        let pairs = players / 2 + 1;
        let max_costs = [
            i128::from(MAX_SWISS_ROUNDS),
            i128::from(MAX_SWISS_ROUNDS) * pairs,
            pairs,
            spread,
            square(spread) * pairs,
            spread * pairs,
            8 * pairs,
            2 * players * pairs,
            square(players) * pairs,
        ];
        let mut scale = [1; CRITERIA];
        for i in (0..CRITERIA - 1).rev() {
            scale[i] = scale[i + 1] * (max_costs[i + 1] + 1);
        }
        Self(scale)
    }

    fn weigh(&self, costs: Costs) -> i128 {
        self.0
            .iter()
            .zip(costs.0)
            .map(|(weight, cost)| weight * cost)
            .sum()
    }
}

//! The queue of the games that remain to be played, in order.
//!
//! The queue is filled from the schedule, which is a function of the results; games in the journal
//! are left out. The queue of a resumed tournament is therefore the same as without the
//! interruption.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::tournament::journal::Games;
use crate::tournament::pairing::{
    Encounter, EncounterResult, PairingError, PairingSystem, Schedule, schedule,
};
use crate::tournament::{ScheduledGame, Shard, Spec, SprtSpec};

/// The number of rounds by which the schedule of an open-ended tournament grows. Such a tournament
/// is a round-robin or gauntlet of two engines, whose longer schedules begin with the shorter ones.
const ROUNDS_AT_A_TIME: u32 = 1000;

/// An error in scheduling the games.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueueError {
    /// The format is impossible with these engines.
    #[error(transparent)]
    Pairing(#[from] PairingError),
    /// A game in the journal is not on the schedule, or differs from the scheduled game.
    #[error("games.jsonl: game {0} is not on the schedule of match.json")]
    UnknownGame(u32),
}

/// The known games that remain to be played.
#[derive(Debug)]
pub struct GameQueue {
    format: PairingSystem,
    /// The number of rounds on the schedule so far, if only a test ends the tournament.
    open_rounds: Option<u32>,
    players: usize,
    games_per_encounter: u32,
    has_fixed_colors: bool,
    shard: Option<Shard>,
    waiting: VecDeque<ScheduledGame>,
    /// The games that have been assigned to workers.
    assigned: HashMap<u32, ScheduledGame>,
    /// The numbers of the encounters whose games have been added.
    queued: HashSet<u32>,
    /// The games that had already been played when their encounter was added.
    played: HashMap<u32, ScheduledGame>,
    /// Whether no further result can add an encounter.
    complete: bool,
    total: Option<u32>,
}

impl GameQueue {
    /// Creates the queue of the games that remain after these games.
    ///
    /// # Errors
    /// Returns an error if the format is impossible with these engines, or if one of these games is
    /// not on the schedule.
    pub fn new(spec: &Spec, games: &Games) -> Result<Self, QueueError> {
        let players = spec.engines.len();
        let mut queue = Self {
            format: spec.format,
            open_rounds: spec.is_open_ended().then(|| last_encounter(games)),
            players,
            games_per_encounter: spec.games.max(1),
            has_fixed_colors: spec.fixed_colors,
            shard: spec.shard,
            waiting: VecDeque::new(),
            assigned: HashMap::new(),
            queued: HashSet::new(),
            played: HashMap::new(),
            complete: false,
            total: None,
        };
        queue.add_rounds();
        let known_games = queue.add_known_games(games)?;
        queue.check(spec, games)?;
        queue.total = match spec.format {
            PairingSystem::RoundRobin { .. } | PairingSystem::Gauntlet { .. } => {
                (!spec.is_open_ended()).then_some(known_games)
            }
            PairingSystem::Swiss { rounds } => {
                let boards = u32::try_from(players / 2).unwrap_or(u32::MAX);
                Some(
                    rounds
                        .saturating_mul(boards)
                        .saturating_mul(queue.games_per_encounter),
                )
            }
            PairingSystem::Knockout { .. } => None,
        };
        Ok(queue)
    }

    /// Checks that the games agree with the schedule.
    fn check(&self, spec: &Spec, games: &Games) -> Result<(), QueueError> {
        let has_name = |engine: usize, name: &str| {
            let spec = spec.engines.get(engine);
            spec.is_some_and(|engine| engine.name == name)
        };
        let unknown = games.iter().find(|(number, report)| {
            let scheduled = self.played.get(number);
            !scheduled.is_some_and(|scheduled| {
                (scheduled.round, scheduled.encounter) == (report.round, report.encounter)
                    && has_name(scheduled.white, &report.white)
                    && has_name(scheduled.black, &report.black)
            })
        });
        unknown.map_or(Ok(()), |(number, _)| Err(QueueError::UnknownGame(*number)))
    }

    /// Returns whether no game remains and no result can add one.
    pub fn is_finished(&self) -> bool {
        self.complete && self.waiting.is_empty()
    }

    /// Returns the total number of games, including those played; `None` if it depends on
    /// results.
    pub const fn total(&self) -> Option<u32> {
        self.total
    }

    /// Returns the known games that remain, in order.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &ScheduledGame> {
        self.waiting.iter()
    }

    /// Removes and returns the next game, if one can be played now. In knockouts and Swiss
    /// tournaments, more games may follow when the assigned ones have ended.
    ///
    /// # Errors
    /// Returns an error if the results are invalid.
    pub fn next(&mut self, games: &Games) -> Result<Option<ScheduledGame>, QueueError> {
        if self.waiting.is_empty() && !self.complete {
            self.add_rounds();
            self.add_known_games(games)?;
        }
        let scheduled = self.waiting.pop_front();
        if let Some(scheduled) = scheduled {
            self.assigned.insert(scheduled.game, scheduled);
        }
        Ok(scheduled)
    }

    /// Extends the schedule of an open-ended tournament.
    fn add_rounds(&mut self) {
        if let (
            Some(open),
            PairingSystem::RoundRobin { rounds } | PairingSystem::Gauntlet { rounds },
        ) = (&mut self.open_rounds, &mut self.format)
        {
            *open = open
                .saturating_add(ROUNDS_AT_A_TIME)
                .min(SprtSpec::MAX_ROUNDS);
            *rounds = *open;
        }
    }

    /// Puts an assigned game back at the front of the queue.
    pub fn requeue(&mut self, game: u32) {
        if let Some(scheduled) = self.assigned.get(&game) {
            self.waiting.push_front(*scheduled);
        }
    }

    /// Adds the games of newly known encounters, except those that have been
    /// played. Returns the number of known games on the schedule.
    fn add_known_games(&mut self, games: &Games) -> Result<u32, QueueError> {
        let schedule = self.schedule(games)?;
        let has_more_rounds = self
            .open_rounds
            .is_some_and(|rounds| rounds < SprtSpec::MAX_ROUNDS);
        self.complete = schedule.complete && !has_more_rounds;
        let mut count = 0_u32;
        for encounter in schedule.encounters() {
            let number = encounter.number + 1;
            if self.shard.is_some_and(|shard| !shard.contains(number)) {
                continue;
            }
            let last_game = number.checked_mul(self.games_per_encounter);
            last_game.ok_or(PairingError::TooLarge)?;
            count += self.games_per_encounter;
            if !self.queued.insert(number) {
                continue;
            }
            let numbers = 0..self.games_per_encounter;
            let all: Vec<_> = numbers
                .map(|i| self.scheduled_game(&encounter, i))
                .collect();
            for scheduled in all {
                if games.contains_key(&scheduled.game) {
                    self.played.insert(scheduled.game, scheduled);
                } else {
                    self.waiting.push_back(scheduled);
                }
            }
        }
        Ok(count)
    }

    /// Returns game `i`, from 0, of an encounter. Colours are swapped from game to game, unless the
    /// engine that is named first always has White.
    fn scheduled_game(&self, encounter: &Encounter, i: u32) -> ScheduledGame {
        let Encounter { first, second, .. } = *encounter;
        let (white, black) = match self.has_fixed_colors {
            true => (first.min(second), first.max(second)),
            false if i.is_multiple_of(2) => (first, second),
            false => (second, first),
        };
        ScheduledGame {
            game: encounter.number * self.games_per_encounter + i + 1,
            round: encounter.round,
            encounter: encounter.number + 1,
            white,
            black,
        }
    }

    fn schedule(&self, games: &Games) -> Result<Schedule, QueueError> {
        let finished = if self.format.is_fixed() {
            Vec::new()
        } else {
            self.finished(games)
        };
        Ok(schedule(self.format, self.players, &finished)?)
    }

    /// Returns the results of the encounters whose games have all been played.
    fn finished(&self, games: &Games) -> Vec<EncounterResult> {
        let mut sums: HashMap<u32, (u32, [u32; 2])> = HashMap::new();
        for report in games.values() {
            let Some(white) = report.result.white_half_points() else {
                continue;
            };
            let (done, [first, second]) = sums.entry(report.encounter).or_default();
            *done += 1;
            let (white, black) = (u32::from(white), 2 - u32::from(white));
            let index = report.game.saturating_sub(1) % self.games_per_encounter;
            let first_is_white = index.is_multiple_of(2);
            let (one, other) = if first_is_white {
                (white, black)
            } else {
                (black, white)
            };
            *first += one;
            *second += other;
        }
        let complete = sums
            .into_iter()
            .filter(|(_, (done, _))| *done == self.games_per_encounter);
        complete
            .filter_map(|(encounter, (_, half_points))| {
                Some(EncounterResult {
                    number: encounter.checked_sub(1)?,
                    half_points,
                })
            })
            .collect()
    }
}

/// Returns the highest number of an encounter of which a game has been played, or 0.
pub(super) fn last_encounter(games: &Games) -> u32 {
    let encounters = games.values().map(|report| report.encounter);
    encounters.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn spec(rounds: u32) -> Spec {
        let engine = |name: &str| {
            json!({
                "name": name, "command": "x", "args": [], "dialect": "uci", "options": [],
                "budget": {"nodes": 1},
            })
        };
        serde_json::from_value(json!({
            "version": 1, "event": "", "variant": "shatra", "engines": [engine("A"), engine("B")],
            "format": {"round-robin": {"rounds": rounds}}, "games": 2,
            "openings": {"source": "start", "random_order": false, "seed": 1},
            "terms": {"max_plies": 600, "no_progress": 200, "resign": null, "draw": null},
            "sprt": {"elo0": 0.0, "elo1": 5.0, "alpha": 0.05, "beta": 0.05, "model": "logistic"},
        }))
        .unwrap()
    }

    #[test]
    fn the_schedule_of_an_open_ended_tournament_grows() {
        let games = Games::new();
        let mut queue = GameQueue::new(&spec(SprtSpec::MAX_ROUNDS), &games).unwrap();
        let mut limited = GameQueue::new(&spec(3000), &games).unwrap();
        assert_eq!((queue.total(), limited.total()), (None, Some(6000)));
        assert_eq!(queue.waiting.len(), 2 * ROUNDS_AT_A_TIME as usize);
        for number in 1..=6000 {
            let next = queue.next(&games).unwrap();
            assert_eq!(next.map(|game| game.game), Some(number));
            assert_eq!(next, limited.next(&games).unwrap());
            assert!(!queue.is_finished());
        }
        assert!(limited.is_finished());
    }
}

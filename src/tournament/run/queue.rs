//! The queue of the games to be played, in order.
//!
//! The queue is filled from the schedule, which is a function of the results, and
//! leaves out the games in the journal. A resumed tournament therefore has the same queue as
//! without the interruption.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::tournament::journal::Games;
use crate::tournament::pairing::{
    Encounter, EncounterResult, PairingError, PairingSystem, Schedule, schedule,
};
use crate::tournament::{FormatSpec, Shard, Spec};

/// A game to be played.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game in the schedule, from 1.
    pub game: u32,
    /// The number of the round, from 1.
    pub round: u32,
    /// The number of the encounter, from 1.
    pub encounter: u32,
    /// The number of White's engine, from 0.
    pub white: usize,
    /// The number of Black's engine, from 0.
    pub black: usize,
}

/// The reason why there is no schedule.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueueError {
    /// The format does not suit these engines.
    #[error(transparent)]
    Pairing(#[from] PairingError),
    /// A game of the journal is not on the schedule, or differs from it.
    #[error("games.jsonl: game {0} is not on the schedule of match.json")]
    UnknownGame(u32),
}

/// The games left to play, as far as they are known.
#[derive(Debug)]
pub struct GameQueue {
    format: PairingSystem,
    is_fixed: bool,
    players: usize,
    games: u32,
    shard: Option<Shard>,
    open: VecDeque<ScheduledGame>,
    /// The games that were assigned to workers.
    assigned: HashMap<u32, ScheduledGame>,
    /// The encounters whose games were put in the queue.
    queued: HashSet<u32>,
    /// The games that had already been played when the schedule listed them.
    done: HashMap<u32, ScheduledGame>,
    /// Whether further results add no encounter.
    complete: bool,
    total: Option<u32>,
}

impl GameQueue {
    /// Returns the queue of the games that remain after these games.
    ///
    /// # Errors Returns an error if the format does not suit the engines, or if one of these games
    /// is not on the schedule.
    pub fn new(spec: &Spec, games: &Games) -> Result<Self, QueueError> {
        let players = spec.engines.len();
        let mut queue = Self {
            format: format(&spec.format),
            is_fixed: spec.format.is_fixed(),
            players,
            games: spec.games.max(1),
            shard: spec.shard,
            open: VecDeque::new(),
            assigned: HashMap::new(),
            queued: HashSet::new(),
            done: HashMap::new(),
            complete: false,
            total: None,
        };
        let known = queue.add_known_games(games)?;
        queue.check(spec, games)?;
        queue.total = match spec.format {
            FormatSpec::RoundRobin { .. } | FormatSpec::Gauntlet { .. } => Some(known),
            FormatSpec::Swiss { rounds } => {
                let boards = u32::try_from(players / 2).unwrap_or(u32::MAX);
                Some(rounds.saturating_mul(boards).saturating_mul(queue.games))
            }
            FormatSpec::Knockout { .. } => None,
        };
        Ok(queue)
    }

    /// Checks that the games are those of the schedule.
    fn check(&self, spec: &Spec, games: &Games) -> Result<(), QueueError> {
        let is_called = |engine: usize, name: &str| {
            let spec = spec.engines.get(engine);
            spec.is_some_and(|engine| engine.name == name)
        };
        let unknown = games.iter().find(|(number, report)| {
            let scheduled = self.done.get(number);
            !scheduled.is_some_and(|scheduled| {
                (scheduled.round, scheduled.encounter) == (report.round, report.encounter)
                    && is_called(scheduled.white, &report.white)
                    && is_called(scheduled.black, &report.black)
            })
        });
        unknown.map_or(Ok(()), |(number, _)| Err(QueueError::UnknownGame(*number)))
    }

    /// Returns whether no game is left, and no result adds one.
    pub fn is_finished(&self) -> bool {
        self.complete && self.open.is_empty()
    }

    /// Returns the total number of games, including those played; `None` if that depends on
    /// results.
    pub const fn total(&self) -> Option<u32> {
        self.total
    }

    /// Removes and returns the next game, if one can be played now. In formats with rounds, more
    /// games may follow when the assigned ones have ended.
    ///
    /// # Errors
    /// Returns an error if there is no schedule for the results.
    pub fn next(&mut self, games: &Games) -> Result<Option<ScheduledGame>, QueueError> {
        if self.open.is_empty() && !self.complete {
            self.add_known_games(games)?;
        }
        let scheduled = self.open.pop_front();
        if let Some(scheduled) = scheduled {
            self.assigned.insert(scheduled.game, scheduled);
        }
        Ok(scheduled)
    }

    /// Puts an assigned game back at the front of the queue.
    pub fn requeue(&mut self, game: u32) {
        if let Some(scheduled) = self.assigned.get(&game) {
            self.open.push_front(*scheduled);
        }
    }

    /// Adds the games of newly known encounters, except those that have been
    /// played. Returns the number of known games in the schedule.
    fn add_known_games(&mut self, games: &Games) -> Result<u32, QueueError> {
        let schedule = self.schedule(games)?;
        self.complete = schedule.complete;
        let mut count = 0_u32;
        for encounter in schedule.encounters() {
            let number = encounter.number + 1;
            if self.shard.is_some_and(|shard| !shard.contains(number)) {
                continue;
            }
            let games_so_far = number.checked_mul(self.games);
            games_so_far.ok_or(PairingError::TooLarge)?;
            count += self.games;
            if !self.queued.insert(number) {
                continue;
            }
            for scheduled in (0..self.games).map(|i| scheduled_game(&encounter, i, self.games)) {
                if games.contains_key(&scheduled.game) {
                    self.done.insert(scheduled.game, scheduled);
                } else {
                    self.open.push_back(scheduled);
                }
            }
        }
        Ok(count)
    }

    fn schedule(&self, games: &Games) -> Result<Schedule, QueueError> {
        let finished = if self.is_fixed {
            Vec::new()
        } else {
            self.finished(games)
        };
        Ok(schedule(self.format, self.players, &finished)?)
    }

    /// Returns the encounters whose games have all been played.
    fn finished(&self, games: &Games) -> Vec<EncounterResult> {
        let mut sums: HashMap<u32, (u32, [u32; 2])> = HashMap::new();
        for report in games.values() {
            let Some(white) = report.result.white_half_points() else {
                continue;
            };
            let (done, [first, second]) = sums.entry(report.encounter).or_default();
            *done += 1;
            let (white, black) = (u32::from(white), 2 - u32::from(white));
            let within = report.game.saturating_sub(1) % self.games;
            let first_is_white = within.is_multiple_of(2);
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
            .filter(|(_, (done, _))| *done == self.games);
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

/// Returns the `i`-th (from 0) of the `games` games of an encounter. Colours are swapped from game
/// to game.
const fn scheduled_game(encounter: &Encounter, i: u32, games: u32) -> ScheduledGame {
    let (white, black) = if i.is_multiple_of(2) {
        (encounter.first, encounter.second)
    } else {
        (encounter.second, encounter.first)
    };
    ScheduledGame {
        game: encounter.number * games + i + 1,
        round: encounter.round,
        encounter: encounter.number + 1,
        white,
        black,
    }
}

const fn format(spec: &FormatSpec) -> PairingSystem {
    match *spec {
        FormatSpec::RoundRobin { cycles } => PairingSystem::RoundRobin { cycles },
        FormatSpec::Gauntlet { cycles } => PairingSystem::Gauntlet {
            challengers: 1,
            cycles,
        },
        FormatSpec::Knockout { replays } => PairingSystem::Knockout { replays },
        FormatSpec::Swiss { rounds } => PairingSystem::Swiss { rounds },
    }
}

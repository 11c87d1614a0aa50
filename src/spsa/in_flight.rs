//! The pairs that are being played, game by game.
//!
//! The two games of a pair are assigned separately, so that two workers can play them at the
//! same time. A pair with a failed game (a crash, a stall or a failed start) does not count and
//! is played again; once its running games have ended, it is removed from [`PairsInFlight`].

use super::settings::option_words;
use crate::game::Variant;
use crate::tournament::stats::{Mirrored, Tally};
use crate::tournament::{GameDigest, GameReport, GameTask, Opening, ScheduledGame};

/// The number of games in a pair.
const GAMES_PER_PAIR: u32 = 2;
/// The index of the plus side among the engines of the workers.
const PLUS: usize = 0;
/// The index of the minus side.
const MINUS: usize = 1;

/// A pair that is being played, or has ended.
#[derive(Debug)]
pub struct PairInFlight {
    /// The number of the pair, from 0.
    pub pair: u32,
    variant: Variant,
    opening: Opening,
    /// The options of the plus side and of the minus side.
    pub options: [Vec<(String, String)>; 2],
    /// The results of the games that have ended, from the point of view of the plus side, or
    /// the report of a game that failed or has no result.
    pub result: Result<Tally, Box<GameReport>>,
    started: u32,
    finished: u32,
    /// The digests of the games that count, in which options describe the sides.
    digests: Vec<GameDigest>,
}

impl PairInFlight {
    pub const fn new(
        pair: u32,
        variant: Variant,
        opening: Opening,
        options: [Vec<(String, String)>; 2],
    ) -> Self {
        Self {
            pair,
            variant,
            opening,
            options,
            result: Ok(Tally::new(0, 0, 0)),
            started: 0,
            finished: 0,
            digests: Vec::new(),
        }
    }

    /// Returns the next game of the pair, if any, and counts it as started. The plus side has
    /// White in the first game.
    fn start_next_game(&mut self) -> Option<GameTask> {
        if self.started == GAMES_PER_PAIR || self.result.is_err() {
            return None;
        }
        let index = self.started;
        self.started += 1;
        let (mut engines, mut options) = ([PLUS, MINUS], self.options.clone());
        if index > 0 {
            engines.reverse();
            options.reverse();
        }
        let [white, black] = engines;
        let scheduled = ScheduledGame {
            game: GAMES_PER_PAIR * self.pair + index + 1,
            round: 1,
            encounter: self.pair + 1,
            white,
            black,
        };
        Some(GameTask {
            scheduled,
            variant: self.variant,
            opening: self.opening.clone(),
            options,
        })
    }

    fn add(&mut self, report: GameReport) {
        self.finished += 1;
        let half_points = report.result.white_half_points();
        let Some(half_points) = half_points.filter(|_| !report.end.is_breakdown()) else {
            // The report of a breakdown is kept rather than that of a delay, which is
            // not the engine's fault.
            if !matches!(&self.result, Err(failed) if failed.end.is_breakdown()) {
                self.result = Err(Box::new(report));
            }
            return;
        };
        let mut sides = self.options.each_ref().map(|options| option_words(options));
        let mut games = Tally::of_game(half_points);
        let is_second = report.game.is_multiple_of(GAMES_PER_PAIR);
        if is_second {
            sides.reverse();
            games = games.mirrored();
        }
        let sides = sides.each_ref().map(String::as_str);
        self.digests.push(GameDigest::of_sides(&report, sides));
        if let Ok(result) = &mut self.result {
            *result += games;
        }
    }

    /// Returns a hash of the pair's games. Pairs with the same games have the same hash, even
    /// if the sides are exchanged.
    pub fn key(&self) -> u64 {
        let mut digests: Vec<u64> = self.digests.iter().map(|digest| digest.short()).collect();
        digests.sort_unstable();
        let combine = |key: u64, digest: &u64| key.rotate_left(1) ^ digest;
        digests.iter().fold(0, combine)
    }

    const fn has_ended(&self) -> bool {
        let is_final = self.finished == GAMES_PER_PAIR || self.result.is_err();
        is_final && self.finished == self.started
    }
}

/// The pairs that are being played.
#[derive(Debug, Default)]
pub struct PairsInFlight(Vec<PairInFlight>);

impl PairsInFlight {
    /// Adds a pair, none of whose games has been started.
    pub fn push(&mut self, pair: PairInFlight) {
        self.0.push(pair);
    }

    /// Returns whether the pair with this number is being played.
    pub fn contains(&self, pair: u32) -> bool {
        self.0.iter().any(|playing| playing.pair == pair)
    }

    /// Returns the next game of these pairs, if any, and counts it as started.
    pub fn start_next_game(&mut self) -> Option<GameTask> {
        self.0.iter_mut().find_map(PairInFlight::start_next_game)
    }

    /// Adds the report of a game. Removes and returns the game's pair if the pair has ended.
    pub fn add(&mut self, report: GameReport) -> Option<PairInFlight> {
        let pair = report.encounter.checked_sub(1)?;
        let index = self.0.iter().position(|waiting| waiting.pair == pair)?;
        let found = self.0.get_mut(index)?;
        found.add(report);
        found.has_ended().then(|| self.0.swap_remove(index))
    }
}

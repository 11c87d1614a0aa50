//! The pairs that are being played, game by game.
//!
//! The two games of a pair are assigned separately, so that two workers can play them at the
//! same time. A pair with a failed game (a crash, a stall or a failed start) does not count and
//! is played again; once its running games have ended, it is forgotten here.

use super::settings::option_words;
use super::state::PairResult;
use crate::game::{GameResult, Variant};
use crate::tournament::evidence::GameDigest;
use crate::tournament::run::Assignment;
use crate::tournament::{GameReport, GameTask, Opening};

/// The number of games in a pair.
const GAMES: u32 = 2;
/// The index of the plus side among the engines of the workers.
const PLUS: usize = 0;
/// The index of the minus side.
const MINUS: usize = 1;

/// A pair that is being played.
#[derive(Debug)]
pub struct PairInFlight {
    /// The number of the pair, from 0.
    pub pair: u32,
    /// The variant.
    pub variant: Variant,
    /// The opening of both games.
    pub opening: Opening,
    /// The options of the plus side and of the minus side.
    pub options: [Vec<(String, String)>; 2],
    started: u32,
    finished: u32,
    result: PairResult,
    /// The digests of the games that count, by the options of their sides.
    digests: Vec<GameDigest>,
    failed_game: Option<GameReport>,
}

/// A pair that has ended.
#[derive(Debug)]
pub struct EndedPair {
    /// The number of the pair, from 0.
    pub pair: u32,
    /// The options of the plus side and of the minus side.
    pub options: [Vec<(String, String)>; 2],
    /// The result, or the game that failed.
    pub result: Result<PairResult, Box<GameReport>>,
    /// A number that the pair shares with its copies.
    pub key: u64,
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
            started: 0,
            finished: 0,
            result: PairResult {
                plus_wins: 0,
                draws: 0,
                minus_wins: 0,
            },
            digests: Vec::new(),
            failed_game: None,
        }
    }

    /// Returns the next game of the pair, if one is left to be started. The plus side has White
    /// in the first game.
    fn next_game(&mut self) -> Option<Assignment> {
        if self.started == GAMES || self.failed_game.is_some() {
            return None;
        }
        let index = self.started;
        self.started += 1;
        let [plus, minus] = self.options.clone();
        let (engines, options) = match index {
            0 => ([PLUS, MINUS], [plus, minus]),
            _ => ([MINUS, PLUS], [minus, plus]),
        };
        let task = GameTask {
            game: GAMES * self.pair + index + 1,
            round: 1,
            encounter: self.pair + 1,
            variant: self.variant,
            opening: self.opening.clone(),
        };
        Some(Assignment {
            task,
            engines,
            options,
        })
    }

    fn add(&mut self, report: GameReport) {
        self.finished += 1;
        let is_second = report.game.is_multiple_of(GAMES);
        if report.end.is_breakdown() || !report.is_counted() {
            // A breakdown is a failure of the engine; a delay or an interruption is none.
            let is_known = |failed: &GameReport| failed.end.is_breakdown();
            if !self.failed_game.as_ref().is_some_and(is_known) {
                self.failed_game = Some(report);
            }
            return;
        }
        let [plus, minus] = self.options.each_ref().map(|options| option_words(options));
        let sides = if is_second {
            [&*minus, &*plus]
        } else {
            [&*plus, &*minus]
        };
        self.digests.push(GameDigest::of_sides(&report, sides));
        match (report.result, is_second) {
            (GameResult::WhiteWins, false) | (GameResult::BlackWins, true) => {
                self.result.plus_wins += 1;
            }
            (GameResult::WhiteWins, true) | (GameResult::BlackWins, false) => {
                self.result.minus_wins += 1;
            }
            _ => self.result.draws += 1,
        }
    }

    /// Returns a number that the pair shares with its copies, with the sides exchanged or not.
    fn key(&self) -> u64 {
        let mut digests: Vec<u64> = self.digests.iter().map(|digest| digest.short()).collect();
        digests.sort_unstable();
        let combine = |key: u64, digest: &u64| key.rotate_left(1) ^ digest;
        digests.iter().fold(0, combine)
    }

    const fn has_ended(&self) -> bool {
        let is_final = self.finished == GAMES || self.failed_game.is_some();
        is_final && self.finished == self.started
    }
}

/// The pairs that are being played.
#[derive(Debug, Default)]
pub struct InFlight(Vec<PairInFlight>);

impl InFlight {
    /// Adds a pair, none of whose games has been started.
    pub fn push(&mut self, pair: PairInFlight) {
        self.0.push(pair);
    }

    /// Returns the next game of these pairs, if one is left to be started.
    pub fn next_game(&mut self) -> Option<Assignment> {
        self.0.iter_mut().find_map(PairInFlight::next_game)
    }

    /// Adds the report of a game. Returns its pair if that has ended.
    pub fn add(&mut self, report: GameReport) -> Option<EndedPair> {
        let pair = report.encounter.checked_sub(1)?;
        let index = self.0.iter().position(|waiting| waiting.pair == pair)?;
        let found = self.0.get_mut(index)?;
        found.add(report);
        if !found.has_ended() {
            return None;
        }
        let ended = self.0.swap_remove(index);
        Some(EndedPair {
            pair,
            key: ended.key(),
            options: ended.options,
            result: match ended.failed_game {
                Some(game) => Err(Box::new(game)),
                None => Ok(ended.result),
            },
        })
    }
}

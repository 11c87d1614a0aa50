//! The evidence of a tournament: the games from which the strength of its engines is estimated.
//!
//! Engines that are limited by nodes or depth repeat a game whenever they get the same opening. The
//! copy adds nothing to the evidence of the first game. Evidence is counted in pairs of games, and
//! a pair is left out if both of its games are copies; a game that belongs to no pair is left out
//! if it is a copy. Points, ranks and pairings count all games.

mod copies;

use std::collections::BTreeMap;

pub use copies::{Addition, CopyFinder, GameDigest};

use super::GameReport;
use super::pairs::{Pair, PairGame, UnpairedGames};
use super::stats::{Counts, Crosstable, Pentanomial, Tally};

/// The evidence so far. Games may be added in any order.
#[derive(Clone, Debug)]
pub struct Evidence {
    engines: usize,
    games_per_encounter: u32,
    finder: CopyFinder,
    /// All games, by number.
    games: BTreeMap<u32, PairGame>,
    totals: Totals,
}

/// The totals of the games that count.
#[derive(Clone, Debug)]
struct Totals {
    /// The games of the pairs that count, and those that belong to no pair and are not copies.
    table: Crosstable,
    /// Of these, the games that belong to no pair.
    singles: Crosstable,
    pairs: Crosstable<Pentanomial>,
    unpaired: UnpairedGames,
    /// The first engine's games and pairs that were not decided by a fault.
    fault_free: (Tally, Pentanomial),
    /// The number of pairs left out.
    copied_pairs: u64,
    /// The number of games left out that belong to no pair.
    copied_singles: u64,
}

impl Evidence {
    /// Creates the evidence of a tournament without games.
    pub fn new(engines: usize, games_per_encounter: u32) -> Self {
        Self {
            engines,
            games_per_encounter,
            finder: CopyFinder::default(),
            games: BTreeMap::new(),
            totals: Totals::new(engines, games_per_encounter),
        }
    }

    pub(super) fn add(&mut self, report: &GameReport, game: PairGame) {
        let addition = self.finder.add(game.game, GameDigest::new(report));
        let is_copy = addition == Addition::Copy;
        let game = PairGame { is_copy, ..game };
        self.games.insert(game.game, game);
        match addition {
            Addition::Original | Addition::Copy => self.totals.add(game),
            // The games did not end in the order of their numbers.
            Addition::EarlierThan(copy) => {
                if let Some(copy) = self.games.get_mut(&copy) {
                    copy.is_copy = true;
                }
                self.totals = Totals::new(self.engines, self.games_per_encounter);
                for game in self.games.values() {
                    self.totals.add(*game);
                }
            }
        }
    }

    /// Returns whether the game with this number is a copy of an earlier one.
    pub fn is_copy(&self, game: u32) -> bool {
        self.finder.is_copy(game)
    }

    /// Returns whether the game with this number has been added.
    pub(super) fn contains(&self, game: u32) -> bool {
        self.games.contains_key(&game)
    }

    /// Returns the number of games that are not copies of earlier ones.
    pub(super) fn originals(&self) -> usize {
        self.games.len().saturating_sub(self.finder.count())
    }

    /// Returns the games that count and wait for the other game of their pair.
    fn waiting(&self) -> impl Iterator<Item = &PairGame> {
        let waiting = self.totals.unpaired.waiting();
        waiting.filter(|game| !game.is_copy)
    }

    /// Returns the crosstable of the games that count.
    pub fn table(&self) -> Crosstable {
        let mut table = self.totals.table.clone();
        for game in self.waiting() {
            table.record(game.white, game.black, game.tally());
        }
        table
    }

    /// Returns the counts from which an engine's strength is estimated: pairs of games, and the
    /// games outside them.
    pub fn counts(&self, engine: usize) -> Counts {
        let mut others = self.totals.singles.total(engine);
        for tally in self.waiting().filter_map(|game| game.tally_of(engine)) {
            others += tally;
        }
        self.new_counts(self.totals.pairs.total(engine), others)
    }

    /// Returns the counts of pairs, and of games outside them. If all games of an encounter form
    /// pairs, a sequential test counts nothing before the first pair is complete.
    fn new_counts(&self, pairs: Pentanomial, others: Tally) -> Counts {
        if self.games_per_encounter.is_multiple_of(2) {
            Counts::Pairs { pairs, others }
        } else {
            Counts::new(pairs, others)
        }
    }

    /// Returns an engine's counts after each of its pairs, in the order of their numbers, with the
    /// number of games so far; after each of its games if there are no pairs. If pairs exist, games
    /// outside them are left out, as in a sequential test.
    pub fn history(&self, engine: usize) -> Vec<(usize, Counts)> {
        let (mut games, mut pairs) = (Tally::default(), Pentanomial::default());
        let (mut by_games, mut by_pairs, mut has_pairs) = (Vec::new(), Vec::new(), false);
        let mut unpaired = UnpairedGames::new(self.games_per_encounter);
        for game in self.games.values() {
            if let Some(tally) = game.tally_of(engine).filter(|_| !game.is_copy) {
                games += tally;
                let counts = self.new_counts(Pentanomial::default(), games);
                by_games.push((by_games.len() + 1, counts));
            }
            if unpaired.is_single(*game) {
                continue;
            }
            let pair = unpaired.add(*game).filter(|pair| !pair.is_copied());
            has_pairs |= pair.is_some();
            let results = pair.into_iter().flat_map(Pair::results);
            for (_, half_points) in results.filter(|(player, _)| *player == engine) {
                pairs.record(half_points);
                let counts = self.new_counts(pairs, Tally::default());
                by_pairs.push((2 * by_pairs.len() + 2, counts));
            }
        }
        if has_pairs { by_pairs } else { by_games }
    }

    /// Returns the first engine's counts of the games or pairs that were not decided by a fault:
    /// of pairs if [`counts`](Self::counts) counts pairs, else of single games.
    pub fn fault_free_counts(&self) -> Counts {
        let (mut games, pairs) = self.totals.fault_free;
        match self.counts(0) {
            Counts::Pairs { .. } => Counts::Pairs {
                pairs,
                others: Tally::default(),
            },
            Counts::SingleGames(_) => {
                for game in self.waiting() {
                    games += game.fault_free_tally(0);
                }
                Counts::SingleGames(games)
            }
        }
    }

    /// Returns a sentence on the games that are copies, without a full stop; `None` if no game is
    /// a copy.
    pub fn copies_note(&self) -> Option<String> {
        let (copies, games) = (self.finder.count(), self.games.len());
        let copies = match copies {
            0 => return None,
            1 => format!("1 of {games} games is a copy of an earlier one"),
            _ => format!("{copies} of {games} games are copies of earlier ones"),
        };
        let waiting = self.totals.unpaired.waiting().filter(|game| game.is_copy);
        let singles = self.totals.copied_singles + waiting.count() as u64;
        let pairs = match self.totals.copied_pairs {
            0 => None,
            1 => Some("1 pair of two copies".to_owned()),
            pairs => Some(format!("{pairs} pairs of two copies")),
        };
        let singles = match singles {
            0 => None,
            1 => Some("1 copy outside pairs".to_owned()),
            singles => Some(format!("{singles} copies outside pairs")),
        };
        let left_out: Vec<String> = [pairs, singles].into_iter().flatten().collect();
        Some(if left_out.is_empty() {
            format!("{copies}; no pair consists of two copies")
        } else {
            let left_out = left_out.join(" and ");
            format!("{copies}; ratings, intervals and the test leave out {left_out}")
        })
    }
}

impl Totals {
    fn new(engines: usize, games_per_encounter: u32) -> Self {
        Self {
            table: Crosstable::new(engines),
            singles: Crosstable::new(engines),
            pairs: Crosstable::new(engines),
            unpaired: UnpairedGames::new(games_per_encounter),
            fault_free: Default::default(),
            copied_pairs: 0,
            copied_singles: 0,
        }
    }

    fn add(&mut self, game: PairGame) {
        if self.unpaired.is_single(game) {
            if game.is_copy {
                self.copied_singles += 1;
            } else {
                self.count_game(game);
                self.singles.record(game.white, game.black, game.tally());
            }
        } else if let Some(pair) = self.unpaired.add(game) {
            if pair.is_copied() {
                self.copied_pairs += 1;
            } else {
                self.count_pair(pair);
            }
        }
    }

    fn count_game(&mut self, game: PairGame) {
        self.table.record(game.white, game.black, game.tally());
        self.fault_free.0 += game.fault_free_tally(0);
    }

    fn count_pair(&mut self, pair: Pair) {
        for game in pair.games {
            self.count_game(game);
        }
        let [(one, half_points), (other, _)] = pair.results();
        let mut results = Pentanomial::default();
        results.record(half_points);
        self.pairs.record(one, other, results);
        if !pair.is_faulty() {
            let of_first = pair.results().into_iter().find(|(engine, _)| *engine == 0);
            if let Some((_, half_points)) = of_first {
                self.fault_free.1.record(half_points);
            }
        }
    }
}

#[cfg(test)]
mod tests;

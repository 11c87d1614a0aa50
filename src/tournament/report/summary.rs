//! The results of a tournament, added up.

use std::collections::BTreeMap;

use super::super::stats::Counts;
use super::super::stats::{Crosstable, Pentanomial, Tally};
use super::super::{GameReport, GameResult, Spec};

/// A game that counts, and who played it.
#[derive(Copy, Clone, Debug)]
pub struct Counted<'g> {
    pub game: &'g GameReport,
    /// The engines by their places in the terms.
    pub white: usize,
    pub black: usize,
    /// White's half points.
    pub white_half_points: u8,
}

impl Counted<'_> {
    /// The half points of an engine, if it played.
    pub fn half_points(&self, engine: usize) -> Option<u8> {
        if engine == self.white {
            Some(self.white_half_points)
        } else {
            (engine == self.black).then(|| 2 - self.white_half_points.min(2))
        }
    }
}

/// What the games come to.
#[derive(Debug)]
pub struct Summary<'g> {
    /// The engines' names, in the order of the terms.
    pub names: Vec<String>,
    /// The games that count, by number.
    pub games: Vec<Counted<'g>>,
    /// Places in `games` of two games on one opening with colours changed.
    pub pairs: Vec<(usize, usize)>,
    /// Games that were broken off.
    pub unfinished: usize,
    /// Numbers below the last one that no game has.
    pub missing: usize,
    pub crosstable: Crosstable,
}

impl<'g> Summary<'g> {
    pub fn new(spec: &Spec, reports: impl IntoIterator<Item = &'g GameReport>) -> Self {
        let names: Vec<String> = spec.engines.iter().map(|e| e.name.clone()).collect();
        let place = |name: &str| names.iter().position(|other| other == name);
        let by_number: BTreeMap<u32, &GameReport> = reports
            .into_iter()
            .map(|report| (report.game, report))
            .collect();
        let last = by_number.keys().next_back().copied().unwrap_or(0) as usize;
        let unfinished = by_number
            .values()
            .filter(|report| report.result == GameResult::Unfinished)
            .count();
        let games: Vec<Counted> = by_number
            .values()
            .filter_map(|&game| {
                Some(Counted {
                    game,
                    white: place(&game.white)?,
                    black: place(&game.black)?,
                    white_half_points: game.result.white_half_points()?,
                })
            })
            .collect();
        let mut crosstable = Crosstable::new(names.len());
        for counted in &games {
            // An engine against itself is no result.
            let _ = crosstable.record(
                counted.white,
                counted.black,
                tally(counted.white_half_points),
            );
        }
        Self {
            pairs: pairs(&games),
            missing: last.saturating_sub(by_number.len()),
            names,
            games,
            unfinished,
            crosstable,
        }
    }

    /// The results of an engine by pairs. Games without a partner are left
    /// out.
    pub fn pentanomial(&self, engine: usize) -> Pentanomial {
        let mut sum = Pentanomial::default();
        for half_points in self
            .pair_results(engine)
            .map(|(_, half_points)| half_points)
        {
            let _ = sum.record(half_points);
        }
        sum
    }

    /// The results of an engine, as its strength is told from them.
    pub fn counts(&self, engine: usize) -> Counts {
        if self.pairs.is_empty() {
            Counts::Games(self.crosstable.total(engine))
        } else {
            Counts::Pairs(self.pentanomial(engine))
        }
    }

    /// The results of an engine as they grew: after so many of its games.
    pub fn growth(&self, engine: usize) -> Vec<(usize, Counts)> {
        if self.pairs.is_empty() {
            let results = self
                .games
                .iter()
                .filter_map(|game| game.half_points(engine));
            let mut sum = Tally::default();
            let grown = results.enumerate().map(|(index, half_points)| {
                sum += tally(half_points);
                (index + 1, Counts::Games(sum))
            });
            return grown.collect();
        }
        let mut sum = Pentanomial::default();
        let grown = self
            .pair_results(engine)
            .enumerate()
            .map(|(index, (_, result))| {
                let _ = sum.record(result);
                (2 * index + 2, Counts::Pairs(sum))
            });
        grown.collect()
    }

    /// The pairs of an engine and its half points in each.
    fn pair_results(&self, engine: usize) -> impl Iterator<Item = ((usize, usize), usize)> {
        self.pairs.iter().filter_map(move |&(first, second)| {
            let result = |place: usize| self.games.get(place)?.half_points(engine);
            let half_points = result(first)? + result(second)?;
            Some(((first, second), usize::from(half_points)))
        })
    }
}

/// A game as White sees it.
const fn tally(half_points: u8) -> Tally {
    match half_points {
        0 => Tally::new(0, 0, 1),
        1 => Tally::new(0, 1, 0),
        _ => Tally::new(1, 0, 0),
    }
}

/// Neighbours in an encounter that change colours, in the order in which the
/// pairs are done.
fn pairs(games: &[Counted]) -> Vec<(usize, usize)> {
    let mut encounters: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (place, counted) in games.iter().enumerate() {
        encounters
            .entry(counted.game.encounter)
            .or_default()
            .push(place);
    }
    let swapped = |first: usize, second: usize| {
        let (first, second) = (games.get(first)?, games.get(second)?);
        let changed = (first.white, first.black) == (second.black, second.white);
        (changed && first.game.opening == second.game.opening).then_some(())
    };
    let mut found = Vec::new();
    for places in encounters.values() {
        let mut rest = places.as_slice();
        while let [first, second, others @ ..] = rest {
            if swapped(*first, *second).is_some() {
                found.push((*first, *second));
                rest = others;
            } else {
                rest = rest.get(1..).unwrap_or_default();
            }
        }
    }
    found.sort_by_key(|&(_, second)| second);
    found
}

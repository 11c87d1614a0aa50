//! The openings of a tournament's games.
//!
//! The opening of an encounter depends only on the spec and the number of the encounter. A
//! tournament that is resumed, or shared among machines, therefore plays the same openings. The
//! turns of every [`Opening`] in a list are checked against the rules before the first game.

use std::collections::HashSet;

use super::{OpeningSource, OpeningsSpec};
use crate::game::Variant;
use crate::openings::{Opening, OpeningList, OpeningListError, shipped};
use crate::training::openings::{RandomOpeningConfig, RandomOpeningError, RandomOpeningFinder};
use crate::util::rng::Rng;

/// An error in providing an opening.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The openings can't be used.
    #[error(transparent)]
    List(#[from] OpeningListError),
    /// No openings of the variant ship with the program.
    #[error("no openings of {} ship with the program, expected the source start, random:PLIES or a file", .0.id())]
    NoneShipped(Variant),
    /// A random opening can't be found.
    #[error(transparent)]
    Random(#[from] RandomOpeningError),
}

/// The openings of a tournament.
#[derive(Debug)]
pub struct Openings {
    source: Source,
    /// The seed for the random order; `None` for the order of the file.
    shuffle_seed: Option<u64>,
}

/// Openings that are known before the first game.
#[derive(Debug)]
pub struct KnownOpenings {
    /// For each opening, the index of the first one with the same position and turns.
    firsts: Vec<usize>,
    /// A clause that says how many different openings there are.
    pub description: String,
    shuffle_seed: Option<u64>,
}

#[derive(Debug)]
enum Source {
    Start,
    List(OpeningList),
    Random(Box<RandomOpeningFinder>),
}

impl Openings {
    /// Creates the openings that the spec describes. A file is parsed and checked
    /// completely here.
    ///
    /// # Errors
    /// Returns an error if a file can't be parsed, or if no openings of the variant ship
    /// with the program.
    pub fn new(variant: Variant, spec: &OpeningsSpec) -> Result<Self, OpeningError> {
        let source = match &spec.source {
            OpeningSource::Start => Source::Start,
            OpeningSource::Shipped => {
                Source::List(shipped(variant)?.ok_or(OpeningError::NoneShipped(variant))?)
            }
            OpeningSource::File { path, text } => {
                Source::List(OpeningList::parse(variant, path, text)?)
            }
            OpeningSource::Random { turns } => {
                let config = RandomOpeningConfig::quick(variant, *turns, spec.seed);
                Source::Random(Box::new(RandomOpeningFinder::new(config)))
            }
        };
        let shuffle_seed = spec.random_order.then_some(spec.seed);
        Ok(Self {
            source,
            shuffle_seed,
        })
    }

    /// Returns the opening of the encounter with this number, from 1. A list that
    /// is exhausted starts again, in a different order if the order is random.
    /// Finding a random opening takes a few tenths of a second.
    ///
    /// # Errors
    /// Returns an error if no random opening can be found.
    pub fn opening(&mut self, encounter: u32) -> Result<Opening, OpeningError> {
        match &mut self.source {
            Source::Start => Ok(Opening::default()),
            Source::List(list) => {
                Ok(list.get(list_index(list.count(), encounter, self.shuffle_seed)))
            }
            Source::Random(random) => Ok(random.find(encounter)?.opening()),
        }
    }

    /// Returns the openings if they are known before the first game.
    pub fn known(&self) -> Option<KnownOpenings> {
        let (firsts, name) = match &self.source {
            Source::Start => (vec![0], None),
            Source::List(list) => (list.first_equals(), Some(list.name())),
            Source::Random(_) => return None,
        };
        let different = firsts.iter().collect::<HashSet<_>>().len();
        let description = match name {
            None => "the start position is the only opening".to_owned(),
            Some(name) => format!("{name} has {different} different ones"),
        };
        Some(KnownOpenings {
            firsts,
            description,
            shuffle_seed: self.shuffle_seed,
        })
    }

    /// Returns a warning if the list has fewer openings than the tournament has encounters,
    /// so openings are repeated.
    pub fn shortage(&self, encounters: u32) -> Option<String> {
        let Source::List(list) = &self.source else {
            return None;
        };
        (list.count() < encounters as usize).then(|| {
            let count = list.count();
            format!(
                "{} has {count} openings for {encounters} encounters: openings will be repeated",
                list.name()
            )
        })
    }
}

impl KnownOpenings {
    /// Returns the number of openings, some of which may be equal.
    pub const fn count(&self) -> usize {
        self.firsts.len()
    }

    /// Returns a number for the opening of each encounter, from the first on; equal openings have
    /// the same number.
    pub fn identities(&self) -> impl Iterator<Item = usize> {
        let order = |pass| book_order(self.firsts.len(), pass, self.shuffle_seed);
        let indices = (0..).flat_map(order);
        indices.map(|index| self.firsts.get(index).copied().unwrap_or(index))
    }
}

/// Returns the index of an encounter's opening in a list of `count` openings.
fn list_index(count: usize, encounter: u32, shuffle_seed: Option<u64>) -> usize {
    let index = encounter.saturating_sub(1) as usize;
    let (pass, index) = (index / count.max(1), index % count.max(1));
    let order = book_order(count, pass as u64, shuffle_seed);
    order.get(index).copied().unwrap_or(index)
}

/// Returns the indices of the openings of a list of `count` openings in the order in which the
/// pass with this number, from 0, takes them.
fn book_order(count: usize, pass: u64, shuffle_seed: Option<u64>) -> Vec<usize> {
    match shuffle_seed {
        None => (0..count).collect(),
        Some(seed) => Rng::new(seed, pass).permutation(count),
    }
}

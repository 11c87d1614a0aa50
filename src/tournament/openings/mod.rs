//! The openings of games.
//!
//! The opening of an encounter depends only on the spec and the number of the
//! encounter, so that a tournament that is resumed, or shared among machines, plays the same games.
//! An [`Opening`] is a list of turns, checked against the rules before the first game.

mod balance;
mod book;
mod error;
mod identity;
mod line;

mod maker;
mod random;
mod shipped;

pub use balance::SecondCheck;
pub use book::{Book, BookError};
pub use error::OpeningError;
pub use line::LineError;
pub use maker::{BookConfig, MakeError, make_book};
pub use random::{RandomOpening, RandomOpeningConfig, RandomOpenings};
pub use shipped::shipped;

use super::{Opening, OpeningSource, OpeningsSpec};
use crate::game::Variant;
use crate::util::rng::Rng;

/// The openings of a tournament.
#[derive(Debug)]
pub struct Openings {
    source: Source,
    /// The seed of the random order; `None` for the order of the file.
    order: Option<u64>,
}

#[derive(Debug)]
enum Source {
    Start,
    Book(Book),
    Random(Box<RandomOpenings>),
}

impl Openings {
    /// Returns the openings that the spec describes. All lines of a file are
    /// parsed and checked here.
    ///
    /// # Errors
    /// Returns an error if a file can't be parsed.
    pub fn new(variant: Variant, spec: &OpeningsSpec) -> Result<Self, OpeningError> {
        let source = match &spec.source {
            OpeningSource::Start => Source::Start,
            OpeningSource::Book => {
                Source::Book(shipped(variant)?.ok_or(OpeningError::NoBook(variant))?)
            }
            OpeningSource::File { path, text } => Source::Book(Book::read(variant, path, text)?),
            OpeningSource::Random { plies } => {
                let config = RandomOpeningConfig::quick(variant, *plies, spec.seed);
                Source::Random(Box::new(RandomOpenings::new(config)))
            }
        };
        let order = spec.random_order.then_some(spec.seed);
        Ok(Self { source, order })
    }

    /// Returns the opening of an encounter, by its number from 1. A book that
    /// is exhausted starts again, in another order if the order is random. A
    /// random opening is searched for in this call, which takes a moment.
    ///
    /// # Errors
    /// Returns an error if no random opening can be found.
    pub fn opening(&mut self, encounter: u32) -> Result<Opening, OpeningError> {
        match &mut self.source {
            Source::Start => Ok(Opening::default()),
            Source::Book(book) => Ok(book.get(place(book.len(), encounter, self.order))),
            Source::Random(random) => Ok(random.find(encounter)?.opening()),
        }
    }

    /// Returns the number of different openings; `None` if it is unlimited.
    pub fn len(&self) -> Option<usize> {
        match &self.source {
            Source::Start => Some(1),
            Source::Book(book) => Some(book.len()),
            Source::Random(_) => None,
        }
    }

    /// Returns whether there is no opening, which is always false.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// Returns a warning if a book has fewer openings than `encounters`, so
    /// that openings will be repeated.
    pub fn shortage(&self, encounters: u32) -> Option<String> {
        let Source::Book(book) = &self.source else {
            return None;
        };
        (book.len() < encounters as usize).then(|| {
            let count = book.len();
            format!(
                "{} has {count} openings for {encounters} encounters: openings will be repeated",
                book.name()
            )
        })
    }
}

/// Returns the index of the opening of an encounter, out of `count`.
fn place(count: usize, encounter: u32, order: Option<u64>) -> usize {
    let index = encounter.saturating_sub(1) as usize;
    let (pass, place) = (index / count.max(1), index % count.max(1));
    match order {
        None => place,
        Some(seed) => Rng::new(seed, pass as u64)
            .permutation(count)
            .get(place)
            .copied()
            .unwrap_or(place),
    }
}

//! How games begin.
//!
//! **The decision:** the opening of an encounter follows from the terms and
//! the number of the encounter alone, so that a tournament that is resumed, or
//! spread over machines, plays the same games. An [`Opening`] is a list of
//! turns, checked against the rules before the first game.

mod balance;
mod book;
mod identity;
mod line;

mod maker;
mod random;
mod shipped;

pub use balance::Proof;
pub use book::{Book, BookError};
pub use line::LineError;
pub use maker::{BookTerms, MakeError, make_book};
pub use random::{Found, RandomOpenings, RandomTerms};
pub use shipped::shipped;

use super::{Opening, OpeningSource, OpeningsSpec};
use crate::base::Lots;
use crate::engine::EngineError;
use crate::rules::Variant;

/// Why there is no opening.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The file can't be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The system refuses a search.
    #[error("can't search for openings: {0}")]
    Engine(#[from] EngineError),
    /// A search has no answer.
    #[error("a search for openings failed: {0}")]
    Search(String),
    /// Hardly any random position is as balanced as it should be.
    #[error("random opening {number}: none in {attempts} attempts is balanced within {bound} cp")]
    NoneBalanced {
        /// Its number.
        number: u32,
        /// How many were tried.
        attempts: u32,
        /// What was asked for, in centipawns.
        bound: i32,
    },
    /// It was asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// The openings of a tournament.
#[derive(Debug)]
pub struct Openings {
    source: Source,
    /// Whether openings come by lot, and from which.
    order: Option<u64>,
}

#[derive(Debug)]
enum Source {
    Start,
    Book(Book),
    Random(Box<RandomOpenings>),
}

impl Openings {
    /// The openings that the terms describe. All lines of a file are read and
    /// checked here.
    ///
    /// # Errors
    /// If a file does not read.
    pub fn new(variant: Variant, spec: &OpeningsSpec) -> Result<Self, OpeningError> {
        let source = match &spec.source {
            OpeningSource::Start => Source::Start,
            OpeningSource::Book => Source::Book(shipped(variant)?),
            OpeningSource::File { path, text } => Source::Book(Book::read(variant, path, text)?),
            OpeningSource::Random { plies } => {
                let terms = RandomTerms::quick(variant, *plies, spec.seed);
                Source::Random(Box::new(RandomOpenings::new(terms)))
            }
        };
        let order = spec.random_order.then_some(spec.seed);
        Ok(Self { source, order })
    }

    /// The opening of an encounter, by its number from 1. A book begins again
    /// when it is used up, in another order if openings come by lot. Random
    /// openings are searched for now, which takes a moment.
    ///
    /// # Errors
    /// If no random opening can be found.
    pub fn opening(&mut self, encounter: u32) -> Result<Opening, OpeningError> {
        match &mut self.source {
            Source::Start => Ok(Opening::default()),
            Source::Book(book) => Ok(book.get(place(book.len(), encounter, self.order))),
            Source::Random(random) => Ok(random.find(encounter)?.opening()),
        }
    }

    /// How many different openings there are; `None` if there is no end of
    /// them.
    pub fn len(&self) -> Option<usize> {
        match &self.source {
            Source::Start => Some(1),
            Source::Book(book) => Some(book.len()),
            Source::Random(_) => None,
        }
    }

    /// Whether there is none; that can't be.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// What to warn of before so many encounters are played: that a book will
    /// be used again.
    pub fn shortage(&self, encounters: u32) -> Option<String> {
        let Source::Book(book) = &self.source else {
            return None;
        };
        (book.len() < encounters as usize).then(|| {
            let count = book.len();
            format!(
                "{} has {count} openings for {encounters} encounters: they will be played again",
                book.name()
            )
        })
    }
}

/// Which of `count` openings an encounter gets.
fn place(count: usize, encounter: u32, order: Option<u64>) -> usize {
    let index = encounter.saturating_sub(1) as usize;
    let (pass, place) = (index / count.max(1), index % count.max(1));
    match order {
        None => place,
        Some(seed) => Lots::new(seed, pass as u64)
            .order(count)
            .get(place)
            .copied()
            .unwrap_or(place),
    }
}

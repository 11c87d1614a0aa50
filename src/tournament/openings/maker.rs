//! Making a book: many random openings, no two alike, that pass a second look.
//!
//! **The decision:** the candidates are numbered, each follows from the seed
//! and its number, and they are taken in order. So the book is the same
//! whatever the number of threads, and a shorter book is the beginning of a
//! longer one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::{io, thread};

use super::identity::{for_white, identity};
use super::{Found, OpeningError, Proof, RandomOpenings, RandomTerms};
use crate::base::Score;

/// Candidates that wait for an earlier one, for each thread.
const AHEAD: usize = 16;

/// What a book holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookTerms {
    /// What its openings are.
    pub random: RandomTerms,
    /// What they must pass besides.
    pub proof: Proof,
    /// How many of them.
    pub count: u32,
}

/// Why a book was not finished.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MakeError {
    /// There is no further opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// There are hardly any others.
    #[error("the last {0} openings were there already or not balanced at a second look")]
    UsedUp(u32),
    /// No threads.
    #[error("can't start the threads: {0}")]
    Threads(io::Error),
    /// The book can't be written.
    #[error("can't write the book: {0}")]
    Write(#[from] io::Error),
}

/// Candidates in a row that may be of no use before the search is given up.
const PATIENCE: u32 = 1000;

/// Makes the openings of a book and hands each to `take` as soon as all before
/// it are known: its line in the book.
///
/// # Errors
/// If there are too few openings, something is refused, or `is_stopped` says
/// so. What was taken before is good.
pub fn make_book(
    terms: &BookTerms,
    threads: usize,
    is_stopped: &(dyn Fn() -> bool + Sync),
    take: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), MakeError> {
    let next = AtomicU32::new(1);
    let done = AtomicBool::new(false);
    let is_over = || is_stopped() || done.load(Relaxed);
    // Not rayon's threads: the searches have a pool of their own, and a worker
    // that waits for another pool begins other work meanwhile.
    thread::scope(|scope| {
        let (tell, told) = mpsc::sync_channel(threads.max(1) * AHEAD);
        for _ in 0..threads.max(1) {
            let tell = tell.clone();
            let (next, is_over) = (&next, &is_over);
            let work = move || look(terms, next, is_over, &tell);
            thread::Builder::new()
                .name("batyr-book".to_owned())
                .spawn_scoped(scope, work)
                .map_err(MakeError::Threads)?;
        }
        drop(tell);
        let made = choose(terms.count, told, take);
        done.store(true, Relaxed);
        made
    })
}

/// A candidate by its number, if it is of use.
type Candidate = (u32, Result<Option<(Found, Score)>, OpeningError>);

/// Looks at one candidate after the other.
fn look(
    terms: &BookTerms,
    next: &AtomicU32,
    is_over: &dyn Fn() -> bool,
    tell: &SyncSender<Candidate>,
) {
    let mut finder = RandomOpenings::new(terms.random.clone());
    loop {
        let number = next.fetch_add(1, Relaxed);
        let candidate = candidate(&mut finder, terms.proof, number, is_over);
        let is_last = candidate.is_err();
        // An error: nobody wants more.
        if tell.send((number, candidate)).is_err() || is_last {
            return;
        }
    }
}

/// Takes candidates in the order of their numbers.
fn choose(
    count: u32,
    told: Receiver<Candidate>,
    take: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), MakeError> {
    let mut taken = BTreeSet::new();
    let mut early = BTreeMap::new();
    let (mut wanted, mut in_vain) = (1, 0);
    for (number, candidate) in told {
        early.insert(number, candidate);
        while let Some(candidate) = early.remove(&wanted) {
            wanted += 1;
            match candidate? {
                Some((found, score)) if taken.insert(identity(&found.game)) => {
                    in_vain = 0;
                    take(&book_line(&found, score))?;
                }
                _ => in_vain += 1,
            }
            if taken.len() >= count as usize {
                return Ok(());
            }
            if in_vain >= PATIENCE {
                return Err(MakeError::UsedUp(in_vain));
            }
        }
    }
    // All threads have ended, each with an error that stands in `early`.
    let first = early.into_values().find_map(Result::err);
    Err(first.unwrap_or(OpeningError::Interrupted).into())
}

/// The opening of a number, with the score of the second look, if it passes.
fn candidate(
    finder: &mut RandomOpenings,
    proof: Proof,
    number: u32,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<(Found, Score)>, OpeningError> {
    let found = finder.find_unless(number, is_stopped)?;
    let score = finder.prove(&found, proof, is_stopped)?;
    Ok(score.map(|score| (found, score)))
}

/// `d6-d7 c10-c9 e6-e7 d9-d8 # +12`, the score as White sees it.
fn book_line(found: &Found, score: Score) -> String {
    let turns = found.opening().turns.join(" ");
    let white = for_white(score, found.game.side_to_move());
    format!("{turns} # {white:+}")
}

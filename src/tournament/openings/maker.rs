//! Book making: a book consists of different random openings that pass a second check.
//!
//! The candidates are numbered, each is determined by the seed and its number,
//! and they are accepted in order. The book is therefore the same whatever the number of threads,
//! and a shorter book is the beginning of a longer one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::{io, thread};

use super::balance::SecondCheck;
use super::error::OpeningError;
use super::identity::identity;
use super::random::{RandomOpening, RandomOpeningConfig, RandomOpeningFinder};
use crate::base::Score;
use crate::base::score::for_white;

/// The number of candidates per thread that may wait for an earlier one.
const MAX_CANDIDATES_AHEAD: usize = 16;

/// The parameters of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookConfig {
    /// The parameters of its openings.
    pub random: RandomOpeningConfig,
    /// The second check that they must pass.
    pub second_check: SecondCheck,
    /// The number of openings.
    pub count: u32,
}

/// An error in making a book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MakeBookError {
    /// No further opening could be found.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Too many candidates in a row were duplicates or failed the second check.
    #[error("the last {0} openings were duplicates or failed the second check")]
    Exhausted(u32),
    /// The threads can't be started.
    #[error("can't start the threads: {0}")]
    Threads(io::Error),
    /// The book can't be written.
    #[error("can't write the book: {0}")]
    Write(#[from] io::Error),
}

/// The maximum number of candidates rejected in a row before the book is given up.
const MAX_REJECTED: u32 = 1000;

/// Makes the openings of a book, and passes the book line of each to `write_line` once all earlier
/// candidates have been examined.
///
/// # Errors
/// Returns an error if there are too few openings, if a search or a thread
/// can't be started, if `write_line` fails, or if `is_stopped` returns true. The
/// openings passed to `write_line` before that are valid.
pub fn make_book(
    config: &BookConfig,
    threads: usize,
    is_stopped: &(dyn Fn() -> bool + Sync),
    write_line: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), MakeBookError> {
    let next = AtomicU32::new(1);
    let done = AtomicBool::new(false);
    let is_over = || is_stopped() || done.load(Relaxed);
    // These are not rayon's threads: the searches have their own pool, and a
    // worker that waits for another pool starts other work meanwhile.
    thread::scope(|scope| {
        let (sender, candidates) = mpsc::sync_channel(threads.max(1) * MAX_CANDIDATES_AHEAD);
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            let (next, is_over) = (&next, &is_over);
            let work = move || examine_candidates(config, next, is_over, &sender);
            thread::Builder::new()
                .name("batyr-book".to_owned())
                .spawn_scoped(scope, work)
                .map_err(MakeBookError::Threads)?;
        }
        drop(sender);
        let made = select_openings(config.count, candidates, write_line);
        done.store(true, Relaxed);
        made
    })
}

/// A candidate's number, and the candidate if it passes.
type Candidate = (u32, Result<Option<(RandomOpening, Score)>, OpeningError>);

/// Examines one candidate after another.
fn examine_candidates(
    config: &BookConfig,
    next: &AtomicU32,
    is_over: &dyn Fn() -> bool,
    sender: &SyncSender<Candidate>,
) {
    let mut finder = RandomOpeningFinder::new(config.random.clone());
    loop {
        let number = next.fetch_add(1, Relaxed);
        let candidate = examine_candidate(&mut finder, config.second_check, number, is_over);
        let is_last = candidate.is_err();
        // If sending fails, no more candidates are wanted.
        if sender.send((number, candidate)).is_err() || is_last {
            return;
        }
    }
}

/// Takes candidates in the order of their numbers, and stops when the book is
/// complete.
fn select_openings(
    count: u32,
    candidates: Receiver<Candidate>,
    write_line: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), MakeBookError> {
    let mut taken = BTreeSet::new();
    let mut early = BTreeMap::new();
    let (mut wanted, mut rejected) = (1, 0);
    for (number, candidate) in candidates {
        early.insert(number, candidate);
        while let Some(candidate) = early.remove(&wanted) {
            wanted += 1;
            match candidate? {
                Some((found, score)) if taken.insert(identity(&found.game)) => {
                    rejected = 0;
                    write_line(&book_line(&found, score))?;
                }
                _ => rejected += 1,
            }
            if taken.len() >= count as usize {
                return Ok(());
            }
            if rejected >= MAX_REJECTED {
                return Err(MakeBookError::Exhausted(rejected));
            }
        }
    }
    // All threads have ended, each with an error that is in `early`.
    let first = early.into_values().find_map(Result::err);
    Err(first.unwrap_or(OpeningError::Interrupted).into())
}

/// Returns the opening with this number and the score of the second check, if the opening passes.
fn examine_candidate(
    finder: &mut RandomOpeningFinder,
    second_check: SecondCheck,
    number: u32,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<(RandomOpening, Score)>, OpeningError> {
    let found = finder.find_interruptible(number, is_stopped)?;
    let score = finder.check_again(&found, second_check, is_stopped)?;
    Ok(score.map(|score| (found, score)))
}

/// Returns the line of an opening: `d6-d7 c10-c9 e6-e7 d9-d8 # +12`, with the
/// score from White's point of view.
fn book_line(found: &RandomOpening, score: Score) -> String {
    let turns = found.opening().turns.join(" ");
    let white = for_white(score, found.game.side_to_move());
    format!("{turns} # {white:+}")
}

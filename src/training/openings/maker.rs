//! Makes opening books of distinct random openings that pass a second check.
//!
//! Candidates are numbered; the seed and its number determine each one, and they are accepted in
//! order. The book is therefore the same for any number of threads, and a shorter book is the
//! beginning of a longer one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::{io, thread};

use super::balance::{RandomOpeningError, SecondCheck};
use super::random::{RandomOpening, RandomOpeningConfig, RandomOpeningFinder};
use crate::base::Score;
use crate::base::score::for_white;
use crate::game::GameRecord;

/// The number of candidates per thread that may wait until an earlier one has been examined.
const MAX_CANDIDATES_AHEAD: usize = 16;

/// The parameters of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookConfig {
    /// The parameters of the random openings.
    pub random: RandomOpeningConfig,
    /// The second check that the openings must pass.
    pub second_check: SecondCheck,
    /// The number of openings.
    pub count: u32,
}

/// An error in making a book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MakeBookError {
    /// An opening could not be found or checked.
    #[error(transparent)]
    Opening(#[from] RandomOpeningError),
    /// Too many consecutive candidates were duplicates or failed the second check.
    #[error("the last {0} candidates were duplicates or failed the second check")]
    Exhausted(u32),
    /// A thread can't be started.
    #[error("can't start a thread: {0}")]
    Threads(io::Error),
    /// The book can't be written.
    #[error("can't write the book: {0}")]
    Write(#[from] io::Error),
}

/// The number of consecutive candidates that may be rejected before the work is given up.
const MAX_REJECTED: u32 = 1000;

/// Makes the openings of a book, and passes the line of each to `write_line` as soon as all earlier
/// candidates have been examined.
///
/// # Errors
/// Returns an error if there are too few openings, if a search or a thread
/// can't be started, if `write_line` fails, or if `should_stop` returns `true`. The
/// lines passed to `write_line` before the error are valid.
pub fn make_book(
    config: &BookConfig,
    threads: usize,
    should_stop: &(dyn Fn() -> bool + Sync),
    write_line: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), MakeBookError> {
    let next = AtomicU32::new(1);
    let done = AtomicBool::new(false);
    let is_over = || should_stop() || done.load(Relaxed);
    // These are not rayon's threads: the searches have a pool of their own, and a
    // rayon thread that waits for another pool starts other work in the meantime.
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
        let result = select_openings(config.count, candidates, write_line);
        done.store(true, Relaxed);
        result
    })
}

/// A candidate's number, and its opening and score if it passes the second check.
type Candidate = (
    u32,
    Result<Option<(RandomOpening, Score)>, RandomOpeningError>,
);

/// Examines one candidate after another, until one fails with an error or no more are wanted.
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
        // Sending fails if no more candidates are wanted.
        if sender.send((number, candidate)).is_err() || is_last {
            return;
        }
    }
}

/// Accepts or rejects candidates in the order of their numbers, until the book is
/// complete.
fn select_openings(
    count: u32,
    candidates: Receiver<Candidate>,
    write_line: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), MakeBookError> {
    let mut accepted = BTreeSet::new();
    let mut waiting = BTreeMap::new();
    let (mut next_number, mut rejected) = (1, 0);
    for (number, candidate) in candidates {
        waiting.insert(number, candidate);
        while let Some(candidate) = waiting.remove(&next_number) {
            next_number += 1;
            match candidate? {
                Some((found, score)) if accepted.insert(symmetric_key(&found.game)) => {
                    rejected = 0;
                    write_line(&book_line(&found, score))?;
                }
                _ => rejected += 1,
            }
            if accepted.len() >= count as usize {
                return Ok(());
            }
            if rejected >= MAX_REJECTED {
                return Err(MakeBookError::Exhausted(rejected));
            }
        }
    }
    // All threads have ended, each with an error that is in `waiting`.
    let first_error = waiting.into_values().find_map(Result::err);
    Err(first_error
        .unwrap_or(RandomOpeningError::Interrupted)
        .into())
}

/// Finds the opening with this number; returns it with the score of the second check if it passes.
fn examine_candidate(
    finder: &mut RandomOpeningFinder,
    second_check: SecondCheck,
    number: u32,
    should_stop: &dyn Fn() -> bool,
) -> Result<Option<(RandomOpening, Score)>, RandomOpeningError> {
    let found = finder.find_interruptible(number, should_stop)?;
    let score = finder.check_again(&found, second_check, should_stop)?;
    Ok(score.map(|score| (found, score)))
}

/// Formats the line of an opening: `d6-d7 c10-c9 e6-e7 d9-d8 # +12`, with the
/// score from White's point of view.
fn book_line(found: &RandomOpening, score: Score) -> String {
    let turns = found.opening().turns.join(" ");
    let white_score = for_white(score, found.game.side_to_move());
    format!("{turns} # {white_score:+}")
}

/// Returns a key of the current position, which it shares with the position in which the
/// sides are exchanged.
fn symmetric_key(game: &GameRecord) -> u64 {
    game.key().min(game.exchanged_key())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::rules::shatra::Numbering;

    const OPEN: &str = "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR";

    #[test]
    fn mirrored_turns_lead_to_the_same_key() {
        for (variant, white, black, start) in [
            (Variant::Extended, "d5-d6", "d10-d9", None),
            (Variant::Shatranj, "a2a3", "a7a6", None),
            (Variant::Shatar, "g1f3", "g8f6", Some(OPEN)),
        ] {
            let new_game = |side_to_move| match start {
                None => GameRecord::new(variant),
                Some(text) => {
                    GameRecord::from_text(variant, &format!("{text} {side_to_move} - - 0 1"))
                        .unwrap()
                }
            };
            let mut game = new_game("w");
            let before = symmetric_key(&game);
            game.play(white, Numbering::Official).unwrap();
            assert_ne!(symmetric_key(&game), before);
            let text = new_game("b").position_text().replacen(" w ", " b ", 1);
            let mut other = GameRecord::from_text(variant, &text).unwrap();
            other.play(black, Numbering::Official).unwrap();
            assert_eq!(symmetric_key(&other), symmetric_key(&game), "{variant:?}");
        }
    }
}

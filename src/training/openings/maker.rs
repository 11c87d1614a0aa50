//! Makes lists of distinct random openings that pass a second check.
//!
//! Each candidate depends only on the seed and the candidate's number, and candidates are accepted
//! in the order of their numbers. The list is therefore the same for any number of threads, and a
//! shorter list is the beginning of a longer one.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::balance::{RandomOpeningError, SecondCheck};
use super::random::{RandomOpening, RandomOpeningConfig, RandomOpeningFinder};
use crate::base::Score;
use crate::base::score::for_white;
use crate::game::GameRecord;
use crate::util::in_order::WorkerThreads;

/// The threads that examine candidates. These are not rayon's threads: the searches have
/// their own pool, and a rayon thread that waits for another pool starts other work in the
/// meantime.
const THREADS: WorkerThreads = WorkerThreads {
    name: "batyr-openings",
    stack_size: 2 << 20,
};

/// The parameters of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningListConfig {
    /// The parameters of the random openings.
    pub random: RandomOpeningConfig,
    /// The second check that the openings must pass.
    pub second_check: SecondCheck,
    /// The number of openings.
    pub count: u32,
}

/// An error in making a list; `W` is the error of writing a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MakeOpeningsError<W> {
    /// An opening could not be found or checked.
    #[error(transparent)]
    Opening(#[from] RandomOpeningError),
    /// Too many consecutive candidates were duplicates or failed the second check.
    #[error("the last {0} candidates were duplicates or failed the second check")]
    Exhausted(u32),
    /// A thread can't be started.
    #[error("can't start a thread: {0}")]
    Threads(io::Error),
    /// A line can't be written.
    #[error("can't write the list")]
    Write(W),
}

/// The number of consecutive rejected candidates at which [`make_openings`] fails.
const MAX_REJECTED: u32 = 1000;

/// Makes the openings of a list, and passes the line of each to `write_line` as soon as all earlier
/// candidates have been examined.
///
/// # Errors
/// Returns an error if too many candidates in a row are rejected, if a search or a thread can't
/// be started, if `write_line` fails, or if `should_stop` returns `true`. The lines passed to
/// `write_line` before the error are valid.
pub fn make_openings<W: Send>(
    config: &OpeningListConfig,
    threads: usize,
    should_stop: &(dyn Fn() -> bool + Sync),
    write_line: &mut (dyn FnMut(&str) -> Result<(), W> + Send),
) -> Result<(), MakeOpeningsError<W>> {
    let is_done = AtomicBool::new(false);
    let is_over = || should_stop() || is_done.load(Relaxed);
    let worker = |_| {
        let mut finder = RandomOpeningFinder::new(config.random.clone());
        let is_over = &is_over;
        move |number| examine_candidate(&mut finder, config.second_check, number, is_over)
    };
    let workers: Vec<_> = (0..threads.max(1)).map(worker).collect();
    let mut numbers = 1..;
    let next = || numbers.next().filter(|_| !is_over());
    let (mut accepted, mut rejected) = (BTreeSet::new(), 0);
    // Accepts or rejects a candidate; returns whether the list is complete.
    let mut decide = |candidate: Candidate| -> Result<bool, MakeOpeningsError<W>> {
        match candidate? {
            Some((found, score)) if accepted.insert(symmetric_key(&found.game)) => {
                rejected = 0;
                write_line(&list_line(&found, score)).map_err(MakeOpeningsError::Write)?;
            }
            _ => rejected += 1,
        }
        if rejected >= MAX_REJECTED {
            return Err(MakeOpeningsError::Exhausted(rejected));
        }
        Ok(accepted.len() >= config.count as usize)
    };
    let finish = |candidate| {
        let result = match decide(candidate) {
            Ok(false) => return ControlFlow::Continue(()),
            Ok(true) => Ok(()),
            Err(error) => Err(error),
        };
        is_done.store(true, Relaxed);
        ControlFlow::Break(result)
    };
    let made = THREADS.run_in_order(workers, next, finish);
    let made = made.map_err(MakeOpeningsError::Threads)?;
    made.unwrap_or_else(|| Err(RandomOpeningError::Interrupted.into()))
}

/// An opening and its score if it passes the second check.
type Candidate = Result<Option<(RandomOpening, Score)>, RandomOpeningError>;

/// Finds the opening with this number; returns it with the score of the second check if it passes.
fn examine_candidate(
    finder: &mut RandomOpeningFinder,
    second_check: SecondCheck,
    number: u32,
    should_stop: &dyn Fn() -> bool,
) -> Candidate {
    let found = finder.find_interruptible(number, should_stop)?;
    let score = finder.check_again(&found, second_check, should_stop)?;
    Ok(score.map(|score| (found, score)))
}

/// Formats the line of an opening: `d6-d7 c10-c9 e6-e7 d9-d8 # +12`, with the
/// score from White's point of view.
fn list_line(found: &RandomOpening, score: Score) -> String {
    let turns = found.opening().turns.join(" ");
    let white_score = for_white(score, found.game.side_to_move());
    format!("{turns} # {white_score:+}")
}

/// Returns a key that the current position shares with the position in which the sides are
/// exchanged.
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

//! Self-play for training data: fast games from random openings.
//!
//! Each game follows from the seed and its number alone, so the samples do not
//! depend on the number of threads. A position is kept if its static score
//! means something: no capture is compulsory, the turn played is quiet, and no
//! win is in sight.

use crate::base::score::is_decisive;
use crate::base::{Color, Score};
use crate::eval::{Standard, Valued};
use crate::files::Sample;
use crate::game::{Playable, Record, Variant, for_game};
use crate::rules::{MoveList, Outcome};
use crate::search::{Control, Limits, NullSink, Request, SearchGame, Searcher, SearcherError};
use crate::util::rng::Rng;

/// The size of the searcher's table in megabytes: small, so that clearing it
/// between games costs little.
pub(super) const HASH_MEGABYTES: usize = 4;
/// The half-move clock at which a game counts as drawn.
pub(super) const NO_PROGRESS: u32 = 120;
/// The number of turns at which a game counts as drawn.
pub(super) const MOST_TURNS: usize = 500;
/// The score, in centipawns, from which an opening is too lopsided to be
/// played.
const LOPSIDED: Score = 400;

/// The number of openings to try for a game.
const ATTEMPTS: usize = 500;

/// The reason why a game could not be played.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The system refuses a thread or memory.
    #[error(transparent)]
    Searcher(#[from] SearcherError),
    /// No random opening was even enough.
    #[error("no even opening in {ATTEMPTS} attempts, expected fewer random turns")]
    NoOpening,
}

/// The parameters of the games.
#[derive(Clone, Debug)]
pub struct GameTerms {
    /// The rules.
    pub variant: Variant,
    /// The number of nodes of each search.
    pub nodes: u64,
    /// The least and the greatest number of random turns of an opening.
    pub random: [usize; 2],
    /// The seed of all games.
    pub seed: u64,
}

/// Plays the game with this number, and returns its samples.
///
/// # Errors
/// Returns an error if the system refuses a thread or memory, or if no opening
/// is found.
pub fn generate(terms: &GameTerms, number: u64) -> Result<Vec<Sample>, GameError> {
    for_game!(terms.variant, P => play::<P>(terms, number))
}

fn play<P: Playable + Valued + SearchGame>(
    terms: &GameTerms,
    number: u64,
) -> Result<Vec<Sample>, GameError> {
    let mut rng = Rng::new(terms.seed, number);
    let mut searcher = Searcher::new(1, HASH_MEGABYTES, Standard)?;
    let mut record = fair_opening::<P>(terms, &mut rng, &mut searcher)?;
    searcher.clear();
    let mut samples = Vec::new();
    let points = loop {
        if let Some(outcome) = record.outcome() {
            break points(outcome);
        }
        let position = record.position();
        if position.halfmove_clock() >= NO_PROGRESS || record.turns().len() >= MOST_TURNS {
            break 0.5;
        }
        let (best, score) = think(&mut searcher, &record, terms);
        let Some(best) = best else { break 0.5 };
        let white = match position.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        };
        if is_decisive(white) {
            break if white > 0 { 1.0 } else { 0.0 };
        }
        if !position.is_tactical(best) && !position.must_respond() {
            samples.push(Sample {
                position: position.to_string(),
                score: white,
                result: 0.5,
            });
        }
        record.play(best);
    };
    for sample in &mut samples {
        sample.result = points;
    }
    Ok(samples)
}

/// Plays random turns from the start to a position that a search does not find
/// lopsided.
pub(super) fn fair_opening<P: Playable + Valued + SearchGame>(
    terms: &GameTerms,
    rng: &mut Rng,
    searcher: &mut Searcher<P, Standard>,
) -> Result<Record<P>, GameError> {
    for _ in 0..ATTEMPTS {
        let record = opening::<P>(terms, rng);
        if record.outcome().is_none() && think(searcher, &record, terms).1.abs() < LOPSIDED {
            return Ok(record);
        }
    }
    Err(GameError::NoOpening)
}

/// Plays random turns from the start.
fn opening<P: Playable>(terms: &GameTerms, rng: &mut Rng) -> Record<P> {
    let [least, most] = terms.random;
    let turns = least + rng.below(most.saturating_sub(least) + 1);
    let mut record = Record::new(P::start());
    for _ in 0..turns {
        let mut legal = MoveList::new();
        record.position().generate(&mut legal);
        if legal.is_empty() {
            break;
        }
        let turn = legal[rng.below(legal.len())];
        record.play(turn);
    }
    record
}

/// Searches the current position of the game; returns the best turn and the
/// score.
pub(super) fn think<P: Playable + Valued + SearchGame>(
    searcher: &mut Searcher<P, Standard>,
    record: &Record<P>,
    terms: &GameTerms,
) -> (Option<P::Move>, Score) {
    let request = Request {
        history: record.earlier_keys().to_vec(),
        ..Request::new(*record.position(), Limits::nodes(terms.nodes))
    };
    let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
    (outcome.best, outcome.score)
}

fn points(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win(Color::White, _) => 1.0,
        Outcome::Win(Color::Black, _) => 0.0,
        Outcome::Draw(_) => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_follow_from_the_seed() {
        for variant in [Variant::Extended, Variant::Original] {
            let terms = |seed| GameTerms {
                variant,
                nodes: 200,
                random: [4, 8],
                seed,
            };
            let first = generate(&terms(1), 0).unwrap();
            assert!(!first.is_empty());
            assert_eq!(first, generate(&terms(1), 0).unwrap());
            assert_ne!(first, generate(&terms(1), 1).unwrap());
            assert_ne!(first, generate(&terms(2), 0).unwrap());
            for sample in first {
                assert!(sample.position.contains('/'));
            }
        }
    }
}

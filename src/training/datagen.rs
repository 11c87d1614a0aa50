//! Generates training data by self-play: fast games from random openings.
//!
//! Each game is determined by the seed and the number of the game, so the samples do not
//! depend on the number of threads. A position becomes a sample only if it is quiet, so
//! that its static score is meaningful: the side to move is not in check and need not capture,
//! the turn played is quiet, and the search has found no forced win.

use std::ops::{ControlFlow, RangeInclusive};

use crate::base::Score;
use crate::base::score::{for_white, is_proved};
use crate::eval::{EvaluatedPosition, NetworkEvaluator, Networks};
use crate::files::{PackedSample, Packing};
use crate::game::{GameResult, Record, Variant, for_variant};
use crate::openings::random_game;
use crate::search::{Control, Limits, NullSink, Request, SearchGame, Searcher, SearcherError};
use crate::util::rng::Rng;

/// The size of the transposition table, in megabytes. A small table is cheap to clear
/// between games.
const HASH_MEGABYTES: usize = 4;
/// The value of the half-move clock at which a game is adjudicated as drawn.
const DRAW_HALFMOVES: u32 = 120;
/// The number of turns after which a game is adjudicated as drawn.
const MAX_TURNS: usize = 500;
/// The absolute score, in centipawns, from which an opening is too unbalanced to be played.
const UNBALANCED_SCORE: Score = 400;
/// The maximum number of random openings to try for a game.
const MAX_ATTEMPTS: usize = 500;

/// An error in playing a self-play game.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// The system can't start a thread or allocate memory.
    #[error(transparent)]
    Searcher(#[from] SearcherError),
    /// No random opening was balanced.
    #[error("no balanced opening found in {MAX_ATTEMPTS} attempts; try fewer random turns")]
    NoOpening,
}

/// The settings of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// The variant to play.
    pub variant: Variant,
    /// The number of nodes per search.
    pub nodes: u64,
    /// The range from which the number of random turns in an opening is drawn.
    pub random_turns: RangeInclusive<u32>,
    /// The seed that determines all games.
    pub seed: u64,
    /// The networks; that of the variant evaluates the positions.
    pub networks: Networks,
}

/// Plays the game with this number, and returns its samples.
///
/// # Errors
/// Returns an error if the system can't start a thread or allocate memory, or if no
/// balanced opening is found.
pub fn self_play_samples(
    settings: &SelfPlaySettings,
    number: u64,
) -> Result<Vec<PackedSample>, SelfPlayError> {
    for_variant!(settings.variant, P => samples_of_game::<P>(settings, number))
}

fn samples_of_game<P: EvaluatedPosition + SearchGame + Packing>(
    settings: &SelfPlaySettings,
    number: u64,
) -> Result<Vec<PackedSample>, SelfPlayError> {
    let mut samples = Vec::new();
    let mut decided = None;
    let record = play_game::<P>(settings, number, |position, best, score| {
        let white_score = for_white(score, position.side_to_move());
        if is_proved(white_score) {
            decided = Some(if white_score > 0 { 1.0 } else { 0.0 });
            return ControlFlow::Break(());
        }
        if !position.is_tactical(best) && !position.must_respond() {
            samples.extend(PackedSample::new(position, white_score, 0.5));
        }
        ControlFlow::Continue(())
    })?;
    let result = record.outcome().map(GameResult::from_outcome);
    let half_points = result.and_then(GameResult::white_half_points);
    let points = decided.unwrap_or_else(|| f32::from(half_points.unwrap_or(1)) / 2.0);
    for sample in &mut samples {
        sample.result = points;
    }
    Ok(samples)
}

/// Plays the game with this number until it ends or is adjudicated as drawn. `visit` is called with
/// each position, the turn about to be played and the turn's score, and may end the game.
///
/// # Errors
/// Returns an error in the same cases as [`self_play_samples`].
pub(super) fn play_game<P: EvaluatedPosition + SearchGame>(
    settings: &SelfPlaySettings,
    number: u64,
    mut visit: impl FnMut(&P, P::Move, Score) -> ControlFlow<()>,
) -> Result<Record<P>, SelfPlayError> {
    let mut rng = Rng::new(settings.seed, number);
    let mut searcher = Searcher::new(1, HASH_MEGABYTES, settings.networks.evaluator())?;
    let mut record = balanced_opening::<P>(settings, &mut rng, &mut searcher)?;
    searcher.clear();
    while record.outcome().is_none()
        && record.position().halfmove_clock() < DRAW_HALFMOVES
        && record.turns().len() < MAX_TURNS
    {
        let (Some(best), score) = search(&mut searcher, &record, settings) else {
            break;
        };
        if visit(record.position(), best, score).is_break() {
            break;
        }
        record.play(best);
    }
    Ok(record)
}

/// Plays random openings until the last position of one is balanced according to a search,
/// and returns that opening.
///
/// # Errors
/// Returns an error if [`MAX_ATTEMPTS`] openings are all unbalanced.
fn balanced_opening<P: EvaluatedPosition + SearchGame>(
    settings: &SelfPlaySettings,
    rng: &mut Rng,
    searcher: &mut Searcher<P, NetworkEvaluator<P>>,
) -> Result<Record<P>, SelfPlayError> {
    for _ in 0..MAX_ATTEMPTS {
        let game = random_game(settings.variant, &settings.random_turns, rng);
        let record = game
            .as_ref()
            .and_then(|game| game.any_record().downcast::<P>());
        let Some(record) = record.filter(|record| record.outcome().is_none()) else {
            continue;
        };
        let (_, score) = search(searcher, record, settings);
        if score.abs() < UNBALANCED_SCORE {
            return Ok(record.clone());
        }
    }
    Err(SelfPlayError::NoOpening)
}

/// Searches the current position of a game, and returns the best turn and its score.
fn search<P: EvaluatedPosition + SearchGame>(
    searcher: &mut Searcher<P, NetworkEvaluator<P>>,
    record: &Record<P>,
    settings: &SelfPlaySettings,
) -> (Option<P::Move>, Score) {
    let request = Request {
        earlier_keys: record.earlier_keys().to_vec(),
        ..Request::new(*record.position(), Limits::nodes(settings.nodes))
    };
    let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
    (outcome.best, outcome.score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_determined_by_the_seed() {
        for variant in [Variant::Extended, Variant::Original] {
            let settings = |seed| SelfPlaySettings {
                variant,
                nodes: 200,
                random_turns: 4..=8,
                seed,
                networks: Networks::default(),
            };
            let first = self_play_samples(&settings(1), 0).unwrap();
            assert!(!first.is_empty());
            assert_eq!(first, self_play_samples(&settings(1), 0).unwrap());
            assert_ne!(first, self_play_samples(&settings(1), 1).unwrap());
            assert_ne!(first, self_play_samples(&settings(2), 0).unwrap());
        }
    }
}

//! The best turn of a position and its rival: the best of the turns that do not count as it.
//!
//! Turns count by their results ([`Choices`]), so the rival is searched on its own: among the lines of one
//! search, the second best may be another text of the best turn, and hide a third that is far worse.

use super::choices::{Choice, Choices};
use super::error::PuzzleError;
use super::searches::{Found, Search, Stop};
use crate::game::GameRecord;

/// The best turn and its rival.
pub struct BestAndRival<'c> {
    /// The best turn.
    pub best: Found,
    /// The choice to which it belongs.
    pub choice: &'c Choice,
    /// The rival; `None` if all other turns count as the best one.
    pub rival: Option<Found>,
}

/// Searches for the best turn with half of the nodes, and for its rival with the other half. Drops of
/// equal men are no rivals. Returns `None` if the search finds no turn.
///
/// # Errors
/// Returns an error if a search can't run, or if it was stopped.
pub fn best_and_rival<'c>(
    searches: &mut dyn Search,
    game: &GameRecord,
    choices: &'c Choices,
    nodes: u64,
    stop: Stop<'_>,
) -> Result<Option<BestAndRival<'c>>, PuzzleError> {
    let half = (nodes / 2).max(1);
    let Some(best) = searches.best(game, half, stop)? else {
        return Ok(None);
    };
    let Some(choice) = choices.of_turn(best.turn()) else {
        return Ok(None);
    };
    let rival = searches.best_other(game, &choices.group_of(choice), half, stop)?;
    Ok(Some(BestAndRival {
        best,
        choice,
        rival,
    }))
}

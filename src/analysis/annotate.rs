//! The notes that an analysis writes into a game file.
//!
//! Every turn gets its score as a comment, from White's point of view as usual in
//! files. A mistake gets its annotation, its severity in words, and the better
//! line as a variation. Existing notes are kept.

use super::game::{GameAnalysis, MoveAnalysis};
use super::wording;
use crate::files::game_file::{FileGame, FileTurn};

/// Writes the analysis of a game into it.
pub fn annotate(game: &mut FileGame, analysis: &GameAnalysis) {
    for turn in &analysis.moves {
        let place = turn.ply - 1;
        if let Some(file_turn) = game.turn_mut(place) {
            note(file_turn, turn);
        }
        // The line comes from the engine: it is legal or empty.
        if let Ok(Some(line)) = game.add_variation(place, wording::better(turn))
            && let Some(first) = line.turn_mut(0)
        {
            first.comment = wording::scores(turn).0;
        }
    }
}

fn note(file_turn: &mut FileTurn, turn: &MoveAnalysis) {
    let (best, played) = wording::scores(turn);
    let mut comment = played;
    if let Some(mark) = turn.mark {
        comment = format!("{}: {comment} instead of {best}", mark.name());
        if !file_turn.nags.contains(&mark.nag()) {
            file_turn.nags.push(mark.nag());
        }
    }
    if !file_turn.comment.is_empty() {
        comment = format!("{}; {comment}", file_turn.comment);
    }
    file_turn.comment = comment;
}

//! Writes the results of an analysis into a game as comments and annotations.
//!
//! Every turn gets its score in the usual form (`[%eval -0.35]`), which replaces an existing
//! score. A mistake also gets an annotation symbol, its severity in words, and the better line as
//! a variation. Other comments and annotations are kept.

use super::format;
use super::game::{GameAnalysis, TurnAnalysis};
use crate::base::score::for_white;
use crate::base::{Color, Score};
use crate::files::game_file::{FileGame, FileTurn, Notes};

/// Adds the analysis of a game to the game's comments, annotations and variations.
pub fn annotate(game: &mut FileGame, analysis: &GameAnalysis) {
    for turn in &analysis.turns {
        let index = turn.ply - 1;
        if let Some(file_turn) = game.turn_mut(index) {
            annotate_turn(file_turn, turn);
        }
        // The line comes from the engine, so it is legal; it may be empty.
        if let Ok(Some(line)) = game.add_variation(index, format::better_line(turn))
            && let Some(first) = line.turn_mut(0)
        {
            first.comment = noted(turn.best, turn.side).comment();
        }
    }
}

fn annotate_turn(file_turn: &mut FileTurn, turn: &TurnAnalysis) {
    let mut notes = Notes::read(&file_turn.comment);
    notes.eval = noted(turn.played, turn.side).eval;
    if let Some(severity) = turn.mark {
        let (best, played) = format::best_and_played(turn);
        if !notes.text.is_empty() {
            notes.text.push_str("; ");
        }
        let text = format!("{}: {played} instead of {best}", severity.name());
        notes.text.push_str(&text);
        if !file_turn.nags.contains(&severity.nag()) {
            file_turn.nags.push(severity.nag());
        }
    }
    file_turn.comment = notes.comment();
}

/// Returns a comment with only a score; `score` is from the point of view of `side`.
fn noted(score: Score, side: Color) -> Notes {
    Notes {
        eval: Some(format::eval(for_white(score, side))),
        ..Notes::default()
    }
}

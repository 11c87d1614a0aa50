//! Converts the games of a tournament to game files.

use super::{GameReport, ReportedScore, TurnReport};
use crate::files::game_file::FileGame;
use crate::game::PositionError;
use crate::rules::TurnError;
use crate::rules::shatra::Numbering;

/// An error in converting a report to a game file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameTextError {
    /// The start position of the opening is invalid.
    #[error("game {game}: {error}")]
    Position {
        /// The number of the game.
        game: u32,
        /// The error in the position.
        error: PositionError,
    },
    /// A turn is illegal or can't be parsed.
    #[error("game {game}, turn {ply}: {error}")]
    Turn {
        /// The number of the game.
        game: u32,
        /// The number of the turn, from 1, including those of the opening.
        ply: usize,
        /// The error in the turn.
        error: TurnError,
    },
}

/// Returns the game with tags, and with a comment after each turn of an engine:
/// `{+0.31/12 0.020s}` gives the score, depth and time, in the format common in
/// chess tournaments.
///
/// # Errors
/// Returns an error if the report is not a valid game, for example because it was
/// edited by hand.
pub fn file_game(event: &str, report: &GameReport) -> Result<FileGame, GameTextError> {
    let start = report.opening.start(report.variant);
    let start = start.map_err(|error| GameTextError::Position {
        game: report.game,
        error,
    })?;
    let mut game = FileGame::from(start);
    let tags = &mut game.tags;
    tags.set("Event", event);
    tags.set("Date", &date(&report.started));
    tags.set("Round", &format!("{}.{}", report.round, report.game));
    tags.set("White", &report.white);
    tags.set("Black", &report.black);
    tags.set("Termination", &report.detail);
    if let Some(name) = &report.opening.name {
        tags.set("Opening", name);
    }
    for (i, text) in report.turn_texts().enumerate() {
        let played = game.play(text, Numbering::Official);
        played.map_err(|error| GameTextError::Turn {
            game: report.game,
            ply: i + 1,
            error,
        })?;
    }
    let first = report.opening.turns.len();
    for (i, turn) in report.turns.iter().enumerate() {
        if let Some(file_turn) = game.turn_mut(first + i) {
            file_turn.comment = comment(turn);
        }
    }
    game.result = report.result;
    Ok(game)
}

/// Returns the date of a timestamp: `2026.11.21` for `2026-11-21T12:00:00Z`.
fn date(timestamp: &str) -> String {
    timestamp
        .split('T')
        .next()
        .unwrap_or_default()
        .replace('-', ".")
}

fn comment(turn: &TurnReport) -> String {
    let time = format!("{:.3}s", turn.charged_ms / 1000.0);
    let Some(score) = turn.score else {
        return time;
    };
    let score = match score {
        ReportedScore::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        ReportedScore::Mate(moves) if moves >= 0 => format!("+M{moves}"),
        ReportedScore::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
    };
    match turn.depth {
        Some(depth) => format!("{score}/{depth} {time}"),
        None => format!("{score} {time}"),
    }
}

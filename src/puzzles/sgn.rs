//! Puzzles as games in SGN or PGN, for programs that know no puzzles: the line, and the wrong first
//! turns as variations.

use super::played_line::{LineError, PlayedLine};
use super::puzzle::{Goal, Puzzle};
use crate::files::game_file::FileGame;

/// The greatest number of wrong turns that a game shows: those that look best.
const MAX_VARIATIONS: usize = 8;

/// Returns a puzzle as a game from its position.
///
/// # Errors
/// Returns an error if the position or the line is not legal.
pub fn file_game(puzzle: &Puzzle) -> Result<FileGame, LineError> {
    let line = PlayedLine::of(puzzle)?;
    let mut game = FileGame::from(line.end.clone());
    game.tags.set("Event", &format!("Puzzle {}", puzzle.id));
    if !puzzle.source.is_empty() {
        game.tags.set("Source", &puzzle.source);
    }
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.id()).collect();
    game.main_line_mut().intro = format!(
        "{}. Rating {}{}{}",
        task(&line),
        puzzle.rating,
        if themes.is_empty() { "" } else { "; " },
        themes.join(", ")
    );
    let mut wrong: Vec<_> = puzzle.wrong.iter().collect();
    wrong.sort_by_key(|(_, refutation)| -refutation.score);
    for (turn, refutation) in wrong.into_iter().take(MAX_VARIATIONS) {
        let turns: Vec<&String> = std::iter::once(turn).chain(&refutation.line).collect();
        // A line that is not legal is left out, as `batyr puzzles verify` reports it.
        let _ = game.add_variation(0, &turns);
    }
    Ok(game)
}

/// Returns the task in words: "White to move and win".
pub fn task(line: &PlayedLine) -> String {
    let goal = match line.goal {
        Goal::Win => "win",
        Goal::Save => "save the game",
    };
    format!("{} to move and {goal}", line.solver.name())
}

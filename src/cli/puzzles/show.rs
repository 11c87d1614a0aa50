//! Shows a puzzle and its solution to people.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use super::store;
use crate::cli::error::CliError;
use crate::cli::stdout;
use crate::puzzles::{LineEnd, PlayedLine, Proof, Puzzle, Step, task};
use crate::util::text::printable_lines;

/// The number of wrong turns that are shown: those that look best.
const WRONG_TURNS: usize = 5;

/// Prints the puzzle with this id, or all puzzles.
pub fn show(file: &Path, id: Option<&str>) -> Result<ExitCode, CliError> {
    let puzzles = store::read(file)?;
    let shown = |puzzle: &&Puzzle| id.is_none_or(|id| puzzle.id == id);
    let mut texts = puzzles.iter().filter(shown).map(text).peekable();
    if let (Some(id), None) = (id, texts.peek()) {
        let first = puzzles.first().map_or("none", |puzzle| &puzzle.id);
        let message = format_args!("no puzzle {id:?}, expected an id such as {first:?}");
        return Err(CliError::in_file(file)(message));
    }
    for text in texts {
        stdout::write(printable_lines(&(text? + "\n")))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(puzzle: &Puzzle) -> Result<String, CliError> {
    let line = PlayedLine::of(puzzle)?;
    let start = line.plies.first().map_or(&line.end, |ply| &ply.before);
    let mut text = format!(
        "{}\n{}\n{}\n\n",
        puzzle.id,
        puzzle.position,
        start.diagram()
    );
    // Writing to a String can't fail.
    let _ = writeln!(text, "{} ({})", task(&line), proof(puzzle));
    let turns: Vec<String> = puzzle.line.iter().map(step).collect();
    let end = match puzzle.end {
        LineEnd::Won => "the game is won",
        LineEnd::Saved => "the game is drawn",
        LineEnd::Several => "from here on, several turns keep the result",
    };
    let _ = writeln!(text, "solution: {}\n  {end}", turns.join(" "));
    let mut wrong: Vec<_> = puzzle.wrong.iter().collect();
    wrong.sort_by_key(|(_, refutation)| -refutation.score);
    for (turn, refutation) in wrong.iter().take(WRONG_TURNS) {
        let score = f64::from(refutation.score) / 100.0;
        let value = match refutation.loses_in {
            Some(moves) => format!("loses in {moves}"),
            None => format!("{score:+.2}"),
        };
        let _ = writeln!(
            text,
            "wrong: {turn} {} ({value})",
            refutation.line.join(" ")
        );
    }
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.id()).collect();
    let _ = writeln!(
        text,
        "rating {}, level {}; themes: {}",
        puzzle.rating,
        puzzle.level,
        if themes.is_empty() {
            "none".to_owned()
        } else {
            themes.join(", ")
        }
    );
    if !puzzle.source.is_empty() {
        let _ = writeln!(text, "from {}", puzzle.source);
    }
    Ok(text)
}

/// Returns what is known about the solution, in words.
fn proof(puzzle: &Puzzle) -> String {
    let word = match puzzle.proof {
        Proof::Proved => "proved",
        Proof::Searched => "searched",
    };
    match (puzzle.wins_in, puzzle.no_other_in) {
        (Some(moves), Some(others)) => {
            format!("{word}: a win in {moves}, and no other turn wins in {others}")
        }
        (Some(moves), None) => format!("{word}; a win in {moves}"),
        _ => word.to_owned(),
    }
}

/// Returns a turn as text: in brackets if it is forced, with the other texts that count as it.
fn step(step: &Step) -> String {
    let turn = if step.also.is_empty() {
        step.turn.clone()
    } else {
        format!("{}|{}", step.turn, step.also.join("|"))
    };
    if step.forced {
        format!("[{turn}]")
    } else {
        turn
    }
}

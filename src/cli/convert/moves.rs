//! Converts moves between letters, official numbers and SPN numbers.

use clap::{Args, ValueEnum};

use super::input::{NumberingArg, for_each_line, report_failure};
use crate::cli::error::CliError;
use crate::cli::stdout;
use crate::cli::variant::variant_parser;
use crate::files::game_file::{FileError, FileFault, FileGame, ReadOptions, read_moves};
use crate::game::{START, TurnDetails, Variant};
use crate::rules::shatra::Numbering;

const DETAILS: &str = "\
Examples:
  batyr convert moves --to letters \"43-36 20-27\"
  batyr convert moves --to spn --position \"9/1/K6/5s1/4S1R/7/7/k6/1/9 w\" c7:a5
  batyr convert moves --to official < openings.txt

The moves are played from the start position or from the given one, so they must
be legal. Move numbers, comments and variations are skipped; so, on stdin, is
the rest of a line after a '#', as in lists of openings. Without --from, numbers
are read as official numbers or, if no variant allows the moves read that way,
as SPN numbers. Without --variant, the first variant in which all moves are
legal is used.

'official' writes moves as in game files: '19:35 :33', and 'pass' where a man
stops its chain. 'spn' writes them as in USHI: '44:28 28:30'. In Shatranj and
Shatar, squares have no numbers: 'official' writes 'Nf3', the other two 'g1f3'.

Exit status: 0 if all moves were converted, 1 if some were not,
2 for bad usage.";

/// Convert moves between letters, official numbers and SPN numbers
#[derive(Args, Debug)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct MovesArgs {
    /// Notation to write
    #[arg(long, value_enum)]
    to: MoveNotation,

    /// Numbering of the squares [default: official, or SPN if the moves are legal only so]
    #[arg(long, value_enum)]
    from: Option<NumberingArg>,

    /// Position before the first move [default: start position]
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// Variant of the moves [default: the first in which all moves are legal]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    variant: Option<Variant>,

    /// Moves; without them, each line of stdin is a separate list of moves
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

/// A notation of moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum MoveNotation {
    /// `d4-d6`, `a5:a7:g7`
    Letters,
    /// `36-29`, `19:35 :33`
    Official,
    /// `18-25`, `44:28 28:30`
    Spn,
}

/// Converts the moves and returns whether all of them could be converted.
pub fn run(args: &MovesArgs) -> Result<bool, CliError> {
    if !args.moves.is_empty() {
        return convert(args, &args.moves.join(" "), "");
    }
    for_each_line(|line| {
        let place = format!("stdin, line {}, ", line.number);
        let moves = without_comment(&line.text);
        if moves.trim().is_empty() && moves.len() < line.text.len() {
            return Ok(true);
        }
        convert(args, moves, &place)
    })
}

/// Returns a line of a list of openings without the comment that begins with `#`.
/// A `#` at the end of a move or in a comment in braces does not begin a comment.
fn without_comment(line: &str) -> &str {
    let (mut begins_word, mut in_braces) = (true, false);
    for (at, character) in line.char_indices() {
        match character {
            '#' if begins_word && !in_braces => return line.get(..at).unwrap_or(line),
            '{' => in_braces = true,
            '}' => in_braces = false,
            _ => {}
        }
        begins_word = character.is_whitespace();
    }
    line
}

/// Writes a list of moves in the notation requested. If it can't be read, reports
/// `place` and the error, and returns `false`.
fn convert(args: &MovesArgs, text: &str, place: &str) -> Result<bool, CliError> {
    let options = ReadOptions {
        variant: args.variant,
        numbering: args.from.map(Numbering::from),
        is_strict: true,
    };
    let position = args.position.as_deref().filter(|&text| text != START);
    match read_moves(text, position, options) {
        Ok(game) => {
            stdout::write(in_notation(&game, args.to) + "\n")?;
            Ok(true)
        }
        Err(error) => {
            report_failure(format_args!("{place}{}", message(&error)));
            Ok(false)
        }
    }
}

/// Returns the message of an error, with the error's location in the list of moves.
/// The number of the game is left out, since there is only one game.
fn message(error: &FileError) -> String {
    let fault = match &error.fault {
        FileFault::Position(error) => return format!("position: {error}"),
        fault => fault,
    };
    let label = error.move_label.map(|label| format!("{label}, "));
    let column = error.column;
    format!("{}column {column}: {fault}", label.unwrap_or_default())
}

fn in_notation(game: &FileGame, notation: MoveNotation) -> String {
    let text = |turn: &TurnDetails| match notation {
        MoveNotation::Letters => turn.text.clone(),
        MoveNotation::Official => turn.file_tokens.join(" "),
        MoveNotation::Spn => turn.steps.join(" "),
    };
    let turns: Vec<String> = game.record().turns().iter().map(text).collect();
    turns.join(" ")
}

//! Conversion of moves between letters, official numbers and SPN numbers.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::{ConvertError, each_line, report};
use crate::cli::variant::variant_parser;
use crate::files::game_file::{FileError, FileFault, FileGame, ReadOptions, read_moves};
use crate::game::{PlayedTurn, START, Variant};
use crate::rules::shatra::Numbering;

const DETAILS: &str = "\
Examples:
  batyr convert moves --to letters \"43-36 20-27\"
  batyr convert moves --to spn --position \"9/1/K6/5s1/4S1R/7/7/k6/1/9 w\" c7:a5
  batyr convert moves --to official < openings.txt

The moves are played from the start position, or from the given one, so they
must be legal. Move numbers, comments and variations are skipped, and so is the
rest of a line of stdin after a '#', as in opening books. Without --from,
numbers are read as official ones or, if no game fits, as SPN numbers. Without
--variant the first game that fits is used.

'official' writes the tokens of game files: '19:35 :33', 'pass' where a man
stops its chain. 'spn' writes those of USHI: '44:28 28:30'. In Shatranj and
Shatar moves have no numbers: 'official' writes 'Nf3', the others 'g1f3'.

Exit status: 0 if all moves were converted, 1 if some were not,
2 for bad usage.";

/// Write moves in letters, official numbers or SPN numbers
#[derive(Args, Debug)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct MovesArgs {
    /// The notation to write
    #[arg(long, value_enum)]
    to: MoveNotation,

    /// The numbering of squares [default: the one that fits]
    #[arg(long, value_enum)]
    from: Option<NumberingArg>,

    /// The position before the first move [default: the start]
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// The game [default: the first that fits]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    variant: Option<Variant>,

    /// The moves; without them, each line of stdin is a separate list
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum MoveNotation {
    /// `d4-d6`, `a5:a7:g7`
    Letters,
    /// `36-29`, `19:35 :33`
    Official,
    /// `18-25`, `44:28 28:30`
    Spn,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum NumberingArg {
    /// 1 = c14 … 62 = e1
    Official,
    /// 1 = e1 … 62 = c14
    Spn,
}

impl From<NumberingArg> for Numbering {
    fn from(numbers: NumberingArg) -> Self {
        match numbers {
            NumberingArg::Official => Self::Official,
            NumberingArg::Spn => Self::Spn,
        }
    }
}

pub fn run(args: &MovesArgs) -> Result<bool, ConvertError> {
    let mut out = io::stdout().lock();
    if !args.moves.is_empty() {
        return convert(args, &args.moves.join(" "), "", &mut out);
    }
    each_line(|line| {
        let place = format!("stdin, line {}, ", line.number);
        let moves = without_comment(&line.text);
        if moves.trim().is_empty() && moves.len() < line.text.len() {
            return Ok(true);
        }
        convert(args, moves, &place, &mut out)
    })
}

/// Returns a line of an opening book without the comment that `#` begins. A `#`
/// at the end of a move, or in a comment in braces, does not begin one.
fn without_comment(line: &str) -> &str {
    let before = |at: usize| line.get(..at).unwrap_or_default();
    let begins_word = |at: usize| {
        let before = before(at);
        before.is_empty() || before.ends_with(char::is_whitespace)
    };
    let is_outside = |at: usize| before(at).matches('{').count() <= before(at).matches('}').count();
    let hashes = line.match_indices('#').map(|(at, _)| at);
    let mut comments = hashes.filter(|&at| begins_word(at) && is_outside(at));
    comments.next().map_or(line, before)
}

fn convert(
    args: &MovesArgs,
    text: &str,
    place: &str,
    out: &mut impl Write,
) -> Result<bool, ConvertError> {
    let options = ReadOptions {
        variant: args.variant,
        numbering: args.from.map(Numbering::from),
    };
    let position = args.position.as_deref().filter(|&text| text != START);
    match read_moves(text, position, options) {
        Ok(game) => {
            writeln!(out, "{}", in_notation(&game, args.to))?;
            Ok(true)
        }
        Err(error) => {
            report(format_args!("{place}{}", message(&error)));
            Ok(false)
        }
    }
}

/// Returns the message of an error with its place in a line of moves, without
/// the number of a game.
fn message(error: &FileError) -> String {
    let fault = match &error.fault {
        FileFault::Position(fault) => return format!("position: {fault}"),
        fault => fault,
    };
    let label = error.move_label.map(|label| format!("{label}, "));
    let column = error.column;
    format!("{}column {column}: {fault}", label.unwrap_or_default())
}

fn in_notation(game: &FileGame, to: MoveNotation) -> String {
    let tokens = |turn: &PlayedTurn| match to {
        MoveNotation::Letters => turn.text.clone(),
        MoveNotation::Official => turn.file_tokens.join(" "),
        MoveNotation::Spn => turn.steps.join(" "),
    };
    let turns: Vec<String> = game.record().turns().iter().map(tokens).collect();
    turns.join(" ")
}

//! What conversions share: reading the lines of stdin, and the numberings of squares.
//!
//! An item that can't be converted is reported and skipped.

use std::fmt::Display;
use std::io;

use clap::ValueEnum;

use crate::cli::error::CliError;
use crate::cli::stderr::eprint_line;
use crate::files::game_file::{LineReader, NumberedLine};
use crate::rules::shatra::Numbering;

/// Prints on stderr why something could not be converted.
pub fn report_failure(message: impl Display) {
    eprint_line!("batyr convert: {message}");
}

/// Calls `convert` with each line of stdin. Returns whether every line could be
/// read and converted.
pub fn for_each_line(
    mut convert: impl FnMut(&NumberedLine) -> Result<bool, CliError>,
) -> Result<bool, CliError> {
    let mut all_converted = true;
    for line in LineReader::new(io::stdin().lock()) {
        match line {
            Ok(line) => all_converted &= convert(&line)?,
            Err(error) => {
                report_failure(format_args!("stdin, {error}"));
                all_converted = false;
            }
        }
    }
    Ok(all_converted)
}

/// A numbering of the squares of Shatra's board.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum NumberingArg {
    /// 1 = c14 … 62 = e1
    Official,
    /// 1 = e1 … 62 = c14
    Spn,
}

impl From<NumberingArg> for Numbering {
    fn from(numbering: NumberingArg) -> Self {
        match numbering {
            NumberingArg::Official => Self::Official,
            NumberingArg::Spn => Self::Spn,
        }
    }
}

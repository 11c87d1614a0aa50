//! The input of a conversion, which is a file or stdin.
//!
//! An item that can't be converted is reported and skipped.

use std::fmt::Display;
use std::io;

use super::error::ConvertError;
use crate::cli::stderr::eprint_line;
use crate::files::game_file::{FileFault, LineReader, NumberedLine};

/// Prints on stderr why something could not be converted.
pub fn report_failure(message: impl Display) {
    eprint_line!("batyr convert: {message}");
}

/// Calls `convert` with each line of stdin. Returns whether every line could be
/// read and converted.
pub fn for_each_line(
    mut convert: impl FnMut(&NumberedLine) -> Result<bool, ConvertError>,
) -> Result<bool, ConvertError> {
    let mut lines = LineReader::new(io::stdin().lock());
    let mut all_converted = true;
    loop {
        match lines.next_line() {
            Ok(None) => return Ok(all_converted),
            Ok(Some(line)) => all_converted &= convert(&line)?,
            Err(error) => {
                report_failure(format_args!("stdin, {error}"));
                all_converted = false;
                if matches!(error.fault, FileFault::Input(_)) {
                    return Ok(all_converted);
                }
            }
        }
    }
}

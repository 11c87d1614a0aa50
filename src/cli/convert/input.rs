//! The input of a conversion, which is a file or stdin.
//!
//! An item that can't be converted is reported and skipped.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;

use super::error::{ConvertError, file_error};
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

/// A source of input: a file or stdin.
#[derive(Clone, Debug)]
pub struct ConvertInput {
    path: PathBuf,
}

impl ConvertInput {
    /// Returns whether the source is stdin.
    pub fn is_stdin(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Returns the name of the source in messages.
    pub fn name(&self) -> String {
        if self.is_stdin() {
            "stdin".to_owned()
        } else {
            self.path.display().to_string()
        }
    }

    /// Opens the source.
    ///
    /// # Errors
    /// Returns an error if the file can't be opened.
    pub fn open(&self) -> Result<Box<dyn BufRead>, ConvertError> {
        let input: Box<dyn Read> = if self.is_stdin() {
            Box::new(io::stdin())
        } else {
            let file = File::open(&self.path).map_err(|error| file_error(&self.path, error))?;
            Box::new(file)
        };
        Ok(Box::new(BufReader::with_capacity(1 << 16, input)))
    }
}

impl From<PathBuf> for ConvertInput {
    fn from(path: PathBuf) -> Self {
        Self { path }
    }
}

//! `batyr convert`: conversion of moves, positions and games between notations.

mod games;
mod moves;
mod picture;
mod position;
mod position_json;

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::error::CliError;
use super::stderr::eprint_line;
use crate::files::game_file::{FileFault, LineReader, NumberedLine};

/// Convert moves, positions and game files
#[derive(Args, Debug)]
#[command(max_term_width = 80, arg_required_else_help = true)]
pub struct ConvertArgs {
    #[command(subcommand)]
    command: ConvertCommand,
}

#[derive(Subcommand, Debug)]
enum ConvertCommand {
    Moves(moves::MovesArgs),
    Position(position::PositionArgs),
    Games(games::GamesArgs),
}

/// The reasons why a conversion stops.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    /// A file can't be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The error that the system reports.
        error: io::Error,
    },
    /// Stdout can't be written.
    #[error("output: {0}")]
    Output(#[from] io::Error),
    /// The command line asks for something impossible.
    #[error("{0}")]
    Usage(String),
}

impl From<ConvertError> for CliError {
    fn from(error: ConvertError) -> Self {
        match error.is_usage() {
            true => Self::usage(error),
            false => Self::failure(error),
        }
    }
}

impl ConvertError {
    /// Returns whether the command line is at fault.
    pub const fn is_usage(&self) -> bool {
        matches!(self, Self::Usage(_))
    }
}

/// Converts the moves, positions or games that the arguments name. Exit status
/// 1 without an error means that something could not be converted, which has
/// been reported on stderr.
///
/// # Errors
/// If a file or stdout fails, or the command line asks for something impossible.
pub fn run(args: ConvertArgs) -> Result<ExitCode, CliError> {
    Ok(match convert(args)? {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Returns whether everything was converted.
fn convert(args: ConvertArgs) -> Result<bool, ConvertError> {
    let done = match args.command {
        ConvertCommand::Moves(args) => moves::run(&args),
        ConvertCommand::Position(args) => position::run(&args),
        ConvertCommand::Games(args) => games::run(&args),
    };
    // An SVG need not end with a line break, at which stdout would be flushed.
    let done = done.and_then(|all| Ok(io::stdout().flush().map(|()| all)?));
    match done {
        // The reader of a pipe has closed it, which is not a fault.
        Err(ConvertError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(true),
        done => done,
    }
}

/// Reports on stderr what could not be converted.
fn report(message: impl std::fmt::Display) {
    eprint_line!("batyr convert: {message}");
}

/// Calls `convert` with each line of stdin. Returns `false` if a line can't be
/// read or converted.
fn each_line(
    mut convert: impl FnMut(&NumberedLine) -> Result<bool, ConvertError>,
) -> Result<bool, ConvertError> {
    let mut lines = LineReader::new(io::stdin().lock());
    let mut all = true;
    loop {
        match lines.next_line() {
            Ok(None) => return Ok(all),
            Ok(Some(line)) => all &= convert(&line)?,
            Err(error) => {
                report(format_args!("stdin, {error}"));
                all = false;
                if matches!(error.fault, FileFault::Input(_)) {
                    return Ok(all);
                }
            }
        }
    }
}

/// A source of input: a file or stdin.
#[derive(Clone, Debug)]
struct ConvertInput {
    path: PathBuf,
}

impl ConvertInput {
    fn is_stdin(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Returns the name of the source in messages.
    fn name(&self) -> String {
        if self.is_stdin() {
            "stdin".to_owned()
        } else {
            self.path.display().to_string()
        }
    }

    fn open(&self) -> Result<Box<dyn BufRead>, ConvertError> {
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

fn file_error(path: &Path, error: io::Error) -> ConvertError {
    let path = path.display().to_string();
    ConvertError::File { path, error }
}

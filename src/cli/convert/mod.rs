//! `batyr convert`: converts moves, positions and games between notations.

mod error;
mod games;
mod input;
mod moves;
mod picture;
mod position;
mod position_json;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::error::CliError;
use error::ConvertError;

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

/// Converts the moves, positions or games that the arguments name. Exit status
/// 1 without an error means that something could not be converted; stderr says
/// what.
///
/// # Errors
/// Returns an error if a file can't be read or written, if stdout can't be
/// written to, or if the command line asks for something impossible.
pub fn run(args: ConvertArgs) -> Result<ExitCode, CliError> {
    Ok(match convert(args)? {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Runs the subcommand and returns whether everything was converted.
fn convert(args: ConvertArgs) -> Result<bool, ConvertError> {
    let result = match args.command {
        ConvertCommand::Moves(args) => moves::run(&args),
        ConvertCommand::Position(args) => position::run(&args),
        ConvertCommand::Games(args) => games::run(&args),
    };
    // An SVG need not end with a line break, at which stdout would be flushed.
    let result = result.and_then(|all_converted| {
        io::stdout().flush()?;
        Ok(all_converted)
    });
    match result {
        // It is not an error if the reader closes the pipe early.
        Err(ConvertError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(true),
        result => result,
    }
}

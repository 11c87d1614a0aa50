//! `batyr convert`: converts moves, positions and games between notations.

mod games;
mod input;
mod moves;
mod picture;
mod position;
mod position_json;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::error::CliError;

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

/// Converts the moves, positions or games that the arguments name. Returns exit
/// status 1 if anything could not be converted completely; the reasons are on
/// stderr.
pub fn run(args: ConvertArgs) -> Result<ExitCode, CliError> {
    let all_converted = match args.command {
        ConvertCommand::Moves(args) => moves::run(&args),
        ConvertCommand::Position(args) => position::run(&args),
        ConvertCommand::Games(args) => games::run(&args),
    };
    Ok(match all_converted? {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

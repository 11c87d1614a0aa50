//! `batyr` without a subcommand: speaks the protocol with one host.

use std::process::ExitCode;

use super::error::CliError;
use super::stdout;
use crate::host::stdio;

/// The reference to the help on subcommands, printed after the help on protocol
/// commands.
const SUBCOMMAND_HELP: &str =
    "\n'batyr --help' lists the subcommands; 'batyr help SUBCOMMAND' describes one\n";

/// Runs the protocol commands of a script or, without one, those on stdin. Exit
/// status 1 means that a command of the script was refused.
pub fn run(script: Option<Vec<String>>) -> Result<ExitCode, CliError> {
    let is_help = script.as_ref().is_some_and(|lines| *lines == ["help"]);
    let accepted = stdio::run(script)?;
    if is_help {
        stdout::print(SUBCOMMAND_HELP)?;
    }
    Ok(ExitCode::from(u8::from(!accepted)))
}

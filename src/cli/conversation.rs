//! `batyr` without a subcommand: a conversation with one host.

use std::process::ExitCode;

use super::error::CliError;
use super::stdout;
use crate::host::stdio;

/// The reference to the help of the subcommands, printed after that of the
/// protocol.
const SUBCOMMANDS: &str =
    "\n'batyr --help' lists the subcommands, 'batyr help SUBCOMMAND' describes one\n";

/// Runs the commands of a script, or those on stdin if there is none. Exit
/// status 1 means that a command of the script was refused.
///
/// # Errors
/// If the system can't start the threads.
pub fn run(script: Option<Vec<String>>) -> Result<ExitCode, CliError> {
    let is_help = script.as_ref().is_some_and(|lines| *lines == ["help"]);
    let accepted = stdio::run(script);
    if is_help {
        // The help lists the commands of the protocol; losing this line does no
        // harm.
        let _ = stdout::print(SUBCOMMANDS);
    }
    Ok(match accepted? {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

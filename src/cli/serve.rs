//! `batyr serve`: the server for many hosts.

use std::process::ExitCode;

use super::error::CliError;
use crate::host::serve::{self, ServeArgs};

/// Serves until a signal ends the server.
///
/// # Errors
/// If the server can't start.
pub fn run(args: ServeArgs) -> Result<ExitCode, CliError> {
    serve::run(args)?;
    Ok(ExitCode::SUCCESS)
}

//! `batyr completions`: prints the completion script of a shell.

use std::process::ExitCode;

use clap::Args;
use clap_complete::Shell;

use super::error::CliError;
use super::public_command::public_command;
use super::stdout;

/// Print a completion script for a shell
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  \
    batyr completions bash > ~/.local/share/bash-completion/completions/batyr\n  \
    batyr completions fish > ~/.config/fish/completions/batyr.fish",
    max_term_width = 80
)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints the completion script.
///
/// # Errors
/// If stdout can't be written to.
pub fn run(args: CompletionsArgs) -> Result<ExitCode, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut public_command(), "batyr", &mut script);
    match stdout::print(String::from_utf8_lossy(&script)) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(CliError::failure(format_args!("can't write: {error}"))),
    }
}

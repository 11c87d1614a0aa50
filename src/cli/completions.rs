//! `batyr completions`: prints a completion script for a shell.

use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;

use super::error::CliError;
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
    /// Shell that will run the script
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints the completion script for the program, whose command line is `command`.
pub fn run(args: CompletionsArgs, mut command: Command) -> Result<ExitCode, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "batyr", &mut script);
    stdout::print(String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

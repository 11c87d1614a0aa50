//! `batyr book`: grows, shows and verifies books.

mod args;
mod file;
mod grow;
mod queue;
mod show;
mod verify;

use std::process::ExitCode;

pub use args::BookArgs;

use super::error::CliError;
use args::BookSubcommand;

/// Runs the subcommand.
pub fn run(args: BookArgs) -> Result<ExitCode, CliError> {
    match args.subcommand {
        BookSubcommand::Grow(args) => grow::grow(&args),
        BookSubcommand::Show(args) => show::show(&args),
        BookSubcommand::Verify(args) => verify::verify(&args),
    }
}

//! `batyr puzzles`: takes puzzles out of games, and verifies, shows, chooses and counts them.

mod args;
mod count;
mod make;
mod pick;
mod show;
mod store;
mod verify;

use std::process::ExitCode;

pub use args::PuzzlesArgs;

use super::error::CliError;
use args::PuzzlesSubcommand;

/// Runs the subcommand. Exit status 1 without an error means that faults were reported.
pub fn run(args: PuzzlesArgs) -> Result<ExitCode, CliError> {
    match args.subcommand {
        None => make::make(&args.make),
        Some(PuzzlesSubcommand::Verify {
            file,
            nodes,
            jobs,
            sound,
        }) => verify::verify(&file, nodes, jobs, sound.as_deref()),
        Some(PuzzlesSubcommand::Show { file, id }) => show::show(&file, id.as_deref()),
        Some(PuzzlesSubcommand::Pick {
            files,
            count,
            output,
        }) => pick::pick(&files, count as usize, output.as_deref()),
        Some(PuzzlesSubcommand::Count { files }) => count::count(&files),
    }
}

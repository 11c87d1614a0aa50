//! The program: its command line, and the console on which it speaks with a
//! host.

mod args;
mod backend;
mod console;
mod options;
mod writer;

use std::process::ExitCode;

use clap::Parser;

use args::Args;

/// Runs the program and gives its exit status: 0, or 2 for a bad command line,
/// or 1 if the engine can't start.
pub fn run() -> ExitCode {
    env_logger::init();
    let args = Args::parse();
    match console::run(args.lines()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("batyr: {error}");
            ExitCode::FAILURE
        }
    }
}

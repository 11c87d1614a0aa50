//! The program: its command line, and the console on which it speaks with a
//! host.

mod allowance;
mod args;
mod backend;
mod console;
mod conversation;
mod debug_log;
mod limit;
mod options;
mod outbox;
mod refusal;
mod script;
mod settings;
mod signals;
mod telling;
mod terms;
mod verdict;
mod writer;

use std::process::ExitCode;

use clap::Parser;

use args::Args;

/// Runs the program and gives its exit status: 0; 1 if the engine can't start or
/// refuses a command of the command line; 2 for a bad option.
pub fn run() -> ExitCode {
    env_logger::init();
    let args = Args::parse();
    match console::run(args.lines()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("batyr: {error}");
            ExitCode::FAILURE
        }
    }
}

//! The command line of the program.
//!
//! **The decision:** each subcommand is a file or a folder with its arguments
//! and a function `run(args) -> Result<ExitCode, CliError>`. One table, in
//! [`subcommand`], names them all; one function reports their errors.

mod analyse;
mod args;
mod bar;
mod batch;
mod book;
mod column;
mod completions;
mod compliance;
mod conversation;
mod convert;
mod datagen;
mod error;
mod interrupt;
mod keep;
mod man;
mod match_command;
mod perft;
mod play;
mod public_command;
mod samples;
mod serve;
mod solve;
mod stderr;
mod stdout;
mod train;
mod tune;
mod variant;
mod wdl;

use std::process::ExitCode;

use env_logger::Env;

use args::{Args, Command};
use error::CliError;
use stderr::eprint_line;

/// The name of the program, at the start of messages that no subcommand owns.
const PROGRAM: &str = "batyr";

/// A subcommand that is ready to run.
struct Subcommand {
    /// The name at the start of its messages.
    name: &'static str,
    /// The log level unless RUST_LOG names another; `None` if the subcommand has
    /// no log.
    log_level: Option<&'static str>,
    run: Box<dyn FnOnce() -> Result<ExitCode, CliError>>,
}

/// Creates a row of the table of subcommands.
fn row<A: 'static>(
    name: &'static str,
    log_level: Option<&'static str>,
    run: fn(A) -> Result<ExitCode, CliError>,
    args: A,
) -> Subcommand {
    Subcommand {
        name,
        log_level,
        run: Box::new(move || run(args)),
    }
}

/// The table of subcommands: the name, the log level and the function of each.
fn subcommand(args: Args) -> Subcommand {
    let (script, command) = (args.script(), args.command);
    let (info, warn, error) = (Some("info"), Some("warn"), Some("error"));
    match command {
        None => row(PROGRAM, error, conversation::run, script),
        Some(Command::Analyse(args)) => row("batyr analyse", error, analyse::run, *args),
        Some(Command::Book(args)) => row("batyr book", warn, book::run, *args),
        Some(Command::Completions(args)) => row("batyr completions", None, completions::run, args),
        Some(Command::Compliance(args)) => row("batyr compliance", error, compliance::run, args),
        Some(Command::Convert(args)) => row("batyr convert", None, convert::run, *args),
        Some(Command::Datagen(args)) => row("batyr datagen", warn, datagen::run, *args),
        Some(Command::Keep(args)) => row("batyr keep", None, keep::run, args),
        Some(Command::Man(args)) => row("batyr man", None, man::run, args),
        Some(Command::Match(args)) => row("batyr match", warn, match_command::run, *args),
        Some(Command::Perft(args)) => row("batyr perft", error, perft::run, args),
        Some(Command::Play(args)) => row("batyr play", error, play::run, *args),
        Some(Command::Serve(args)) => row("batyr serve", info, serve::run, *args),
        Some(Command::Solve(args)) => row("batyr solve", error, solve::run, *args),
        Some(Command::Train(args)) => row("batyr train", None, train::run, *args),
        Some(Command::Tune(args)) => row("batyr tune", None, tune::run, *args),
        Some(Command::Wdl(args)) => row("batyr wdl", None, wdl::run, args),
    }
}

/// Runs the program and returns its exit status: 0; 1 if the work fails or a
/// command of the protocol is refused; 2 for bad usage; 130 after a signal.
pub fn run() -> ExitCode {
    let args = match Args::read() {
        Ok(args) => args,
        Err(typo) => return report(PROGRAM, &typo.into()),
    };
    let Subcommand {
        name,
        log_level,
        run,
    } = subcommand(args);
    if let Some(level) = log_level {
        start_log(level);
    }
    run().unwrap_or_else(|error| report(name, &error))
}

/// Prints the message of an error on stderr and returns its exit status.
fn report(name: &str, error: &CliError) -> ExitCode {
    if let Some(message) = error.message() {
        eprint_line!("{name}: {message}");
    }
    error.exit_code()
}

/// Starts the log on stderr, filtered by RUST_LOG. The WebSocket library logs
/// each frame with its bytes, so its messages must be requested by its name.
fn start_log(default: &str) {
    let mut builder = env_logger::Builder::new();
    for library in ["tungstenite", "tokio_tungstenite"] {
        builder.filter_module(library, log::LevelFilter::Warn);
    }
    let env = Env::default().default_filter_or(default);
    builder.parse_env(env).init();
}

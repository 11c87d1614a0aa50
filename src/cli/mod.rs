//! The command line of the program.
//!
//! Each subcommand is a file or a folder with its arguments and a function
//! `run(args) -> Result<ExitCode, CliError>`. The table in `prepare` lists them, and
//! `report` prints their errors.

mod analyse;
mod args;
mod bar;
mod batch;
mod board;
mod book;
mod completions;
mod compliance;
mod conversation;
mod convert;
mod datagen;
mod error;
mod eval_file;
mod game_args;
mod http_probe;
mod interrupt;
mod keep;
mod keys;
mod man;
mod match_command;
mod openings;
mod pause;
mod perft;
mod play;
mod position_text;
mod puzzles;
mod samples;
mod serve;
mod shared_work;
mod solve;
mod spsa;
mod stderr;
mod stdout;
mod suggestions;
mod suite;
mod tables;
mod train;
mod value_parser;
mod variant;
mod wdl;

use std::process::ExitCode;

use clap::CommandFactory;
use env_logger::Env;

use crate::tournament::player::KEEPER_NAME;
use args::{CommandLine, SubcommandArgs};
use error::CliError;
use keep::KeepArgs;
use stderr::eprint_line;

/// The name of the program, the prefix of messages that belong to no subcommand.
const PROGRAM: &str = "batyr";

/// A subcommand that is ready to run.
struct PreparedSubcommand {
    /// The name of the command, the prefix of its messages.
    name: &'static str,
    /// The log level unless RUST_LOG sets a different one; `None` if the subcommand
    /// writes no log.
    log_level: Option<&'static str>,
    run: Box<dyn FnOnce() -> Result<ExitCode, CliError>>,
}

/// Creates a row of the table of subcommands.
fn row<A: 'static>(
    name: &'static str,
    log_level: Option<&'static str>,
    run: fn(A) -> Result<ExitCode, CliError>,
    args: A,
) -> PreparedSubcommand {
    PreparedSubcommand {
        name,
        log_level,
        run: Box::new(move || run(args)),
    }
}

/// Returns the subcommand's row in the table of names, log levels and functions.
fn prepare(command_line: CommandLine) -> PreparedSubcommand {
    use SubcommandArgs as Args;
    let (info, warn, error) = (Some("info"), Some("warn"), Some("error"));
    let script = command_line.script();
    let Some(subcommand) = command_line.subcommand else {
        return row(PROGRAM, error, conversation::run, script);
    };
    match subcommand {
        Args::Analyse(args) => row("batyr analyse", error, analyse::run, *args),
        Args::Board(args) => row("batyr board", warn, board::run, *args),
        Args::Book(args) => row("batyr book", error, book::run, *args),
        Args::Completions(args) => {
            let run = |args| completions::run(args, CommandLine::command());
            row("batyr completions", None, run, args)
        }
        Args::Compliance(args) => row("batyr compliance", error, compliance::run, args),
        Args::Convert(args) => row("batyr convert", None, convert::run, *args),
        Args::Datagen(args) => row("batyr datagen", warn, datagen::run, *args),
        Args::Man(args) => {
            let run = |args| man::run(args, CommandLine::command());
            row("batyr man", None, run, args)
        }
        Args::Match(args) => row("batyr match", warn, match_command::run, *args),
        Args::Openings(args) => row("batyr openings", warn, openings::run, *args),
        Args::Perft(args) => row("batyr perft", error, perft::run, args),
        Args::Play(args) => row("batyr play", error, play::run, *args),
        Args::Puzzles(args) => row("batyr puzzles", error, puzzles::run, *args),
        Args::Samples(args) => row("batyr samples", None, samples::run, args),
        Args::Serve(args) => row("batyr serve", info, serve::run, *args),
        Args::Solve(args) => row("batyr solve", error, solve::run, *args),
        Args::Spsa(args) => row("batyr spsa", warn, spsa::run, *args),
        Args::Suite(args) => row("batyr suite", error, suite::run, args),
        Args::Tables(args) => row("batyr tables", error, tables::run, *args),
        Args::Train(args) => row("batyr train", None, train::run, *args),
        Args::Wdl(args) => row("batyr wdl", None, wdl::run, args),
    }
}

/// Runs the program and returns its exit status: 0 for success; 1 if the work fails or
/// a protocol command is refused; 2 for a usage error; 130 after a signal. `batyr
/// match`, `batyr spsa` and `batyr keep` have further statuses.
pub fn run() -> ExitCode {
    if let Some(args) = KeepArgs::from_process() {
        return keep::run(args).unwrap_or_else(|error| report(KEEPER_NAME, &error));
    }
    let command_line = match CommandLine::from_process() {
        Ok(Some(command_line)) => command_line,
        // The help has been printed.
        Ok(None) => return ExitCode::SUCCESS,
        Err(error) => return report(PROGRAM, &error),
    };
    let is_conversation = command_line.subcommand.is_none();
    let PreparedSubcommand {
        name,
        log_level,
        run,
    } = prepare(command_line);
    if let Some(level) = log_level {
        start_log(level);
    }
    let status = run().unwrap_or_else(|error| report(name, &error));
    if is_conversation {
        // The conversation has reported what it could not write. Its writer holds stdout until the
        // host reads, so waiting for stdout could take for ever.
        return status;
    }
    // What could not be written is still in the buffer of stdout, even if the command
    // continued after a failed write, as 'batyr match' does.
    match stdout::finish(Ok(())) {
        Err(error) if status == ExitCode::SUCCESS => report(name, &error.into()),
        _ => status,
    }
}

/// Prints the message of an error on stderr and returns the exit status.
fn report(name: &str, error: &CliError) -> ExitCode {
    if let Some(message) = error.message() {
        eprint_line!("{name}: {message}");
    }
    error.exit_code()
}

/// Starts the log on stderr, filtered by RUST_LOG. The WebSocket library logs each
/// frame with its bytes, so its debug messages appear only if RUST_LOG names it.
fn start_log(default_level: &str) {
    let mut builder = env_logger::Builder::new();
    for library in ["tungstenite", "tokio_tungstenite"] {
        builder.filter_module(library, log::LevelFilter::Warn);
    }
    let env = Env::default().default_filter_or(default_level);
    builder.parse_env(env).init();
}

//! The command line of the program.
//!
//! Each subcommand is a file or a folder with its arguments
//! and a function `run(args) -> Result<ExitCode, CliError>`. One table, in
//! `prepare`, lists them; one function reports their errors.

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

use args::{CommandLine, SubcommandArgs};
use error::CliError;
use stderr::eprint_line;

/// The name of the program, at the start of messages that belong to no
/// subcommand.
const PROGRAM: &str = "batyr";

/// A subcommand that is ready to run.
struct PreparedSubcommand {
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
) -> PreparedSubcommand {
    PreparedSubcommand {
        name,
        log_level,
        run: Box::new(move || run(args)),
    }
}

/// The table of subcommands: the name, the log level and the function of each.
fn prepare(line: CommandLine) -> PreparedSubcommand {
    use SubcommandArgs as Args;
    let (info, warn, error) = (Some("info"), Some("warn"), Some("error"));
    let script = line.script();
    let Some(subcommand) = line.command else {
        return row(PROGRAM, error, conversation::run, script);
    };
    match subcommand {
        Args::Analyse(args) => row("batyr analyse", error, analyse::run, *args),
        Args::Book(args) => row("batyr book", warn, book::run, *args),
        Args::Completions(args) => row("batyr completions", None, completions::run, args),
        Args::Compliance(args) => row("batyr compliance", error, compliance::run, args),
        Args::Convert(args) => row("batyr convert", None, convert::run, *args),
        Args::Datagen(args) => row("batyr datagen", warn, datagen::run, *args),
        Args::Keep(args) => row("batyr keep", None, keep::run, args),
        Args::Man(args) => row("batyr man", None, man::run, args),
        Args::Match(args) => row("batyr match", warn, match_command::run, *args),
        Args::Perft(args) => row("batyr perft", error, perft::run, args),
        Args::Play(args) => row("batyr play", error, play::run, *args),
        Args::Serve(args) => row("batyr serve", info, serve::run, *args),
        Args::Solve(args) => row("batyr solve", error, solve::run, *args),
        Args::Train(args) => row("batyr train", None, train::run, *args),
        Args::Tune(args) => row("batyr tune", None, tune::run, *args),
        Args::Wdl(args) => row("batyr wdl", None, wdl::run, args),
    }
}

/// Runs the program and returns its exit status: 0; 1 if the work fails or a
/// command of the protocol is refused; 2 for bad usage; 130 after a signal.
pub fn run() -> ExitCode {
    let line = match CommandLine::read() {
        Ok(line) => line,
        Err(typo) => return report(PROGRAM, &typo.into()),
    };
    let PreparedSubcommand {
        name,
        log_level,
        run,
    } = prepare(line);
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

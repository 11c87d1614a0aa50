//! The program: its command line, the console for one host, and the server for
//! many.

mod analyse;
mod args;
mod bar;
mod book;
mod column;
mod compliance;
mod convert;
mod datagen;
mod generate;
mod interrupt;
mod keeper;
mod match_command;
mod perft;
mod play;
mod samples;
mod serve;
mod solve;
mod stderr;
mod stdout;
mod train;
mod tune;
mod variant;
mod wdl;

use std::fmt::Display;
use std::process::ExitCode;

use env_logger::Env;

use args::{Args, Command};
use stderr::complain;

/// The reference to the help of the subcommands, printed after that of the
/// protocol.
const SUBCOMMANDS: &str =
    "\n'batyr --help' lists the subcommands, 'batyr help SUBCOMMAND' tells of one\n";

/// Runs the program and returns its exit status: 0; 1 if it can't start or a
/// command of the command line is refused; 2 for a bad option.
pub fn run() -> ExitCode {
    let args = match Args::read() {
        Ok(args) => args,
        Err(typo) => return bad_usage("batyr", &typo),
    };
    match args.command {
        Some(Command::Serve(args)) => {
            start_log("info");
            report("batyr serve", serve::run(*args).map(|()| true))
        }
        Some(Command::Play(args)) => {
            start_log("error");
            report("batyr play", play::run(&args))
        }
        Some(Command::Completions(args)) => report(
            "batyr completions",
            generate::completions(&args).map(|()| true),
        ),
        Some(Command::Man(args)) => report("batyr man", generate::man(&args).map(|()| true)),
        Some(Command::Match(args)) => {
            start_log("warn");
            match_command::run(*args)
        }
        Some(Command::Compliance(args)) => {
            start_log("error");
            match compliance::run(&args) {
                Err(error) if error.is_usage() => bad_usage("batyr compliance", &error),
                result => report("batyr compliance", result),
            }
        }
        Some(Command::Keep(args)) => keeper::run(&args),
        Some(Command::Analyse(args)) => {
            start_log("error");
            analyse::run(&args)
        }
        Some(Command::Perft(args)) => {
            start_log("error");
            perft::run(&args)
        }
        Some(Command::Solve(args)) => {
            start_log("error");
            solve::run(&args)
        }
        Some(Command::Convert(args)) => match convert::run(*args) {
            Err(error) if error.is_usage() => bad_usage("batyr convert", &error),
            result => report("batyr convert", result),
        },
        Some(Command::Book(args)) => {
            start_log("warn");
            match book::run(&args) {
                Ok(false) => ExitCode::from(interrupt::INTERRUPTED),
                result => report("batyr book", result),
            }
        }
        Some(Command::Datagen(args)) => {
            start_log("warn");
            leave("batyr datagen", datagen::run(&args))
        }
        Some(Command::Tune(args)) => leave("batyr tune", tune::run(&args)),
        Some(Command::Train(args)) => leave("batyr train", train::run(&args)),
        Some(Command::Wdl(args)) => leave("batyr wdl", wdl::run(&args)),
        None => {
            start_log("error");
            let lines = args.lines();
            let is_help = lines.as_ref().is_some_and(|lines| *lines == ["help"]);
            let status = report("batyr", crate::host::stdio::run(lines));
            if is_help {
                // The help lists the commands of the protocol; losing this line
                // does no harm.
                let _ = stdout::print(SUBCOMMANDS);
            }
            status
        }
    }
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

/// Prints an error of the command line and returns its exit status, 2.
fn bad_usage(who: &str, error: &impl Display) -> ExitCode {
    complain!("{who}: {error}");
    ExitCode::from(2)
}

fn report<E: Display>(who: &str, result: Result<bool, E>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            complain!("{who}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn leave<E: Display>(who: &str, result: Result<ExitCode, E>) -> ExitCode {
    result.unwrap_or_else(|error| {
        complain!("{who}: {error}");
        ExitCode::FAILURE
    })
}

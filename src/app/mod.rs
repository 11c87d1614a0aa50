//! The program: its command line, the console on which it speaks with a host,
//! and the server that speaks with many.

mod allowance;
mod analyse;
mod args;
mod at_once;
mod backend;
mod book;
mod column;
mod compliance;
mod console;
mod conversation;
mod convert;
mod datagen;
mod debug_log;
mod generate;
mod interrupt;
mod keeper;
mod limit;
mod match_command;
mod options;
mod outbox;
mod perft;
mod play;
mod refusal;
mod samples;
mod script;
mod serve;
mod settings;
mod signals;
mod solve;
mod telling;
mod terms;
mod train;
mod tune;
mod variant;
mod verdict;
mod wdl;
mod writer;

use std::fmt::Display;
use std::process::ExitCode;

use clap::Parser;
use env_logger::Env;

use args::{Args, Command};

/// Runs the program and gives its exit status: 0; 1 if it can't start or refuses
/// a command of the command line; 2 for a bad option.
pub fn run() -> ExitCode {
    let args = Args::parse();
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
            report("batyr", console::run(args.lines()))
        }
    }
}

/// Logs to stderr what RUST_LOG asks for.
fn start_log(default: &str) {
    env_logger::Builder::from_env(Env::default().default_filter_or(default)).init();
}

/// Tells what the command line asks for and can't have.
fn bad_usage(who: &str, error: &impl Display) -> ExitCode {
    eprintln!("{who}: {error}");
    ExitCode::from(2)
}

fn report<E: Display>(who: &str, result: Result<bool, E>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{who}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn leave<E: Display>(who: &str, result: Result<ExitCode, E>) -> ExitCode {
    result.unwrap_or_else(|error| {
        eprintln!("{who}: {error}");
        ExitCode::FAILURE
    })
}

//! `batyr tune`: tunes the weights of the evaluation on samples.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::bar;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::samples::{self, ResultFile, SamplesError};
use super::stderr::eprint_line;
use super::variant::variant_parser_for;
use crate::eval::{Evaluation, Group, Pair, Valued, family};
use crate::game::{Variant, for_game};
use crate::training::{Dataset, Tuner, TunerTerms, source};

/// The template of the progress bar.
const BAR: &str = "{wide_bar} {pos}/{len} loss {msg}, {eta} left";

const DETAILS: &str = "\
A FILE holds what 'batyr datagen' writes. The weights are those for which the
chance to win, as a logistic function of the static score, is nearest to the
results of the games, mixed with what the searches said. They are written as
the source of the engine: src/eval/shatra/weights/extended.rs (which serves
shatra, shatra-kurin and shatra-pritchard) or original.rs; build it to use them.
Shatranj and Shatar are valued by networks: see 'batyr train'.

The result follows from the samples and the options alone, whatever the number
of threads. SIGINT ends the work with the weights found so far, and exit
status 130.";

/// Tune the weights of the evaluation
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct TuneArgs {
    /// Files of samples
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The game: one of Shatra's rule sets
    #[arg(long, value_name = "GAME", default_value = "shatra", ignore_case = true, value_parser = variant_parser_for(|variant| evaluation(variant).is_some()))]
    variant: Variant,

    /// Steps of the descent
    #[arg(long, value_name = "N", default_value_t = 300)]
    steps: usize,

    /// The length of the first steps, in hundredths of a shatra
    #[arg(long, value_name = "CP", default_value_t = 3.0, value_parser = samples::size)]
    rate: f64,

    /// The share of the searches' scores in the target, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.6, value_parser = samples::share)]
    trust: f64,

    /// How strongly weights are drawn to where they began
    #[arg(long, value_name = "X", default_value_t = 1e-9, value_parser = samples::size)]
    pull: f64,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Tunes the weights and writes them.
///
/// # Errors
/// If a file can't be read or written, or does not hold samples, or a network
/// evaluates the game.
pub fn run(args: TuneArgs) -> Result<ExitCode, CliError> {
    let interrupt = Interrupt::listen();
    let (title, groups, weights) =
        evaluation(args.variant).ok_or(SamplesError::NotWeighed(args.variant))?;
    let mut data = Dataset::default();
    for path in &args.files {
        samples::read(path, |sample| data.add(args.variant, sample))?;
    }
    if data.is_empty() {
        return Err(SamplesError::Empty.into());
    }
    let output = args.output.as_deref().map(ResultFile::create).transpose()?;
    let terms = TunerTerms {
        steps: args.steps,
        rate: args.rate,
        trust: args.trust,
        pull: args.pull,
        held_out: 20,
    };
    let mut tuner = Tuner::new(&data, weights, terms);
    eprint_line!("{} positions", data.len());
    let bar = bar(args.steps as u64, BAR);
    tuner.run(|progress| {
        bar.inc(1);
        bar.set_message(format!("{:.6} ({:.6})", progress.error, progress.held_out));
        if progress.step == 1 || progress.step.is_multiple_of(100) {
            let line = format!(
                "step {}: loss {:.6}, held out {:.6}",
                progress.step, progress.error, progress.held_out
            );
            bar.suspend(|| eprint_line!("{line}"));
        }
        !interrupt.is_raised()
    });
    bar.finish_and_clear();
    let text = source(title, groups, &tuner.weights());
    match output {
        Some(output) => output.write(text)?,
        None => samples::print(text)?,
    }
    match interrupt.is_raised() {
        true => Err(CliError::Interrupted(None)),
        false => Ok(ExitCode::SUCCESS),
    }
}

/// Returns the weights to tune: a title for their table, the groups of features
/// in it, and the weights to begin with. `None` if a network evaluates the
/// game.
fn evaluation(variant: Variant) -> Option<(&'static str, &'static [Group], &'static [Pair])> {
    let family = family(variant);
    let title = if family == Variant::Original {
        "Original Shatra"
    } else {
        "Extended Shatra, Kurin's and Pritchard's"
    };
    for_game!(family, P => match &P::EVALUATION {
        Evaluation::Features(weighing) => Some((title, weighing.groups, weighing.weights)),
        Evaluation::Network(_) => None,
    })
}

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
use crate::eval::{Evaluation, EvaluationFamily, FeatureGroup, StaticEvaluation, TaperedWeight};
use crate::game::{Variant, for_game};
use crate::training::{Dataset, Tuner, TunerSettings, weights_source};

/// The template of the progress bar.
const BAR: &str = "{wide_bar} {pos}/{len} loss {msg}, {eta} left";

const DETAILS: &str = "\
Each FILE holds samples written by 'batyr datagen'. The tuner finds the weights
for which the chance to win, as a logistic function of the static score, is
closest to the results of the games, mixed with the scores of the searches. The
output is a source file of the engine: src/eval/shatra/weights/extended.rs (for
shatra, shatra-kurin and shatra-pritchard) or original.rs. Build the engine to
use the weights. Shatranj and Shatar have networks: see 'batyr train'.

The result depends only on the samples and the options, not on the number of
threads. SIGINT stops the tuning and writes the weights found so far; the exit
status is 130.";

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

    /// Number of steps of the gradient descent
    #[arg(long, value_name = "N", default_value_t = 300)]
    steps: usize,

    /// Learning rate of the first steps, in hundredths of a shatra
    #[arg(long, value_name = "CP", default_value_t = 3.0, value_parser = samples::non_negative)]
    rate: f64,

    /// Share of the search's score in the target, from 0 to 1; the rest is the result
    #[arg(long, value_name = "SHARE", default_value_t = 0.6, value_parser = samples::share)]
    trust: f64,

    /// Strength of the pull of each weight towards its initial value
    #[arg(long, value_name = "X", default_value_t = 1e-9, value_parser = samples::non_negative)]
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
        evaluation(args.variant).ok_or(SamplesError::NoWeights(args.variant))?;
    let mut data = Dataset::default();
    for path in &args.files {
        samples::read(path, |sample| data.add(args.variant, sample))?;
    }
    if data.is_empty() {
        return Err(SamplesError::Empty.into());
    }
    let output = args.output.as_deref().map(ResultFile::create).transpose()?;
    let settings = TunerSettings {
        steps: args.steps,
        learning_rate: args.rate,
        score_weight: args.trust,
        pull: args.pull,
        held_out_interval: 20,
    };
    let mut tuner = Tuner::new(&data, weights, settings);
    eprint_line!("{} positions", data.len());
    let bar = bar(args.steps as u64, BAR);
    tuner.run(|progress| {
        bar.inc(1);
        bar.set_message(format!(
            "{:.6} ({:.6})",
            progress.training_error, progress.held_out_error
        ));
        if progress.step == 1 || progress.step.is_multiple_of(100) {
            let line = format!(
                "step {}: loss {:.6}, held out {:.6}",
                progress.step, progress.training_error, progress.held_out_error
            );
            bar.suspend(|| eprint_line!("{line}"));
        }
        !interrupt.is_raised()
    });
    bar.finish_and_clear();
    let text = weights_source(title, groups, &tuner.weights());
    match output {
        Some(output) => output.write(text)?,
        None => samples::print(text)?,
    }
    match interrupt.is_raised() {
        true => Err(CliError::Interrupted(None)),
        false => Ok(ExitCode::SUCCESS),
    }
}

/// Returns a title for the table of weights to tune, the groups of features, and the
/// initial weights. Returns `None` if a network evaluates the game.
fn evaluation(
    variant: Variant,
) -> Option<(
    &'static str,
    &'static [FeatureGroup],
    &'static [TaperedWeight],
)> {
    let family = EvaluationFamily::of_variant(variant);
    let title = match family {
        EvaluationFamily::Extended => "Extended Shatra, Kurin's and Pritchard's",
        EvaluationFamily::Original => "Original Shatra",
        EvaluationFamily::Shatranj => "Shatranj",
        EvaluationFamily::Shatar => "Shatar",
    };
    for_game!(family.representative(), P => match &P::EVALUATION {
        Evaluation::Features(evaluation) => {
            Some((title, evaluation.groups, evaluation.weights))
        }
        Evaluation::Network(_) => None,
    })
}

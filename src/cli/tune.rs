//! `batyr tune`: tunes the weights of the evaluation on samples.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::bar;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::samples::{self, NamedOutputFile, SamplesError};
use super::stderr::eprint_line;
use super::value_parser::{parse_non_negative, parse_share};
use super::variant::variant_parser_for;
use crate::eval::{Evaluation, EvaluationFamily, FeatureGroup, StaticEvaluation, TaperedWeight};
use crate::game::{Variant, for_variant};
use crate::training::{Dataset, Tuner, TunerSettings, weights_source};

/// The template of the progress bar.
const BAR: &str = "{wide_bar} {pos}/{len} error {msg}, {eta} left";

const DETAILS: &str = "\
Each FILE contains samples written by 'batyr datagen'. The tuner finds the
weights for which a logistic function of the static score best predicts a
mixture of the results of the games and the scores of the searches. The output
is a source file of the engine: src/eval/shatra/weights/extended.rs (for shatra,
shatra-kurin and shatra-pritchard) or original.rs (for shatra-original and
shatra-online). Rebuild the engine to use the weights. Shatranj and Shatar are
evaluated by networks: see 'batyr train'.

The result depends only on the samples and the options, not on the number of
threads. On SIGINT, the weights found so far are written; the exit status is
130.";

/// Tune the weights that evaluate Shatra
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct TuneArgs {
    /// Files of samples
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Variant of the samples, one of Shatra's
    #[arg(long, value_name = "ID", default_value = "shatra", ignore_case = true,
          value_parser = variant_parser_for(|variant| weights_of(variant).is_some()))]
    variant: Variant,

    /// Number of steps of gradient descent
    #[arg(long, value_name = "N", default_value_t = 300)]
    steps: usize,

    /// Learning rate of the first steps, in hundredths of a shatra
    #[arg(long, value_name = "CP", default_value_t = 3.0, value_parser = parse_non_negative)]
    rate: f64,

    /// Share of the search score in the tuning target, from 0 to 1; the rest is the
    /// result of the game
    #[arg(long, value_name = "SHARE", default_value_t = 0.6, value_parser = parse_share)]
    trust: f64,

    /// Strength of the pull of each weight towards its initial value
    #[arg(long, value_name = "X", default_value_t = 1e-9, value_parser = parse_non_negative)]
    pull: f64,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Tunes the weights and writes them.
///
/// # Errors
/// Returns an error if a file can't be read or written, if it does not contain
/// samples, if the variant is evaluated by a network, or if a signal ends the
/// tuning.
pub fn run(args: TuneArgs) -> Result<ExitCode, CliError> {
    let interrupt = Interrupt::listen();
    let (title, groups, weights) =
        weights_of(args.variant).ok_or(SamplesError::NoWeights(args.variant))?;
    let mut data = Dataset::default();
    for path in &args.files {
        samples::for_each_sample(path, |sample| data.add(args.variant, sample))?;
    }
    if data.is_empty() {
        return Err(SamplesError::Empty.into());
    }
    let output = args
        .output
        .as_deref()
        .map(NamedOutputFile::create)
        .transpose()?;
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
                "step {}: training error {:.6}, held-out error {:.6}",
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
        None => samples::print_result(text)?,
    }
    match interrupt.is_raised() {
        true => Err(CliError::Interrupted(None)),
        false => Ok(ExitCode::SUCCESS),
    }
}

/// Returns the title of the table of weights, the groups of features and the initial
/// weights; `None` if the variant is evaluated by a network.
fn weights_of(
    variant: Variant,
) -> Option<(
    &'static str,
    &'static [FeatureGroup],
    &'static [TaperedWeight],
)> {
    let family = EvaluationFamily::of_variant(variant);
    let title = match family {
        EvaluationFamily::Extended => "Extended, Kurin's and Pritchard's Shatra",
        EvaluationFamily::Original => "Original and Online Shatra",
        EvaluationFamily::Shatranj => "Shatranj",
        EvaluationFamily::Shatar => "Shatar",
    };
    for_variant!(family.representative(), P => match &P::EVALUATION {
        Evaluation::Features(evaluation) => {
            Some((title, evaluation.groups, evaluation.weights))
        }
        Evaluation::Network(_) => None,
    })
}

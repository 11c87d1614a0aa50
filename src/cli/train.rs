//! `batyr train`: trains the network that evaluates a variant.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::bar;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::samples::{self, NamedOutputFile, SamplesError};
use super::stderr::eprint_line;
use super::value_parser::parse_share;
use super::variant::variant_parser_for;
use crate::game::Variant;
use crate::training::{FloatNetwork, Trainer, TrainerSettings, TrainingProgress, TrainingSet};

/// The template of the progress bar.
const BAR: &str = "{wide_bar} {percent} %, {eta} left";

const DETAILS: &str = "\
Each FILE contains samples written by 'batyr datagen'. For each position, the
network learns a weighted mean of two values: the winning probability that
corresponds to its score, and the result of its game (see --trust). To use the
network, replace src/eval/board8/shatranj.net or src/eval/board8/shatar.net
with it and rebuild the engine.

One of every 25 blocks of 2048 samples is held out for validation. After each
epoch, the mean squared error of the predicted probabilities is printed, for the
training samples and for the held-out samples.

The result depends only on the samples and the options, not on the number of
threads. On SIGINT, the network trained so far is written, if all samples have
been read; the exit status is 130.

Examples:
  batyr datagen --variant shatar --games 10000 -o shatar.samples
  batyr train shatar.samples --variant shatar -o shatar.net
  batyr train shatar.samples --variant shatar --from shatar.net -o better.net";

/// Train the network that evaluates Shatranj or Shatar
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct TrainArgs {
    /// Files of samples
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Variant of the samples: Shatranj or Shatar, with Batyr's rules or with
    /// Fairy-Stockfish's
    #[arg(long, value_name = "ID", ignore_case = true,
          value_parser = variant_parser_for(|variant| TrainingSet::input_count(variant).is_some()))]
    variant: Variant,

    /// Number of passes over all samples
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,

    /// Maximum learning rate, from 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.004, value_parser = parse_share)]
    rate: f64,

    /// Share of the search score in the training target, from 0 to 1; the rest is the
    /// result of the game
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = parse_share)]
    trust: f64,

    /// Start from this network for the same variant instead of a random network
    #[arg(long, value_name = "NET")]
    from: Option<PathBuf>,

    /// Seed of the random network and of the order of the samples
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the network to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Trains the network and writes it to its file.
///
/// # Errors
/// Returns an error if a file can't be read or written, if it does not contain
/// samples or a network, if the variant is not evaluated by a network, or if a
/// signal ends the training.
pub fn run(args: TrainArgs) -> Result<ExitCode, CliError> {
    let interrupt = Interrupt::listen();
    let inputs =
        TrainingSet::input_count(args.variant).ok_or(SamplesError::NoNetwork(args.variant))?;
    let network = match &args.from {
        Some(path) => samples::read_network(path, inputs)?,
        None => FloatNetwork::random(inputs, args.seed),
    };
    let mut training_set = TrainingSet::new(args.variant, args.trust as f32);
    for path in &args.files {
        samples::for_each_sample(path, |sample| training_set.add(sample))?;
    }
    if training_set.is_empty() {
        return Err(SamplesError::Empty.into());
    }
    if interrupt.is_raised() {
        return Err(CliError::Interrupted(None));
    }
    let output = NamedOutputFile::create(&args.output)?;
    eprint_line!("read {} samples", training_set.len());
    let settings = TrainerSettings {
        epochs: args.epochs as usize,
        learning_rate: args.rate as f32,
        seed: args.seed,
    };
    let mut trainer = Trainer::new(&training_set, network, settings);
    let bar = bar(trainer.total_positions() as u64, BAR);
    let mut has_warned = false;
    trainer.run(|TrainingProgress { seen, epoch }| {
        bar.set_position(seen as u64);
        if let Some(epoch) = epoch {
            let mut line = format!(
                "epoch {}: training error {:.6}",
                epoch.number, epoch.training_error
            );
            if let Some(error) = epoch.held_out_error {
                line += &format!(", held-out error {error:.6}");
            } else if !std::mem::replace(&mut has_warned, true) {
                line += ", too few samples to hold any out";
            }
            bar.suspend(|| eprint_line!("{line}"));
        }
        !interrupt.is_raised()
    });
    bar.finish_and_clear();
    output.write(trainer.network().to_bytes())?;
    match interrupt.is_raised() {
        true => Err(CliError::Interrupted(None)),
        false => Ok(ExitCode::SUCCESS),
    }
}

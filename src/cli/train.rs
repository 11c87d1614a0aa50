//! `batyr train`: trains the network that evaluates a game.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::bar;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::samples::{self, ResultFile, SamplesError};
use super::stderr::eprint_line;
use super::variant::variant_parser_for;
use crate::game::Variant;
use crate::training::{Draft, Lap, Lessons, Trainer, TrainerTerms};

/// The template of the progress bar.
const BAR: &str = "{wide_bar} {percent} %, {eta} left";

const DETAILS: &str = "\
A FILE holds what 'batyr datagen' writes. The network learns the chance to win
that the score of each position stands for, mixed with the result of the game.
It is the engine's when that is built with it as src/eval/board8/shatranj.net or
src/eval/board8/shatar.net.

Of every 25 runs of 2048 samples one is held out. After each epoch the mean
squared errors of the chances are told, on the others and on these.

The result follows from the samples and the options alone, whatever the number
of threads. SIGINT ends the work with the network found so far, if the samples
are read by then, and exit status 130.

Examples:
  batyr datagen --variant shatar --games 10000 -o shatar.samples
  batyr train shatar.samples --variant shatar -o shatar.net
  batyr train shatar.samples --variant shatar --from shatar.net -o better.net";

/// Train the network that values a game
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct TrainArgs {
    /// Files of samples
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The game: shatranj or shatar, by either rules
    #[arg(long, value_name = "GAME", ignore_case = true, value_parser = variant_parser_for(|variant| Lessons::inputs_of(variant).is_some()))]
    variant: Variant,

    /// How often all samples are seen
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,

    /// The greatest length of a step, from 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.004, value_parser = samples::share)]
    rate: f64,

    /// The share of the searches' scores in the target, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = samples::share)]
    trust: f64,

    /// Begin with this network of the same game instead of a random one
    #[arg(long, value_name = "NET")]
    from: Option<PathBuf>,

    /// Decides the first numbers and the order of the samples
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the network to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Trains the network and writes it.
///
/// # Errors
/// If a file can't be read or written, or does not hold samples or a network,
/// or no network evaluates the game.
pub fn run(args: TrainArgs) -> Result<ExitCode, CliError> {
    let interrupt = Interrupt::listen();
    let inputs = Lessons::inputs_of(args.variant).ok_or(SamplesError::NoNetwork(args.variant))?;
    let draft = match &args.from {
        Some(path) => samples::network(path, inputs)?,
        None => Draft::random(inputs, args.seed),
    };
    let mut lessons = Lessons::new(args.variant, args.trust as f32);
    for path in &args.files {
        samples::read(path, |sample| lessons.add(sample))?;
    }
    if lessons.is_empty() {
        return Err(SamplesError::Empty.into());
    }
    if interrupt.is_raised() {
        return Err(CliError::Interrupted(None));
    }
    let output = ResultFile::create(&args.output)?;
    eprint_line!("{} positions", lessons.len());
    let terms = TrainerTerms {
        epochs: args.epochs as usize,
        rate: args.rate as f32,
        seed: args.seed,
    };
    let mut trainer = Trainer::new(&lessons, draft, terms);
    let bar = bar(trainer.total() as u64, BAR);
    let mut is_warned = false;
    trainer.run(|Lap { seen, epoch }| {
        bar.set_position(seen as u64);
        if let Some(epoch) = epoch {
            let mut line = format!("epoch {}: loss {:.6}", epoch.number, epoch.trained);
            if let Some(error) = epoch.held_out {
                line += &format!(", held out {error:.6}");
            } else if !std::mem::replace(&mut is_warned, true) {
                line += ", too few samples to hold any out";
            }
            bar.suspend(|| eprint_line!("{line}"));
        }
        !interrupt.is_raised()
    });
    bar.finish_and_clear();
    output.write(trainer.draft().to_bytes())?;
    match interrupt.is_raised() {
        true => Err(CliError::Interrupted(None)),
        false => Ok(ExitCode::SUCCESS),
    }
}

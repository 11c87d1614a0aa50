//! `batyr train`: trains the network that evaluates a variant.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use super::bar::bar;
use super::batch::conflict::check_not_input;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::samples::no_samples;
use super::stderr::eprint_line;
use super::value_parser::{parse_share, parse_share_or_range, parse_stretch};
use super::variant::variant_parser;
use crate::eval::EvaluationFamily;
use crate::eval::network::{MAX_NETWORK_BYTES, NetworkBytes};
use crate::files::{OutputFile, read_bytes};
use crate::game::Variant;
use crate::training::{
    CopiedGames, EpochErrors, FloatNetwork, SamplePools, Trainer, TrainerSettings,
};

/// The template of the progress bar.
const BAR: &str = "{wide_bar} {percent} %, {per_sec}, {eta} left";
/// The maximum size of a checkpoint, in bytes.
const MAX_CHECKPOINT_BYTES: u64 = 1 << 30;

const DETAILS: &str = "\
Each FILE contains samples written by 'batyr datagen'; together they may be
larger than memory. For each position, the network learns a weighted mean of two
values: the winning probability that corresponds to its score, and the result of
its game (see --trust). The network can be used as the option EvalFile of the
engine, and as --eval-file of other subcommands. To make it part of the program,
replace the file of its game in src/eval/networks with it, and build again.

Where most games are drawn, results in the target pull all scores towards 0. A
stretch of more than 1 restores the spread of the scores that the searches
found, for which the margins of the search are tuned.

Copies of a game, in one FILE or several, count once, with a warning: a file may
have been given twice, files may come from runs of 'batyr datagen' with one
seed, or a match may have been packed twice.

The learning rate rises during the first tenth of the run, then falls along a
cosine. One of every 25 groups of games is held out for validation. After each
epoch, the mean squared error of the predicted probabilities is printed, for the
training samples and for the held-out samples.

The state of the run is saved every minute in a checkpoint beside the network,
NET.checkpoint. With --resume, a run that was stopped or killed continues from
the checkpoint, and ends with the same network as an uninterrupted run. The
result depends only on the samples and the options, not on the number of
threads. After a signal such as Ctrl-C, the exit status is 130.

Examples:
  batyr datagen --variant shatar --games 10000 -o shatar.samples
  batyr train shatar.samples --variant shatar -o shatar.net
  batyr train shatar.samples --variant shatar -o shatar.net --resume
  batyr train shatar.samples --variant shatar --from shatar.net -o better.net";

/// Train a network that evaluates positions
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct TrainArgs {
    /// Files of samples
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Variant of the samples
    #[arg(long, value_name = "ID", default_value = "shatra", ignore_case = true,
          value_parser = variant_parser())]
    variant: Variant,

    /// Number of passes over all samples
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,

    /// Maximum learning rate, from 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.004, value_parser = parse_share)]
    rate: f64,

    /// Learning rate at the end of the run
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = parse_share)]
    last_rate: f64,

    /// Share of the search score in the training target, from 0 to 1; the rest is the
    /// result of the game. A range such as 1..0.7 goes from the first epoch to the last
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = parse_share_or_range)]
    trust: [f64; 2],

    /// Factor by which the scores of the finished network are multiplied, from 0.5 to 2
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = parse_stretch)]
    stretch: f64,

    /// Start from this network for the same game instead of a random network
    #[arg(long, value_name = "NET")]
    from: Option<PathBuf>,

    /// Seed of the random network and of the order of the samples
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the network to this file
    #[arg(short, long, value_name = "NET")]
    output: PathBuf,

    /// Continue from the checkpoint, if it exists
    #[arg(long)]
    resume: bool,

    /// Number of seconds between two checkpoints
    #[arg(long, value_name = "N", default_value_t = 60)]
    checkpoint_every: u64,
}

struct TrainRun<'a> {
    args: &'a TrainArgs,
    trainer: Trainer,
    /// The origin, number of samples and settings of the run, and a hash of the samples.
    checkpoint_description: String,
    checkpoint: PathBuf,
    bar: ProgressBar,
}

/// Trains the network and writes it to its file.
pub fn run(args: TrainArgs) -> Result<ExitCode, CliError> {
    if args.last_rate > args.rate {
        let (rate, last) = (args.rate, args.last_rate);
        return Err(CliError::usage(format_args!(
            "--last-rate {last}: expected at most --rate {rate}, the maximum"
        )));
    }
    check_not_input(&args.output, args.files.iter().chain(&args.from))?;
    let interrupt = Interrupt::listen();
    let family = EvaluationFamily::of_variant(args.variant);
    let parent = args.from.as_deref();
    let parent = parent.map(|path| read_network(path, family)).transpose()?;
    let pools = SamplePools::open(family, &args.files)?;
    for CopiedGames {
        path,
        copies,
        games,
    } in pools.copies()
    {
        let path = path.display();
        eprint_line!(
            "batyr train: warning: {copies} of the {games} games in {path} are copies of earlier \
             games and are left out"
        );
    }
    let held_out = pools.held_out_samples();
    if pools.training_samples() == 0 {
        return Err(no_samples());
    }
    let in_output = CliError::in_file(&args.output);
    // Opened before the training, so that a file that can't be written is reported early.
    let output = OutputFile::create(&args.output).map_err(&in_output)?;
    let training = pools.training_samples();
    eprint_line!("training on {training} samples; {held_out} are held out");
    let description = description(&args, parent.as_ref(), training + held_out);
    let (network, mut ancestry) = match parent {
        Some(parent) => (parent.network, parent.ancestry),
        None => (
            FloatNetwork::random(family.network_shape(), args.seed),
            String::new(),
        ),
    };
    let digest = pools.digest();
    let trainer = Trainer::new(pools, network, settings(&args));
    let mut run = TrainRun {
        bar: bar(trainer.total_positions(), BAR),
        trainer,
        checkpoint_description: format!("{description}samples {digest:016x}\n"),
        checkpoint: checkpoint_path(&args.output),
        args: &args,
    };
    run.restore()?;
    let trained = run.train(&interrupt);
    run.bar.finish_and_clear();
    trained?;
    if interrupt.is_raised() {
        run.save()?;
        let path = run.checkpoint.display();
        let message = format!("interrupted; --resume continues from {path}");
        return Err(CliError::Interrupted(Some(message)));
    }
    ancestry += &description;
    let network = run.trainer.network().stretched(args.stretch as f32);
    let written = output.complete(network.to_bytes(&ancestry));
    written.map_err(&in_output)?;
    match std::fs::remove_file(&run.checkpoint) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(CliError::in_file(&run.checkpoint)(error))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

impl TrainRun<'_> {
    /// Continues from the checkpoint, if the file exists. Returns an error if it exists but
    /// `--resume` was not given, because the run would overwrite the checkpoint.
    fn restore(&mut self) -> Result<(), CliError> {
        let path = &self.checkpoint;
        if !path.exists() {
            return Ok(());
        }
        let path_text = path.display();
        if !self.args.resume {
            return Err(CliError::failure(format_args!(
                "{path_text} is the checkpoint of a run that has not ended; use --resume to \
                 continue it, or remove the file"
            )));
        }
        let bytes = read_bytes(path, MAX_CHECKPOINT_BYTES).map_err(CliError::in_file(path))?;
        self.trainer
            .restore(&bytes, &self.checkpoint_description)
            .map_err(CliError::in_file(path))?;
        self.bar.set_position(self.trainer.seen());
        self.bar.reset_eta();
        eprint_line!("continuing from {path_text}");
        Ok(())
    }

    /// Trains the network until the end of the run or a signal.
    fn train(&mut self, interrupt: &Interrupt) -> Result<(), CliError> {
        let Self {
            args,
            trainer,
            checkpoint_description,
            checkpoint,
            bar,
        } = self;
        let interval = Duration::from_secs(args.checkpoint_every);
        let mut saved = Instant::now();
        let mut save_error = None;
        let trained = trainer.run(|trainer, epoch| {
            bar.set_position(trainer.seen());
            if let Some(epoch) = &epoch {
                bar.suspend(|| eprint_line!("{}", epoch_text(epoch)));
            }
            if saved.elapsed() >= interval {
                let bytes = trainer.checkpoint(checkpoint_description);
                save_error = OutputFile::write_whole(checkpoint, bytes).err();
                saved = Instant::now();
            }
            save_error.is_none() && !interrupt.is_raised()
        });
        if let Some(error) = save_error {
            return Err(CliError::in_file(checkpoint)(error));
        }
        trained.map_err(CliError::failure)
    }

    fn save(&self) -> Result<(), CliError> {
        let bytes = self.trainer.checkpoint(&self.checkpoint_description);
        let saved = OutputFile::write_whole(&self.checkpoint, bytes);
        saved.map_err(CliError::in_file(&self.checkpoint))
    }
}

fn settings(args: &TrainArgs) -> TrainerSettings {
    TrainerSettings {
        family: EvaluationFamily::of_variant(args.variant),
        epochs: args.epochs.into(),
        rate: [args.rate as f32, args.last_rate as f32],
        score_weight: args.trust.map(|share| share as f32),
        seed: args.seed,
    }
}

fn checkpoint_path(network: &Path) -> PathBuf {
    let mut path = network.as_os_str().to_owned();
    path.push(".checkpoint");
    path.into()
}

/// Returns the line that describes this run in the ancestry of the network: the origin, number of
/// samples and settings.
fn description(args: &TrainArgs, parent: Option<&ParentNetwork>, samples: usize) -> String {
    let from = parent.map_or("a random network", |parent| parent.name.as_str());
    let [first, last] = args.trust;
    let trust = if first == last {
        first.to_string()
    } else {
        format!("{first}..{last}")
    };
    let stretch = match args.stretch {
        1.0 => String::new(),
        stretch => format!(", stretch {stretch}"),
    };
    format!(
        "{} {}: from {from}, {samples} samples of {}, epochs {}, rate {}..{}, trust {trust}, \
         seed {}{stretch}\n",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        args.variant.id(),
        args.epochs,
        args.rate,
        args.last_rate,
        args.seed,
    )
}

fn epoch_text(epoch: &EpochErrors) -> String {
    let EpochErrors {
        number,
        training_error,
        held_out_error,
    } = epoch;
    let held_out = match held_out_error {
        Some(error) => format!("held-out error {error:.6}"),
        None => "too few samples to hold any out".to_owned(),
    };
    format!("epoch {number}: training error {training_error:.6}, {held_out}")
}

/// A network with its ancestry, from which training can start.
struct ParentNetwork {
    network: FloatNetwork,
    /// A line for each training run that led to the network.
    ancestry: String,
    name: String,
}

fn read_network(path: &Path, family: EvaluationFamily) -> Result<ParentNetwork, CliError> {
    let bytes = read_bytes(path, MAX_NETWORK_BYTES).map_err(CliError::in_file(path))?;
    let bytes = NetworkBytes::check(&bytes, family.network_shape());
    let bytes = bytes.map_err(CliError::in_file(path))?;
    Ok(ParentNetwork {
        network: FloatNetwork::new(&bytes),
        ancestry: bytes.ancestry(),
        name: bytes.name(),
    })
}

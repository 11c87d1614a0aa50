//! `batyr wdl`: fits the chances of win, draw and loss to samples, and measures
//! how well they predict games that they were not fitted to.

mod plot;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::error::CliError;
use super::samples::{self, ResultFile, SamplesError};
use super::variant::variant_parser;
use crate::game::Variant;
use crate::training::wdl::{Games, fit, foretold};

const DETAILS: &str = "\
A FILE holds what 'batyr datagen' writes: positions in which nothing is to be
captured. A game begins where the number of the move falls or the result
changes, and with each file. It counts once for each number of men that it
passes, however long it stays there.

The chances of win, draw and loss follow from the score and the number of men
left, the biys aside: src/eval/wdl.rs tells how. Told are the numbers under
which the results are likeliest, with standard errors; the logarithm of the
likelihood; what was foretold against what happened; and at last the numbers as
the source of the engine, for EXTENDED in src/eval/wdl.rs (which serves shatra,
shatra-kurin and shatra-pritchard), ORIGINAL, SHATRANJ or SHATAR.

Each half of the games is foretold by numbers fitted to the other half. Errors
and intervals take games for independent, not positions. The result follows
from the samples alone, whatever the number of threads.

Examples:
  batyr datagen --variant shatra --games 10000 -o shatra.samples
  batyr wdl shatra.samples --variant shatra --plot wdl.svg";

/// Fit the chances of win, draw and loss to games
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct WdlArgs {
    /// Files of samples
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The game
    #[arg(long, value_name = "GAME", default_value = "shatra", ignore_case = true, value_parser = variant_parser())]
    variant: Variant,

    /// Draw what was foretold against what happened, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Fits the model, measures its predictions and prints the report.
///
/// # Errors
/// If a file can't be read or written, or does not hold samples.
pub fn run(args: WdlArgs) -> Result<ExitCode, CliError> {
    let mut games = Games::default();
    for path in &args.files {
        games.begin();
        samples::read(path, |sample| games.add(args.variant, sample))?;
    }
    if games.rows().is_empty() {
        return Err(SamplesError::Empty.into());
    }
    let picture = args.plot.as_deref().map(ResultFile::create).transpose()?;
    let fit = fit(&games, args.variant);
    let foretold = foretold(&games, args.variant);
    samples::print(report::report(args.variant, &games, &fit, &foretold))?;
    if let Some(picture) = picture {
        picture.write(plot::plot(args.variant, &games, &foretold))?;
    }
    Ok(ExitCode::SUCCESS)
}

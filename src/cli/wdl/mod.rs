//! `batyr wdl`: fits the WDL model to samples, and measures how well the model predicts
//! games to which it was not fitted.

mod plot;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::error::CliError;
use super::samples::{self, ResultFile, SamplesError};
use super::variant::variant_parser;
use crate::game::Variant;
use crate::training::wdl::{GamePositions, cross_validated, fit};

const DETAILS: &str = "\
Each FILE holds samples written by 'batyr datagen', which are quiet positions. A
new game begins where the move number falls or the result changes, and with each
file. A game counts once for each number of men that occurs in it, however long
that number stays.

The chances of win, draw and loss depend on the score and on the number of men
left, kings not counted: src/eval/wdl.rs describes the model. The report prints
the numbers under which the results are likeliest, with standard errors; the
log-likelihood; predicted against observed frequencies; and the numbers as
source code of the engine, for EXTENDED in src/eval/wdl.rs (which serves shatra,
shatra-kurin and shatra-pritchard), ORIGINAL, SHATRANJ or SHATAR.

The predictions are cross-validated: each half of the games is predicted by
numbers fitted to the other half. Errors and intervals treat games, not
positions, as independent. The result depends only on the samples, not on the
number of threads.

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

    /// Draw a plot of predicted against observed frequencies, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Fits the model, measures its predictions and prints the report.
///
/// # Errors
/// If a file can't be read or written, or does not hold samples.
pub fn run(args: WdlArgs) -> Result<ExitCode, CliError> {
    let mut games = GamePositions::default();
    for path in &args.files {
        games.begin_game();
        samples::read(path, |sample| games.add(args.variant, sample))?;
    }
    if games.positions().is_empty() {
        return Err(SamplesError::Empty.into());
    }
    let picture = args.plot.as_deref().map(ResultFile::create).transpose()?;
    let fit = fit(&games, args.variant);
    let predicted = cross_validated(&games, args.variant);
    samples::print(report::report(args.variant, &games, &fit, &predicted))?;
    if let Some(picture) = picture {
        picture.write(plot::plot(args.variant, &games, &predicted))?;
    }
    Ok(ExitCode::SUCCESS)
}

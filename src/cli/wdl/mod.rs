//! `batyr wdl`: fits the WDL model to samples, and measures how well it predicts
//! games to which it was not fitted.

mod plot;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::batch::conflict::check_not_input;
use super::error::CliError;
use super::samples::{self, text};
use super::stdout;
use super::variant::variant_parser;
use crate::base::Color;
use crate::files::{OutputFile, PackedSample};
use crate::game::{GameRecord, PositionError, Variant};
use crate::tables::{AnyTables, MAX_TABLE_MEN, TableSource, Value};
use crate::training::wdl::{GamePositions, cross_validated, fit};

const DETAILS: &str = "\
Each FILE contains samples written by 'batyr datagen', which are quiet
positions, packed or as text. In text, a new game begins where the move number
decreases or the result changes, and at the start of each file. A game counts
once for each number of men that occurs in it, whatever the number of positions
with that many men.

The chances of win, draw and loss depend on the score and on the number of men
left, kings not counted; src/eval/wdl.rs describes the model. The report
contains the maximum-likelihood parameters with standard errors; the
log-likelihood; predicted and observed frequencies; and the parameters as source
code of the engine, for EXTENDED in src/eval/wdl.rs (which serves shatra,
shatra-kurin and shatra-pritchard), ORIGINAL (which serves shatra-original and
shatra-online), SHATRANJ or SHATAR.

The predictions are cross-validated: each half of the games is predicted with
parameters fitted to the other half. Errors and intervals treat games, not
positions, as independent. The result depends only on the samples, not on the
number of threads.

Examples:
  batyr datagen --variant shatra --games 10000 -o shatra.samples
  batyr wdl shatra.samples --variant shatra --plot wdl.svg
  batyr wdl shatra.samples --tables";

/// Fit the chances of win, draw and loss to the results of games
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct WdlArgs {
    /// Files of samples
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Variant of the samples
    #[arg(long, value_name = "ID", default_value = "shatra", ignore_case = true,
          value_parser = variant_parser())]
    variant: Variant,

    /// Count a position of the endgame tables in this folder, or of those of the program if
    /// it is omitted, with its true result instead of that of its game
    #[arg(long, num_args = 0..=1, value_name = "DIR")]
    #[expect(
        clippy::option_option,
        reason = "what clap gives for an option with or without a value"
    )]
    tables: Option<Option<PathBuf>>,

    /// Write a plot of observed against predicted frequencies to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Fits the model, measures its predictions and prints the report.
pub fn run(args: WdlArgs) -> Result<ExitCode, CliError> {
    if let Some(plot) = &args.plot {
        check_not_input(plot, &args.files)?;
    }
    let tables = args.tables.as_ref().map(|folder| match folder {
        Some(folder) => TableSource::Folder(folder.clone()),
        None => TableSource::Shipped,
    });
    let tables = tables.and_then(|source| source.open_any(args.variant));
    if let (Some(Some(folder)), None) = (&args.tables, &tables) {
        let message = format!("no endgame tables of {}", args.variant);
        return Err(CliError::in_file(folder)(message));
    }
    let mut games = GamePositions::default();
    for path in &args.files {
        games.begin_game();
        text::for_each_in_any_file(path, args.variant, |sample, begins_game| {
            if begins_game {
                games.begin_game();
            }
            let sample = with_true_result(args.variant, sample, tables.as_ref());
            let added = sample.and_then(|sample| games.add(args.variant, &sample));
            added.map_err(|error| {
                let message = format!("a damaged sample: {error}");
                CliError::in_file(path)(message)
            })
        })?;
    }
    if games.positions().is_empty() {
        return Err(samples::no_samples());
    }
    let create = |path: &PathBuf| OutputFile::create(path).map_err(CliError::in_file(path));
    // Opened before the fit, to make sure that the plot can be written.
    let plot_file = args.plot.as_ref().map(create).transpose()?;
    let fit = fit(&games, args.variant);
    let predicted = cross_validated(&games, args.variant);
    stdout::print(report::report(args.variant, &games, &fit, &predicted))?;
    if let Some((path, plot_file)) = args.plot.as_ref().zip(plot_file) {
        let plot = plot::plot(args.variant, &games, &predicted);
        plot_file.complete(plot).map_err(CliError::in_file(path))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the sample with the result that the tables have for its position, if they have one.
fn with_true_result(
    variant: Variant,
    sample: &PackedSample,
    tables: Option<&AnyTables>,
) -> Result<PackedSample, PositionError> {
    let mut sample = *sample;
    if let Some(tables) = tables
        && sample.position.men().count() <= MAX_TABLE_MEN
    {
        let game = GameRecord::from_text(variant, &sample.to_text(variant)?.position)?;
        let points = tables.value(&game).map(|value| match value {
            Value::Win(_) => 1.0,
            Value::Draw => 0.5,
            Value::Loss(_) => 0.0,
        });
        let is_white = sample.position.side_to_move() == Color::White;
        let of_white = points.map(|points| if is_white { points } else { 1.0 - points });
        sample.result = of_white.unwrap_or(sample.result);
    }
    Ok(sample)
}

//! `batyr tables probe`: looks up a position and its turns.

use std::process::ExitCode;

use serde::Serialize;

use super::args::TablesOutput;
use super::value_record::ValueRecord;
use crate::cli::error::CliError;
use crate::cli::position_text;
use crate::game::{GameRecord, Variant};
use crate::tables::{MAX_TABLE_MEN, NotCovered};

/// The JSON record of a probe (docs/cli.md).
#[derive(Serialize)]
struct ProbeRecord {
    variant: Variant,
    position: String,
    #[serde(flatten)]
    value: ValueRecord,
    limit_may_draw: bool,
    turns: Vec<TurnRecord>,
}

/// A turn with its value for the side that plays it.
#[derive(Serialize)]
struct TurnRecord {
    turn: String,
    #[serde(flatten)]
    value: ValueRecord,
}

/// Looks up the position and prints it.
pub fn probe(
    text: &str,
    variant: Option<Variant>,
    output: &TablesOutput,
) -> Result<ExitCode, CliError> {
    let game = position_text::read(variant, text)
        .map_err(|error| CliError::failure(format_args!("position: {error}")))?;
    let variant = game.variant();
    let tables = output.tables_or_shipped(variant);
    let tables = tables.ok_or_else(|| output.no_tables(variant, &[]))?;
    let probe = tables.probe(&game).map_err(|error| match error {
        NotCovered::NoTable(_) => no_table(&game, &error, output),
        _ => error.into(),
    })?;
    let turns = probe.turns.into_iter().map(|(turn, value)| TurnRecord {
        turn,
        value: value.into(),
    });
    let record = ProbeRecord {
        variant,
        position: game.position_text(),
        value: probe.value.into(),
        limit_may_draw: probe.is_limit_near,
        turns: turns.collect(),
    };
    let text = || {
        let mut lines = vec![record.value.to_string()];
        if record.limit_may_draw {
            lines.push("the limit on turns without a capture may draw the game".to_owned());
        }
        let turn = |turn: &TurnRecord| format!("  {}  {}", turn.turn, turn.value);
        lines.extend(record.turns.iter().map(turn));
        lines.join("\n")
    };
    output.print(&record, text)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the error for a position whose table is missing, with the command that makes it.
fn no_table(game: &GameRecord, error: &NotCovered, output: &TablesOutput) -> CliError {
    let men = game.man_count().unsigned_abs() as usize + 2;
    if men > MAX_TABLE_MEN {
        return CliError::failure(format_args!(
            "the position has {men} men, expected at most {MAX_TABLE_MEN}"
        ));
    }
    let (variant, dir) = (game.variant(), output.dir.display());
    CliError::failure(format_args!(
        "{error}; 'batyr tables make --variant {variant} --men {men} --dir {dir}' makes it"
    ))
}

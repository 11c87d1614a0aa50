//! `batyr tables probe`: looks up a position and its turns.

use std::process::ExitCode;

use serde::Serialize;

use super::args::TablesOutput;
use crate::cli::error::CliError;
use crate::cli::position_text;
use crate::game::{Playable, Variant, for_position};
use crate::tables::{MAX_TABLE_MEN, TableGame, Value};

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

#[derive(Serialize)]
struct TurnRecord {
    turn: String,
    #[serde(flatten)]
    value: ValueRecord,
}

/// A value in words, and in turns of the side whose value it is.
#[derive(Serialize)]
struct ValueRecord {
    result: &'static str,
    /// The number of own turns until the side has won or lost; `null` for a draw.
    in_turns: Option<u32>,
}

impl ValueRecord {
    const fn new(value: Value) -> Self {
        let result = match value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        };
        let in_turns = match value.turns() {
            Some(turns) => Some(turns.unsigned_abs()),
            None => None,
        };
        Self { result, in_turns }
    }

    fn text(&self) -> String {
        match self.in_turns {
            Some(turns) => format!("{} {turns}", self.result),
            None => self.result.to_owned(),
        }
    }
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
    for_position!(&game, position => probe_position(variant, position, output))
}

fn probe_position<P: TableGame>(
    variant: Variant,
    position: &P,
    output: &TablesOutput,
) -> Result<ExitCode, CliError> {
    let men = position.man_count().unsigned_abs() as usize + 2;
    let (tables, errors) = output.folder().read_all::<P>(men.min(MAX_TABLE_MEN));
    if tables.tables().next().is_none() {
        return Err(output.no_tables(variant.id(), &errors));
    }
    let probe = tables.probe(position)?;
    let turns = probe.turns.iter().map(|&(turn, value)| TurnRecord {
        turn: Playable::turn_text(position, turn),
        // The value after the turn counts from the opponent's side.
        value: ValueRecord::new(value),
    });
    let record = ProbeRecord {
        variant,
        position: position.to_string(),
        value: ValueRecord::new(probe.value),
        limit_may_draw: probe.is_limit_near,
        turns: turns.collect(),
    };
    let text = || {
        let mut lines = vec![record.value.text()];
        if record.limit_may_draw {
            lines.push("the limit on turns without a capture may draw the game".to_owned());
        }
        let turn = |turn: &TurnRecord| format!("  {}  {}", turn.turn, turn.value.text());
        lines.extend(record.turns.iter().map(turn));
        lines.join("\n")
    };
    output.print(&record, text)?;
    Ok(ExitCode::SUCCESS)
}

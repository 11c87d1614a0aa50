//! `batyr tables list` and `batyr tables facts`: what the tables in a folder contain.

use std::process::ExitCode;

use serde::Serialize;

use super::args::{ChosenTables, TablesOutput};
use crate::base::Color;
use crate::cli::error::CliError;
use crate::cli::stderr::eprint_line;
use crate::game::{Variant, for_variant};
use crate::tables::{Class, LongestWin, MAX_TABLE_MEN, Table, TableGame, Tally};

/// The JSON record of a file (docs/cli.md).
#[derive(Serialize)]
struct ListRecord {
    variant: Variant,
    table: String,
    men: usize,
    entries: usize,
    bytes: u64,
    file: String,
}

/// Lists the tables of all variants. Exit status 1 without an error means that damaged files
/// were reported.
pub fn list(output: &TablesOutput) -> Result<ExitCode, CliError> {
    let mut is_sound = true;
    for variant in Variant::ALL {
        is_sound &= for_variant!(variant, P => list_variant::<P>(variant, output)?);
    }
    Ok(match is_sound {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn list_variant<P: TableGame>(variant: Variant, output: &TablesOutput) -> Result<bool, CliError> {
    let folder = output.folder();
    let mut is_sound = true;
    if !folder.of_game::<P>().is_dir() {
        return Ok(true);
    }
    for class in Class::<P>::all(MAX_TABLE_MEN) {
        let table = match folder.read(class) {
            Ok(Some(table)) => table,
            Ok(None) => continue,
            Err(error) => {
                eprint_line!("batyr tables: {error}");
                is_sound = false;
                continue;
            }
        };
        let path = folder.path_of(class);
        let record = ListRecord {
            variant,
            table: class.to_string(),
            men: class.men(),
            entries: table.layout().entries(),
            bytes: table.file_length() as u64,
            file: path.display().to_string(),
        };
        let text = || {
            let ListRecord { entries, bytes, .. } = record;
            format!("{variant} {class}: {entries} entries, {bytes} bytes")
        };
        output.print(&record, text)?;
    }
    Ok(is_sound)
}

/// The JSON record of the facts of a table (docs/cli.md).
#[derive(Serialize)]
struct FactsRecord {
    variant: Variant,
    table: String,
    /// With the stronger side to move; with equal men, all positions.
    stronger_to_move: Tally,
    /// `null` with equal men.
    weaker_to_move: Option<Tally>,
    mutual_zugzwangs: u64,
    longest_win_of_stronger: Option<LongestRecord>,
    longest_win_of_weaker: Option<LongestRecord>,
}

#[derive(Serialize)]
struct LongestRecord {
    /// The turns of the winner.
    turns: u16,
    position: String,
}

/// Prints the facts of the tables of a variant.
pub fn facts<P: TableGame>(chosen: &ChosenTables) -> Result<ExitCode, CliError> {
    let (tables, errors) = chosen.output.folder().read_all::<P>(chosen.men.into());
    if tables.tables().next().is_none() {
        return Err(chosen.output.no_tables(chosen.variant, &errors));
    }
    for error in &errors {
        eprint_line!("batyr tables: {error}");
    }
    for class in Class::<P>::all(chosen.men.into()) {
        if let Some(table) = tables.table(class) {
            let record = record(chosen.variant, table);
            chosen.output.print(&record, || text(&record))?;
        }
    }
    Ok(match errors.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn record<P: TableGame>(variant: Variant, table: &Table<P>) -> FactsRecord {
    let summary = table.summary();
    let [white, black] = summary.tallies;
    let longest = |color: Color| longest_win(table, summary.longest[color.index()]);
    FactsRecord {
        variant,
        table: table.class().to_string(),
        stronger_to_move: white,
        weaker_to_move: (!table.class().is_symmetric()).then_some(black),
        mutual_zugzwangs: summary.zugzwangs,
        longest_win_of_stronger: longest(Color::White),
        longest_win_of_weaker: longest(Color::Black),
    }
}

fn longest_win<P: TableGame>(table: &Table<P>, win: Option<LongestWin>) -> Option<LongestRecord> {
    let LongestWin { plies, entry } = win?;
    let layout = table.layout();
    let placement = layout.placement(usize::try_from(entry).ok()?)?;
    Some(LongestRecord {
        turns: plies.div_ceil(2),
        position: layout.position(&placement)?.to_string(),
    })
}

fn text(record: &FactsRecord) -> String {
    let tally = |tally: &Tally| {
        let all = (tally.wins + tally.draws + tally.losses).max(1) as f64;
        let share = |count: u64| 100.0 * count as f64 / all;
        let Tally {
            wins,
            draws,
            losses,
        } = *tally;
        format!(
            "{wins} wins ({:.1} %), {draws} draws ({:.1} %), {losses} losses ({:.1} %)",
            share(wins),
            share(draws),
            share(losses)
        )
    };
    let mut lines = vec![record.table.clone()];
    match &record.weaker_to_move {
        None => lines.push(format!("  to move: {}", tally(&record.stronger_to_move))),
        Some(weaker) => {
            lines.push(format!(
                "  stronger side to move: {}",
                tally(&record.stronger_to_move)
            ));
            lines.push(format!("  weaker side to move: {}", tally(weaker)));
        }
    }
    lines.push(format!("  mutual zugzwangs: {}", record.mutual_zugzwangs));
    let mut longest = |side: &str, win: &Option<LongestRecord>| {
        if let Some(LongestRecord { turns, position }) = win {
            let unit = if *turns == 1 { "turn" } else { "turns" };
            lines.push(format!(
                "  longest win of {side}: {turns} {unit}, {position}"
            ));
        }
    };
    longest("the stronger side", &record.longest_win_of_stronger);
    longest("the weaker side", &record.longest_win_of_weaker);
    lines.join("\n")
}

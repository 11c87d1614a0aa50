//! Reports positions and games as JSON (docs/analysis.schema.json) and as CSV rows
//! (docs/cli.md). Names from files are escaped in both.

use std::collections::BTreeMap;
use std::io;

use serde::Serialize;

use crate::analysis::game::GameAnalysis;
use crate::analysis::mistake::Severity;
use crate::analysis::{LineAnalysis, PositionAnalysis};
use crate::base::score::moves_to_end;
use crate::base::{Color, Score};
use crate::game::GameResult;
use crate::util::text::{printable, printable_json};

/// The report of a position.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename = "position")]
pub struct PositionAnalysisReport<'a> {
    /// The number of the position among all positions, from 1.
    pub number: u64,
    /// The name of the input, as in messages.
    pub source: &'a str,
    /// The line in the input, from 1.
    pub line: u64,
    /// The result of the analysis.
    #[serde(flatten)]
    pub analysis: &'a PositionAnalysis,
}

/// The report of a game.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename = "game")]
pub struct GameAnalysisReport<'a> {
    /// The number of the game among all games, from 1.
    pub number: u64,
    /// The name of the input, as in messages.
    pub source: &'a str,
    /// The tags of the game.
    pub tags: BTreeMap<&'a str, &'a str>,
    /// The result of the game.
    pub result: GameResult,
    /// The result of the analysis.
    #[serde(flatten)]
    pub analysis: &'a GameAnalysis,
}

/// Returns a report as a line of JSON that is safe for a terminal.
pub fn json(report: &impl Serialize) -> io::Result<String> {
    Ok(printable_json(&serde_json::to_string(report)?) + "\n")
}

/// The CSV row for one line of play from a position.
#[derive(Serialize)]
struct LineRow<'a> {
    number: u64,
    source: String,
    #[serde(rename = "line")]
    line_number: u64,
    variant: &'a str,
    position: &'a str,
    side: Color,
    complete: bool,
    rank: usize,
    depth: usize,
    seldepth: usize,
    cp: Option<Score>,
    mate: Option<i32>,
    win: u16,
    draw: u16,
    loss: u16,
    nodes: u64,
    time_ms: u64,
    pv: String,
}

/// The CSV row for one turn of a game.
#[derive(Serialize)]
struct TurnRow<'a> {
    game: u64,
    source: String,
    white: String,
    black: String,
    ply: usize,
    number: usize,
    side: Color,
    turn: &'a str,
    best_cp: Option<Score>,
    best_mate: Option<i32>,
    played_cp: Option<Score>,
    played_mate: Option<i32>,
    #[serde(rename = "loss")]
    score_loss: i32,
    mark: Option<Severity>,
    depth: usize,
    nodes: u64,
    time_ms: u64,
    better: String,
}

/// Returns a score in centipawns, or `None` if it is a win or loss in a number of moves.
fn centipawns(score: Score) -> Option<Score> {
    moves_to_end(score).is_none().then_some(score)
}

/// Returns the rows of a position, after a header if `with_header` is set; an empty text if the
/// analysis has no lines.
pub fn position_rows(report: &PositionAnalysisReport<'_>, with_header: bool) -> io::Result<String> {
    let PositionAnalysis { lines, .. } = report.analysis;
    let row = |line: &LineAnalysis| LineRow {
        number: report.number,
        source: printable(report.source),
        line_number: report.line,
        variant: report.analysis.variant.id(),
        position: &report.analysis.position,
        side: report.analysis.side,
        complete: report.analysis.complete,
        rank: line.rank,
        depth: line.depth,
        seldepth: line.seldepth,
        cp: centipawns(line.score),
        mate: moves_to_end(line.score),
        win: line.wdl.win,
        draw: line.wdl.draw,
        loss: line.wdl.loss,
        nodes: line.nodes,
        time_ms: line.time_ms,
        pv: line.pv.join(" "),
    };
    to_csv(lines.iter().map(row), with_header)
}

/// Returns the rows of a game, after a header if `with_header` is set; an empty text if the game
/// has no turns.
pub fn game_rows(report: &GameAnalysisReport<'_>, with_header: bool) -> io::Result<String> {
    let tag = |name| printable(report.tags.get(name).copied().unwrap_or("?"));
    let rows = report.analysis.turns.iter().map(|turn| {
        let line = turn.lines.first();
        TurnRow {
            game: report.number,
            source: printable(report.source),
            white: tag("White"),
            black: tag("Black"),
            ply: turn.ply,
            number: turn.number,
            side: turn.side,
            turn: &turn.turn,
            best_cp: centipawns(turn.best),
            best_mate: moves_to_end(turn.best),
            played_cp: centipawns(turn.played),
            played_mate: moves_to_end(turn.played),
            score_loss: turn.loss,
            mark: turn.mark,
            depth: line.map_or(0, |line| line.depth),
            nodes: line.map_or(0, |line| line.nodes),
            time_ms: line.map_or(0, |line| line.time_ms),
            better: turn.better.join(" "),
        }
    });
    to_csv(rows, with_header)
}

fn to_csv(rows: impl Iterator<Item = impl Serialize>, with_header: bool) -> io::Result<String> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(with_header)
        .from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(io::Error::other)?;
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

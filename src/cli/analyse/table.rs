//! Formats results as tables for people.

use super::report::{GameAnalysisReport, PositionAnalysisReport};
use crate::analysis::game::{MistakeCounts, TurnAnalysis};
use crate::analysis::{LineAnalysis, format};
use crate::base::Color;
use crate::cli::batch::input::COMMAND_LINE;
use crate::util::text::in_rows;

/// The indentation of turns and positions.
const INDENT: &str = "    ";
/// The minimum width of a table in columns, however narrow the terminal is.
const MIN_WIDTH: usize = 40;
/// The maximum width of a table in columns, which is also its width without a
/// terminal.
const MAX_WIDTH: usize = 80;

/// Returns the width of tables in columns: the width of the terminal, within
/// limits.
pub fn width() -> usize {
    let columns = terminal_size::terminal_size().map_or(MAX_WIDTH, |(width, _)| width.0.into());
    columns.clamp(MIN_WIDTH, MAX_WIDTH)
}

/// Returns the table of a position and its lines of play.
pub fn position(report: &PositionAnalysisReport<'_>, width: usize) -> String {
    let PositionAnalysisReport {
        number,
        source,
        line,
        analysis,
    } = report;
    let side = analysis.side.name();
    let variant = analysis.variant.id();
    let interrupted = if analysis.complete {
        ""
    } else {
        ", interrupted"
    };
    let place = match *source {
        COMMAND_LINE => String::new(),
        source => format!("{source}, line {line}: "),
    };
    let mut text = format!("{number}. {place}{variant}, {side} to move{interrupted}\n");
    text += &wrap(&analysis.position, width);
    text += "  #  depth    score   win draw loss          nodes       time\n";
    for line in &analysis.lines {
        text += &line_row(line);
        text += &wrap(&line.pv.join(" "), width);
    }
    text + "\n"
}

/// Returns the row with the figures of a line of play.
fn line_row(line: &LineAnalysis) -> String {
    let percent = |thousandths: u16| f64::from(thousandths) / 10.0;
    format!(
        "{:>3} {:>6} {:>8} {:>4.0}% {:>3.0}% {:>3.0}% {:>14} {:>8.2} s\n",
        line.rank,
        format!("{}/{}", line.depth, line.seldepth),
        format::score(line.score),
        percent(line.wdl.win),
        percent(line.wdl.draw),
        percent(line.wdl.loss),
        line.nodes,
        line.time_ms as f64 / 1000.0,
    )
}

/// Returns the table of a game: its mistakes and the totals of each side.
pub fn game(report: &GameAnalysisReport<'_>, width: usize) -> String {
    let tag = |name| report.tags.get(name).copied().unwrap_or("?");
    let analysis = report.analysis;
    let mut text = format!(
        "Game {}: {} – {} {} ({}, {} turns scored)\n",
        report.number,
        tag("White"),
        tag("Black"),
        report.result.text(),
        analysis.variant.id(),
        analysis.turns.len(),
    );
    if !analysis.complete {
        text += "The analysis was interrupted: it covers the turns from here to the end.\n";
    }
    for turn in &analysis.turns {
        text += &mistake(turn, width);
    }
    for (side, counts) in [
        (Color::White, &analysis.white),
        (Color::Black, &analysis.black),
    ] {
        text += &totals(side, counts);
    }
    text + "\n"
}

/// Returns the lines about a mistake; empty if the turn is not one.
fn mistake(turn: &TurnAnalysis, width: usize) -> String {
    let Some(mark) = turn.mark else {
        return String::new();
    };
    let (best, played) = format::best_and_played(turn);
    let number = format::move_number(turn);
    let head = format!(
        "{number:>6} {:<16} {:<10} {best} became {played}; better:\n",
        turn.turn,
        mark.name(),
    );
    head + &wrap(&format::better_line(turn).join(" "), width)
}

fn totals(side: Color, counts: &MistakeCounts) -> String {
    let MistakeCounts {
        turns,
        inaccuracies,
        mistakes,
        blunders,
        mean_loss,
        accuracy,
    } = counts;
    let mean_loss_percent = mean_loss / 10.0;
    let marks = [
        counted(*inaccuracies, "inaccuracy", "inaccuracies"),
        counted(*mistakes, "mistake", "mistakes"),
        counted(*blunders, "blunder", "blunders"),
    ];
    let accuracy = accuracy.map_or_else(String::new, |value| {
        format!("       accuracy {value:.0} %\n")
    });
    format!(
        "{}: {}, {}; average loss {mean_loss_percent:.1} %\n{accuracy}",
        side.name(),
        counted(*turns, "turn", "turns"),
        marks.join(", "),
    )
}

fn counted(count: usize, singular: &str, plural: &str) -> String {
    let noun = if count == 1 { singular } else { plural };
    format!("{count} {noun}")
}

/// Wraps words into indented lines. Empty text yields no lines.
fn wrap(text: &str, width: usize) -> String {
    let rows = in_rows(text.split_ascii_whitespace(), " ", width - INDENT.len());
    rows.iter().map(|row| format!("{INDENT}{row}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_lines_fit_the_width() {
        let text = wrap(&"a5:a7:g7 ".repeat(40), 50);
        assert!(
            text.lines()
                .all(|line| line.len() <= 50 && line.starts_with(INDENT))
        );
        assert_eq!(wrap("", 50), "");
    }
}

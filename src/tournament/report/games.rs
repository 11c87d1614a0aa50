//! The tables and lists of games in a report.

use std::collections::BTreeMap;

use super::super::{GameReport, Opening, Termination};
use super::document::Table;
use super::summary::{CountedGame, Summary};

/// The maximum number of games or openings in a table.
const MAX_LISTED: usize = 5;
/// The maximum number of games whose lines on stderr are listed.
pub const MAX_STDERR_GAMES: usize = 10;
/// The maximum number of turns shown of an opening without a name.
const MAX_TURNS_SHOWN: usize = 8;

fn end_name(end: Termination) -> String {
    end.word().replace('-', " ")
}

/// Returns a table with the number of games that ended in each way, and their results.
pub fn ends_table(summary: &Summary) -> Table {
    let mut table = Table::new(&["End", "Games", "White won", "Black won", "Drawn"], 1);
    for end in Termination::ALL {
        let games_with_end = || {
            summary
                .games
                .iter()
                .filter(|counted| counted.report.end == end)
        };
        let count = |half_points| {
            let games =
                games_with_end().filter(|counted| counted.game.white_half_points == half_points);
            games.count().to_string()
        };
        let total = games_with_end().count();
        if total > 0 {
            table.rows.push(vec![
                end_name(end),
                total.to_string(),
                count(2),
                count(0),
                count(1),
            ]);
        }
    }
    table
}

/// Returns the games that an engine lost by a fault, each with a description of
/// the fault.
pub fn faults(summary: &Summary) -> Vec<String> {
    let faulty = summary
        .games
        .iter()
        .filter(|counted| counted.game.is_faulty);
    faulty
        .map(|counted| format!("{}: {}", game_title(counted.report), counted.report.detail))
        .collect()
}

/// Returns a table of the last lines that losers wrote to stderr before they broke down, for the
/// last games with such lines, and the number of all games with such lines.
pub fn stderr_table(summary: &Summary) -> (Table, usize) {
    let mut table = Table::new(&["Game", "Engine", "Line"], 3);
    let reports = summary.games.iter().map(|counted| counted.report);
    let reports: Vec<&GameReport> = reports.filter(|report| !report.stderr.is_empty()).collect();
    let first = reports.len().saturating_sub(MAX_STDERR_GAMES);
    for report in reports.iter().skip(first) {
        let loser = report.loser_by_fault().unwrap_or_default();
        for (index, line) in report.stderr.iter().enumerate() {
            // Only the row of the first line names the game and the engine.
            let number = (index == 0).then(|| report.game.to_string());
            let name = (index == 0).then(|| loser.to_owned());
            let row = [number, name, Some(line.clone())];
            table.rows.push(row.map(Option::unwrap_or_default).to_vec());
        }
    }
    (table, reports.len())
}

/// Returns the table of warnings: each kind with the number of games in which it
/// occurred and the first example.
pub fn warnings_table(summary: &Summary) -> Table {
    let mut table = Table::new(&["Warning", "Games", "First game", "Example"], 1);
    for (kind, count) in summary.results.warnings.iter() {
        let (games, first) = (count.games.to_string(), count.first_game.to_string());
        let row = [kind, &games, &first, &count.example];
        table.rows.push(row.map(str::to_owned).to_vec());
    }
    table
}

fn game_title(game: &GameReport) -> String {
    format!(
        "game {} ({} – {}) {}",
        game.game,
        game.white,
        game.black,
        game.result.text()
    )
}

/// Returns a table of the longest and the shortest games.
pub fn lengths_table(summary: &Summary) -> Table {
    let mut table = Table::new(&["", "Game", "End", "Turns"], 3);
    let mut games: Vec<&CountedGame> = summary.games.iter().collect();
    games.sort_by_key(|counted| (counted.report.length(), counted.report.game));
    let listed = MAX_LISTED.min(games.len().div_ceil(2));
    let mut add = |kind: &str, counted: &CountedGame| {
        table.rows.push(vec![
            kind.to_owned(),
            game_title(counted.report),
            end_name(counted.report.end),
            counted.report.length().to_string(),
        ]);
    };
    for &counted in games.iter().rev().take(listed) {
        add("longest", counted);
    }
    for &counted in games.iter().take(listed.min(games.len() / 2)) {
        add("shortest", counted);
    }
    table
}

/// Returns a table of the openings in which one colour won at least two games more than the
/// other, the largest surplus first: such an opening, rather than the engines, decides its games.
pub fn decisive_openings_table(summary: &Summary) -> Table {
    let mut table = Table::new(&["Opening", "Games", "White won", "Black won", "Drawn"], 1);
    let mut openings: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for counted in &summary.games {
        let results = openings
            .entry(opening_name(&counted.report.opening))
            .or_default();
        if let Some(count) = results.get_mut(usize::from(counted.game.white_half_points)) {
            *count += 1;
        }
    }
    let wins_surplus = |results: &[usize; 3]| results[2].abs_diff(results[0]);
    let mut sorted: Vec<(String, [usize; 3])> = openings
        .into_iter()
        .filter(|(_, results)| wins_surplus(results) >= 2)
        .collect();
    sorted.sort_by_key(|(_, results)| std::cmp::Reverse(wins_surplus(results)));
    for (name, [black, drawn, white]) in sorted.into_iter().take(MAX_LISTED) {
        let counts = [white + black + drawn, white, black, drawn];
        let counts = counts.iter().map(ToString::to_string);
        table
            .rows
            .push(std::iter::once(name).chain(counts).collect());
    }
    table
}

fn opening_name(opening: &Opening) -> String {
    if let Some(name) = &opening.name {
        return name.clone();
    }
    let position = opening.position.as_deref().unwrap_or("start");
    let turns: Vec<&str> = opening
        .turns
        .iter()
        .take(MAX_TURNS_SHOWN)
        .map(String::as_str)
        .collect();
    let more = if opening.turns.len() > MAX_TURNS_SHOWN {
        " …"
    } else {
        ""
    };
    format!("{position} {}{more}", turns.join(" "))
        .trim_end()
        .to_owned()
}

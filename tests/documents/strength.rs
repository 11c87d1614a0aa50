//! docs/strength/results.csv is consistent, and contains the figures that docs/strength.md repeats.

use std::path::{Path, PathBuf};

use batyr::game::Variant;
use csv::StringRecord;

const HEADER: [&str; 12] = [
    "date",
    "commit",
    "change",
    "time_control",
    "game",
    "games",
    "wins",
    "draws",
    "losses",
    "elo",
    "error",
    "verdict",
];

/// The maximum difference between the Elo listed and the Elo computed from wins, draws and losses.
const TOLERANCE: f64 = 2.0;

/// The rows, given by commit, game and number of games, whose Elo differs by more than that. Elo is
/// computed from pairs of games, and these matches ended in the middle of a pair: the number of
/// games includes the last game, but the Elo does not.
const UNPAIRED: [(&str, &str, &str); 3] = [
    ("9cd9445", "shatra-original", "109"),
    ("68ce8b2", "shatra-original", "197"),
    ("2460739", "shatranj", "159"),
];

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// Returns the rows of the table, with their line numbers.
fn rows() -> Vec<(u64, StringRecord)> {
    let path = docs().join("strength/results.csv");
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_path(path)
        .unwrap();
    assert_eq!(reader.headers().unwrap(), &HEADER[..]);
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    rows.into_iter()
        .map(|row| (row.position().unwrap().line(), row))
        .collect()
}

fn column(row: &StringRecord, name: &str) -> String {
    let index = HEADER.iter().position(|column| *column == name);
    row[index.unwrap()].to_owned()
}

/// Returns the number in a field, or `None` if the field is empty.
fn number(row: &StringRecord, name: &str) -> Option<f64> {
    let text = column(row, name);
    (!text.is_empty()).then(|| text.parse().unwrap())
}

/// Returns the wins, draws and losses, or `None` if the fields are empty.
fn wins_draws_losses(row: &StringRecord) -> Option<[f64; 3]> {
    let all = ["wins", "draws", "losses"].map(|name| number(row, name));
    let count = all.iter().flatten().count();
    assert!(count == 0 || count == 3, "{row:?}");
    (count == 3).then(|| all.map(Option::unwrap))
}

/// Returns the logistic Elo of wins, draws and losses, if it is finite.
fn elo([wins, draws, losses]: [f64; 3]) -> Option<f64> {
    let score = (wins + draws / 2.0) / (wins + draws + losses);
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

#[test]
fn every_row_has_valid_fields() {
    let rows = rows();
    assert!(rows.len() > 150, "{}", rows.len());
    let hosted = Variant::UCI_VARIANTS.iter().map(|variant| variant.id());
    let games: Vec<&str> = hosted.chain([""]).collect();
    for (line, row) in &rows {
        assert_eq!(row.len(), HEADER.len(), "line {line}");
        assert!(games.contains(&&*column(row, "game")), "line {line}");
        assert!(!column(row, "change").is_empty(), "line {line}");
        for name in ["games", "wins", "draws", "losses", "elo", "error"] {
            let text = column(row, name);
            let is_valid = text.is_empty() || text.parse::<f64>().is_ok();
            assert!(is_valid, "line {line}: {name} is {text:?}");
        }
    }
}

#[test]
fn games_are_the_sum_of_wins_draws_and_losses() {
    for (line, row) in rows() {
        let (games, outcome) = (number(&row, "games"), wins_draws_losses(&row));
        if let (Some(games), Some(outcome)) = (games, outcome) {
            assert_eq!(games, outcome.iter().sum::<f64>(), "line {line}");
        }
    }
}

#[test]
fn elo_follows_from_the_score() {
    let mut unpaired = 0;
    for (line, row) in rows() {
        let (Some(listed), Some(outcome)) = (number(&row, "elo"), wins_draws_losses(&row)) else {
            continue;
        };
        let Some(expected) = elo(outcome) else {
            continue;
        };
        let key = ["commit", "game", "games"].map(|name| column(&row, name));
        let is_unpaired = UNPAIRED
            .iter()
            .any(|exception| key == <[&str; 3]>::from(*exception));
        if !is_unpaired {
            let is_near = (listed - expected).abs() <= TOLERANCE;
            assert!(is_near, "line {line}: {listed} instead of {expected:.1}");
            continue;
        }
        unpaired += 1;
        assert!(
            (listed - expected).abs() > TOLERANCE,
            "line {line}: the exception is no longer needed"
        );
        // The figure is correct if one game is left out.
        let mut without_last = (0..3).filter_map(|which| {
            let mut fewer = outcome;
            fewer[which] -= 1.0;
            elo(fewer)
        });
        let is_explained = without_last.any(|elo| (listed - elo).abs() <= 0.6);
        assert!(is_explained, "line {line}: {listed}");
    }
    assert_eq!(unpaired, UNPAIRED.len());
}

#[test]
fn the_page_agrees_with_the_table() {
    let page = std::fs::read_to_string(docs().join("strength.md")).unwrap();
    let rows = rows();
    let mut found = 0;
    for line in page
        .lines()
        .filter(|line| line.contains(" ± ") && line.starts_with('|'))
    {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [_, _, game, games, outcome, elo] = cells[..] else {
            panic!("{line}");
        };
        let (elo, error) = elo.split_once(" ± ").unwrap();
        let elo = elo.replace('−', "-").replace('+', "");
        let agrees = |row: &StringRecord| {
            let [wins, draws, losses] = ["wins", "draws", "losses"].map(|name| column(row, name));
            let listed = format!("{wins} {draws} {losses}");
            column(row, "game") == game
                && column(row, "games") == games
                && listed.trim() == outcome
                && column(row, "elo") == elo
                && column(row, "error") == error
        };
        assert!(rows.iter().any(|(_, row)| agrees(row)), "{line}");
        found += 1;
    }
    assert!(found >= 7, "only {found} rows");
}

//! Endgame tables in a conversation: searches give the exact distance, play on to the end of the
//! game, and count their hits; `TablesPath` names a folder, or none.

use std::fs;

use crate::program::{run, stdout};

/// Biy and batyr against biy in `shatra`: White wins with its 24th turn.
const LONG_WIN: &str = "position fen Q8/K/7/7/7/7/7/2k4/1/9 b - - - - 1";
/// Biy and batyr against biy in `shatra-original`: White wins with its sixth turn.
const SHORT_WIN: &str = "position fen 9/1/K6/7/3Q3/7/7/k6/1/9 w - - - - 1";
const ORIGINAL: &str = "setoption name UCI_Variant value shatra-original";

/// Returns the lines that the engine answers to these.
fn converse(lines: &[&str]) -> Vec<String> {
    let output = run(&[], &(lines.join("\n") + "\nquit\n"));
    assert!(output.status.success());
    stdout(&output).lines().map(str::to_owned).collect()
}

/// Returns the last line of a search with these commands before it.
fn last_line(lines: &[&str]) -> String {
    let output = converse(lines);
    let is_line = |line: &&String| line.contains(" pv ");
    output.into_iter().rfind(|line| is_line(&line)).unwrap()
}

fn pv(line: &str) -> Vec<&str> {
    let (_, pv) = line.split_once(" pv ").unwrap();
    pv.split(' ').collect()
}

#[test]
fn a_short_search_knows_the_whole_of_a_long_win() {
    let line = last_line(&["uci", LONG_WIN, "go depth 2", "wait"]);
    // Black is to move, so White has all its 24 turns yet.
    assert!(line.contains(" score mate -24 "), "{line}");
    assert!(line.contains(" tbhits "), "{line}");
    assert_eq!(pv(&line).len(), 48, "{line}");
}

#[test]
fn the_line_of_a_win_can_be_played_to_the_end_of_the_game() {
    let line = last_line(&["uci", LONG_WIN, "go depth 1", "wait"]);
    let played = format!("{LONG_WIN} moves {}", pv(&line).join(" "));
    let output = converse(&["uci", &played, "state"]).join("\n");
    assert!(
        output.contains("biy is captured") || output.contains("biy-captured"),
        "{output}"
    );
}

#[test]
fn a_search_on_the_clock_ends_at_once_where_the_tables_know_the_position() {
    let line = last_line(&["uci", LONG_WIN, "go wtime 600000 btime 600000", "wait"]);
    assert!(line.starts_with("info depth 1 "), "{line}");
    let none = "setoption name TablesPath value none";
    let clock = "go wtime 4000 btime 4000";
    let line = last_line(&["uci", none, LONG_WIN, clock, "wait"]);
    assert!(!line.starts_with("info depth 1 "), "{line}");
}

#[test]
fn without_tables_a_search_of_the_same_depth_sees_no_end() {
    let none = "setoption name TablesPath value none";
    let line = last_line(&["uci", none, LONG_WIN, "go depth 2", "wait"]);
    assert!(!line.contains("mate") && !line.contains("tbhits"), "{line}");
    let own = "setoption name TablesPath value <empty>";
    let line = last_line(&["uci", none, own, LONG_WIN, "go depth 2", "wait"]);
    assert!(line.contains(" score mate -24 "), "{line}");
}

#[test]
fn a_folder_of_tables_takes_the_place_of_the_shipped_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my tables");
    let dir = path.to_str().unwrap();
    let make = [
        "tables",
        "make",
        "--variant",
        "shatra-original",
        "--men",
        "2",
        "--dir",
        dir,
    ];
    assert!(run(&make, "").status.success());
    let set = format!("setoption name TablesPath value {dir}");
    // The folder has only the bare biys.
    let line = last_line(&["uci", ORIGINAL, &set, SHORT_WIN, "go depth 1", "wait"]);
    assert!(!line.contains("mate"), "{line}");
    let make = [
        "tables",
        "make",
        "--variant",
        "shatra-original",
        "--dir",
        dir,
    ];
    assert!(run(&make, "").status.success());
    let line = last_line(&["uci", ORIGINAL, &set, SHORT_WIN, "go depth 1", "wait"]);
    assert!(line.contains(" score mate 6 "), "{line}");
}

#[test]
fn a_damaged_table_does_not_stop_the_play() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("shatra-original");
    fs::create_dir(&tables).unwrap();
    fs::write(tables.join("KQvK.table"), "BatyrTbl and nothing else").unwrap();
    fs::write(tables.join("notes.txt"), "no table").unwrap();
    let set = format!(
        "setoption name TablesPath value {}",
        folder.path().display()
    );
    let output = converse(&["uci", ORIGINAL, &set, SHORT_WIN, "go depth 1", "wait"]);
    assert!(
        output.iter().any(|line| line.contains(" score cp ")),
        "{output:?}"
    );
    assert!(
        output.iter().any(|line| line.starts_with("bestmove ")),
        "{output:?}"
    );
}

#[test]
fn a_path_that_is_no_folder_is_refused_and_the_old_tables_stay() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for path in [file.as_path(), std::path::Path::new("/no/such/folder")] {
        let set = format!("setoption name TablesPath value {}", path.display());
        let output = converse(&["uci", &set, LONG_WIN, "go depth 1", "wait"]);
        let error = output
            .iter()
            .find(|line| line.contains("can't read the folder"));
        let error = error.unwrap_or_else(|| panic!("{output:?}"));
        assert!(error.contains("made by 'batyr tables'"), "{error}");
        assert!(output.iter().any(|line| line.contains(" score mate -24 ")));
    }
}

#[test]
fn every_dialect_has_the_option() {
    for (handshake, option) in [
        ("uci", "option name TablesPath type string default <empty>"),
        ("ushi", "option name TablesPath type string"),
        ("ucci", "option tablespath type string"),
    ] {
        let output = converse(&[handshake]);
        let has_option = output.iter().any(|line| line.starts_with(option));
        assert!(has_option, "{option}: {output:?}");
    }
}

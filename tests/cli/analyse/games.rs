//! Analysed games: marks on mistakes, output files, pages and errors.

use std::fs;

use batyr::files::game_file::{FileTurn, Notes};

use super::command::{fixture, stdout_of};
use super::planting::{ANALYSIS_NODES, GAMES, PlantedBlunder, planted_blunders, read_games};
use crate::program::{batyr, run, stderr, stdout};

/// The NAGs of a mistake and a blunder.
const MISTAKES: [u8; 2] = [2, 4];

#[test]
fn every_planted_blunder_is_marked() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let nodes = ANALYSIS_NODES.to_string();
    let args = [
        "analyse", "--sgn", "--nodes", &nodes, "--hash", "4", "--html",
    ];
    let output = batyr(&args)
        .args([&page, &fixture("planted.sgn")])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let annotated = read_games(&stdout(&output));
    let page = fs::read_to_string(page).unwrap();
    assert_eq!(annotated.len(), GAMES);
    for PlantedBlunder { game, ply, turn } in planted_blunders() {
        let file_turn = &annotated[game - 1].turns()[ply - 1];
        let marks = &file_turn.nags;
        assert!(
            marks.iter().any(|mark| MISTAKES.contains(mark)),
            "game {game}, {turn}: {marks:?}"
        );
        assert_eq!(file_turn.variations().len(), 1, "game {game}, {turn}");
        assert!(
            file_turn.comment.contains(" instead of "),
            "{}",
            file_turn.comment
        );
        let section = format!("<section id=\"g{game}m{ply}\" class=\"");
        assert!(page.contains(&section), "no {section} in the page");
    }
    for game in &annotated {
        let has_score = |turn: &FileTurn| Notes::read(&turn.comment).eval.is_some();
        assert!(game.turns().iter().all(has_score));
    }
}

#[test]
fn a_page_loads_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    let (page, graph) = (folder.path().join("p.html"), folder.path().join("g.svg"));
    let status = batyr(&["analyse", "--depth", "1", "--hash", "1", "--html"])
        .arg(&page)
        .arg("--svg")
        .arg(&graph)
        .arg(fixture("planted.sgn"))
        .stdout(std::process::Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    let page = fs::read_to_string(page).unwrap();
    for reference in ["<link", "<img", "url(", "src=", "href=\"http"] {
        assert!(!page.contains(reference), "{reference} in the page");
    }
    assert_eq!(page.matches("<article ").count(), GAMES);
    // One script, and the turns of each game as data.
    assert_eq!(page.matches("<script type=\"module\">").count(), 1);
    let data = page.matches("<script type=\"application/json\">").count();
    assert_eq!(data, GAMES);
    assert_eq!(page.matches("<script").count(), GAMES + 1);
    for name in ["g.svg", "g-2.svg", "g-20.svg"] {
        let graph = fs::read_to_string(folder.path().join(name)).unwrap();
        roxmltree::Document::parse(&graph).unwrap();
    }
}

#[test]
fn a_bad_game_is_reported_and_skipped() {
    let good = "[Event \"?\"]\n[Variant \"shatra-original\"]\n\n1. 22-29 41-34 *\n\n";
    let bad = "[Event \"?\"]\n[Variant \"shatra-original\"]\n\n1. 22-29 41-99 *\n\n";
    let text = format!("{good}{bad}{good}");
    let output = run(&["analyse", "--sgn", "--depth", "1"], &text);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(read_games(&stdout(&output)).len(), 3);
    let output = run(&["analyse", "--sgn", "--depth", "1", "--strict"], &text);
    let errors = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let place = "batyr analyse: stdin: game 2, move 1 of Black, line 9, column 13: ";
    assert!(errors.starts_with(place), "{errors}");
    assert_eq!(read_games(&stdout(&output)).len(), 2);
}

#[test]
fn games_are_written_to_a_file_as_sgn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let output = batyr(&["analyse", "--depth", "1", "--hash", "1", "-o"])
        .args([&path, &fixture("planted.sgn")])
        .output()
        .unwrap();
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(read_games(&fs::read_to_string(path).unwrap()).len(), GAMES);
}

#[test]
fn a_table_of_mistakes_fits_eighty_columns() {
    let file = fixture("planted.sgn");
    let text = stdout_of(
        &[
            "analyse",
            "--depth",
            "2",
            "--hash",
            "1",
            file.to_str().unwrap(),
        ],
        "",
    );
    assert!(text.contains("became"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
}

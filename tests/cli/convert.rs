//! `batyr convert` as its users see it.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use crate::program::{memory_kilobytes, run, stderr, stdout};

mod object;

const GAME: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Tana\"]\n\
    [Black \"?\"]\n[Result \"1-0\"]\n[Variant \"shatra-original\"]\n\n\
    1. 43-36 $1 {good} (1. 42-35) 1... 20-27 1-0\n\n";
const JSON: &str = "{\"variant\":\"shatra-original\",\"tags\":{\"White\":\"Tana\"},\"turns\":[\
    {\"turn\":\"e6-e7\",\"nags\":[1],\"comment\":\"good\",\"variations\":[{\"turns\":[{\"turn\":\"d6-d7\"}]}]},\
    {\"turn\":\"c9-c8\"}],\"result\":\"1-0\"}\n";

fn convert(args: &[&str], input: &str) -> Output {
    run(&[&["convert"], args].concat(), input)
}

/// Returns the stdout of a conversion that must succeed without warnings.
#[track_caller]
fn converted(args: &[&str], input: &str) -> String {
    let output = convert(args, input);
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
    stdout(&output)
}

/// Returns the stdout and stderr of a conversion that must fail.
#[track_caller]
fn failed_conversion(args: &[&str], input: &str) -> (String, String) {
    let output = convert(args, input);
    assert_eq!(output.status.code(), Some(1));
    (stdout(&output), stderr(&output))
}

#[test]
fn moves_are_written_in_three_notations() {
    let chain = [
        "--position",
        "9/K/6R/5S1/1k1S3/7/7/4q2/1/9 w",
        "--variant",
        "shatra-kurin",
    ];
    let notations = [
        ("letters", "d7-c8 c10:c6:a6\n"),
        ("official", "35-27 13:41 :39\n"),
        ("spn", "28-36 50:22 22:24\n"),
    ];
    for (_, moves) in notations {
        for (to, expected) in notations {
            let mut args = vec!["moves", "--to", to];
            args.extend(chain);
            let given: Vec<&str> = moves.split_whitespace().collect();
            args.extend(given);
            assert_eq!(converted(&args, ""), expected, "{moves} to {to}");
        }
    }
}

#[test]
fn a_position_selects_the_game() {
    let fen = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1";
    let args = ["moves", "--to", "letters", "--position", fen, "e2e3"];
    assert_eq!(converted(&args, ""), "e2e3\n");
}

#[test]
fn each_line_is_a_list_of_moves() {
    let input = "1. 43-36 20-27\n\ne6-e7 {x} 20-33\n43-36\n";
    let (out, errors) = failed_conversion(&["moves", "--to", "letters"], input);
    assert_eq!(out, "e6-e7 c9-c8\n\ne6-e7\n");
    let expected =
        "batyr convert: stdin, line 3, move 1 of Black, column 11: move \"20-33\" is not legal";
    assert!(errors.starts_with(expected), "{errors}");
}

#[test]
fn the_notation_of_bare_numbers_can_be_given() {
    let spn = converted(&["moves", "--to", "letters", "--from", "spn", "20-27"], "");
    assert_eq!(spn, "e6-e7\n");
    let (_, official) = failed_conversion(
        &["moves", "--to", "letters", "--from", "official", "20-27"],
        "",
    );
    assert!(official.contains("move 1 of White, column 1"), "{official}");
}

#[test]
fn positions_become_pictures_and_back() {
    for spn in [
        "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1",
        "!SQ7/1/K1p1s2/3R3/7/4s2/2S4/k6/1/2!b6 w Tt 21 - 3 12",
        "9/1/6K/7/1s3Q1/7/7/7/1/4bbSk1 b - - - 7 49",
    ] {
        let picture = converted(&["position", "--to", "picture", spn], "");
        assert_eq!(picture.lines().count(), 17, "{picture}");
        let back = converted(&["position", "--to", "spn"], &picture);
        assert_eq!(back, format!("{spn}\n"));
        let many = format!("{picture}{spn}\n{picture}");
        let back = converted(&["position", "--to", "spn"], &many);
        assert_eq!(back, format!("{spn}\n").repeat(3));
    }
}

#[test]
fn pictures_are_read_without_their_edges() {
    let picture = "...\n".replace("...", ". . .").repeat(3)
        + ".\nk . . . . . .\n"
        + &". . . . . . .\n".repeat(4)
        + ". . . . . . K\n.\n"
        + &". . .\n".repeat(3);
    let spn = converted(
        &["position", "--to", "spn", "--fields", "b - - - 5 9"],
        &picture,
    );
    assert_eq!(spn, "9/1/K6/7/7/7/7/6k/1/9 b - - - 5 9\n");
}

#[test]
fn faulty_positions_are_reported_and_skipped() {
    let input = "9/1 w\n . . x\n rest\n\nstartpos\n . .\n";
    let (out, errors) = failed_conversion(&["position", "--to", "spn"], input);
    assert!(
        out.starts_with("SQSSRSBRB/K/") && out.lines().count() == 1,
        "{out}"
    );
    let lines: Vec<&str> = errors.lines().collect();
    assert!(
        lines[0].starts_with("batyr convert: stdin, line 1, column 1: board \"9/1\" has 2 groups"),
        "{errors}"
    );
    assert!(
        lines[1].starts_with("batyr convert: stdin, line 2: \"x\" on rank 14, expected '.'"),
        "{errors}"
    );
    assert!(
        lines[2].starts_with("batyr convert: stdin, line 6: 2 squares on rank 14, expected 3"),
        "{errors}"
    );
    assert_eq!(lines.len(), 3, "{errors}");
}

#[test]
fn a_position_is_written_as_an_object() {
    let spn = "!SQ7/1/K1p1s2/3R3/7/4s2/2S4/k6/1/2!b6 w Tt 21 - 3 12";
    let json = converted(&["position", "--to", "json", spn], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["variant"], "shatra");
    assert_eq!(json["men"]["d6"], "R");
    assert_eq!(json["ghosts"]["e5"], "p");
    assert_eq!(json["urgent"], serde_json::json!(["e1", "c12"]));
    assert_eq!(json["temdeks"], serde_json::json!(["white", "black"]));
    assert_eq!(
        (&json["transit"], &json["move_number"]),
        (&"d6".into(), &12.into())
    );
}

#[test]
fn diagrams_are_complete_documents() {
    let args = [
        "position",
        "--to",
        "svg",
        "startpos",
        "--mark",
        "d4",
        "--arrow",
        "d4-d6",
        "--last-turn",
        "d11-d9",
    ];
    let plain = converted(&["position", "--to", "svg", "startpos"], "");
    let marked = converted(&args, "");
    let from_black = converted(
        &["position", "--to", "svg", "startpos", "--view", "black"],
        "",
    );
    for svg in [&plain, &marked, &from_black] {
        let document = roxmltree::Document::parse(svg).unwrap();
        let men = document
            .descendants()
            .filter(|node| node.attribute("stroke-linecap").is_some());
        assert_eq!(men.count(), 34);
        let has_reference =
            |node: roxmltree::Node| node.attribute("id").is_some() || node.has_tag_name("use");
        assert!(!document.descendants().any(has_reference));
    }
    assert!(marked.len() > plain.len() && from_black != plain);
    let numbers = converted(
        &[
            "position",
            "--to",
            "svg",
            "startpos",
            "--numbers",
            "official",
            "--no-letters",
        ],
        "",
    );
    let document = roxmltree::Document::parse(&numbers).unwrap();
    let texts: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .collect();
    let mut found: Vec<u32> = texts
        .iter()
        .map(|node| node.text().unwrap().parse().unwrap())
        .collect();
    found.sort_unstable();
    assert_eq!(found, (1..=62).collect::<Vec<_>>());
    let wrong = convert(&["position", "--to", "svg", "startpos", "--mark", "h9"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("\"h9\", expected a square such as d4"));
}

#[test]
fn games_become_json_and_back() {
    assert_eq!(converted(&["games"], GAME), JSON);
    assert_eq!(converted(&["games"], JSON), GAME);
    assert_eq!(
        converted(&["games", "-", "--to", "sgn", "-o", "-"], GAME),
        GAME
    );
    assert_eq!(
        converted(&["games", "--from", "jsonl", "--to", "jsonl"], JSON),
        JSON
    );
    assert_eq!(converted(&["games"], ""), "");
}

#[test]
fn games_that_begin_with_a_comment_are_not_json() {
    for start in ["{ made by X }\n", "; made by X\n{made by X}\n", "; {\n"] {
        let text = format!("{start}1. 43-36 20-27 *\n");
        let json = converted(&["games", "--variant", "shatra-original"], &text);
        assert!(json.starts_with("{\"variant\":"), "{text}: {json}");
    }
}

#[test]
fn an_output_that_is_not_written_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.jsonl");
    let args = ["games", "--from", "sgn", "-o", out.to_str().unwrap()];
    let (_, errors) = failed_conversion(&args, "1. d1-d14 *\n");
    let expected = "stdin: 0 games read, 1 skipped; ";
    assert!(errors.contains(expected), "{errors}");
    assert!(errors.ends_with("out.jsonl was not written\n"), "{errors}");
    assert!(!out.exists());
    // What can be read is written.
    let (_, errors) = failed_conversion(&args, &format!("{GAME}1. d1-d14 *\n"));
    let expected = "stdin: 1 games written, 1 skipped\n";
    assert!(errors.ends_with(expected), "{errors}");
    assert_eq!(fs::read_to_string(out).unwrap(), JSON);
}

#[test]
fn a_format_is_recognized_after_a_byte_order_mark() {
    assert_eq!(converted(&["games"], &format!("\u{feff}{JSON}")), GAME);
    assert_eq!(converted(&["games"], &format!("\u{feff}{GAME}")), JSON);
}

#[test]
fn json_can_express_everything_that_sgn_can() {
    let deep = format!(
        "[Event \"deep\"]\n\n1. d1-d6 {}{} *\n",
        "(1. d1-d7 ".repeat(64),
        ")".repeat(64)
    );
    let json = converted(&["games"], &deep);
    let sgn = converted(&["games"], &json);
    assert_eq!(converted(&["games"], &sgn), json);
    // Nesting deeper than in any game is rejected; unlimited recursion would overflow the
    // stack.
    let deeper = "[".repeat(1_000_000);
    let (_, message) = failed_conversion(&["games", "--from", "jsonl", "--to", "sgn"], &deeper);
    assert!(message.contains("game 1, line 1, column "), "{message}");
}

#[test]
fn openings_may_have_comments() {
    let book = "# a book\n61-42 13-27 # +8\n\n   # more\n61-42 {# no comment} 13-27\n";
    assert_eq!(
        converted(&["moves", "--to", "letters"], book),
        "d1-d6 c10-c8\n\nd1-d6 c10-c8\n"
    );
}

#[test]
fn a_bad_position_is_reported_with_its_column() {
    let good = "9/1/K6/5s1/4S1R/7/7/k6/1/9 b";
    let bad = good.replace("1R", "1X");
    let input = format!("{good}\n  {bad}\n");
    let (_, message) = failed_conversion(&["position", "--to", "spn"], &input);
    let place = "batyr convert: stdin, line 2, column 17: 'X' in group 5";
    assert!(message.starts_with(place), "{message}");
    let (_, message) = failed_conversion(&["position", "--to", "spn", &bad], "");
    let place = "batyr convert: column 15: 'X' in group 5";
    assert!(message.starts_with(place), "{message}");
}

#[test]
fn formats_are_inferred_from_file_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("in.sgn"), GAME).unwrap();
    assert_eq!(
        converted(&["games", &path("in.sgn"), "-o", &path("out.jsonl")], ""),
        ""
    );
    assert_eq!(fs::read_to_string(path("out.jsonl")).unwrap(), JSON);
    assert_eq!(
        converted(&["games", &path("out.jsonl"), "-o", &path("back.sgn")], ""),
        ""
    );
    assert_eq!(fs::read_to_string(path("back.sgn")).unwrap(), GAME);
    let same = convert(&["games", &path("in.sgn"), "-o", &path("in.sgn")], "");
    assert_eq!(same.status.code(), Some(2));
    let same = stderr(&same);
    assert!(same.contains("expected two different files"), "{same}");
    let (_, missing) = failed_conversion(&["games", &path("none.sgn")], "");
    assert!(missing.contains("none.sgn"), "{missing}");
    assert_eq!(fs::read_to_string(path("in.sgn")).unwrap(), GAME);
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["back.sgn", "in.sgn", "out.jsonl"]);
}

#[test]
fn a_bad_game_is_reported_with_its_place_and_left_out() {
    let bad = GAME.replace("20-27", "20-33");
    let text = format!("{GAME}{bad}{GAME}");
    let (out, errors) = failed_conversion(&["games"], &text);
    let in_part = "batyr convert: stdin: 3 games written, 1 of them in part, 0 skipped";
    assert_eq!(
        (out.lines().count(), errors.lines().last()),
        (3, Some(in_part))
    );
    let (out, errors) = failed_conversion(&["games", "--strict"], &text);
    assert_eq!(out, JSON.repeat(2));
    let lines: Vec<&str> = errors.lines().collect();
    let place = "batyr convert: stdin: game 2, move 1 of Black, line 21, column 36: move \"20-33\" is not legal";
    assert!(lines[0].starts_with(place), "{errors}");
    assert_eq!(
        lines[1..],
        ["batyr convert: stdin: 2 games written, 1 skipped"]
    );
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_batyr"))
        .args(["convert", "games"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // Writing fails as soon as the program has exited.
        while input.write_all(GAME.as_bytes()).is_ok() {}
    });
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert_eq!(errors, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    writer.join().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn ten_thousand_games_take_no_more_memory_than_five_hundred() {
    // Long comments make the file much larger than the memory allowed.
    let game = GAME.replace("good", &"word ".repeat(1_000));
    let mut child = Command::new(env!("CARGO_BIN_EXE_batyr"))
        .args(["convert", "games", "--to", "sgn"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()).unwrap());
    let mut input = child.stdin.take().unwrap();
    let mut early = 0;
    for i in 0..10_000 {
        input.write_all(game.as_bytes()).unwrap();
        if i == 500 {
            early = memory_kilobytes(child.id(), "VmHWM");
        }
    }
    let late = memory_kilobytes(child.id(), "VmHWM");
    drop(input);
    assert!(child.wait().unwrap().success());
    assert!(reader.join().unwrap() > 45_000_000);
    assert!(late < early + 4_096, "{early} KiB became {late} KiB");
}

#[test]
fn turns_may_follow_a_position() {
    let after = |args: &[&str], stdin: &str| {
        let arguments = [&["position", "--to", "spn"], args].concat();
        converted(&arguments, stdin)
    };
    let played = after(&["startpos", "moves", "d1-d6", "c10-c8"], "");
    assert_ne!(played, after(&["startpos"], ""));
    assert_eq!(after(&[], "startpos moves d1-d6 c10-c8\n"), played);
    assert_eq!(after(&[], "position startpos moves d1-d6 c10-c8\n"), played);
    let illegal = ["position", "--to", "spn", "startpos moves d1-d6 d1-d6"];
    let (_, errors) = failed_conversion(&illegal, "");
    assert!(errors.starts_with("batyr convert: column 22: "), "{errors}");
}

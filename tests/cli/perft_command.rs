//! `batyr perft` as its users see it.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::program::{batyr, interrupt, stderr, stdout};

const EN_PASSANT: &str = "9/1/K6/5s1/4S1R/7/7/k6/1/9 b - - 22";

fn perft(args: &[&str]) -> Command {
    batyr(&[&["perft"], args].concat())
}

fn run(args: &[&str]) -> Output {
    perft(args).output().unwrap()
}

#[test]
fn leaves_are_counted() {
    let text = stdout(&run(&["3"]));
    assert!(text.starts_with("2926712 leaves in "), "{text}");
    let text = stdout(&run(&["2", "--position", "startpos"]));
    assert!(text.starts_with("23716 leaves in "), "{text}");
    let text = stdout(&run(&["1", "--position", "startpos moves d1-d6"]));
    assert!(text.starts_with("154 leaves in "), "{text}");
    let text = stdout(&run(&["0"]));
    assert!(text.starts_with("1 leaves in "), "{text}");
    let args = [
        "4",
        "--variant",
        "shatra-original",
        "--threads",
        "2",
        "--json",
    ];
    let answer: Value = serde_json::from_str(&stdout(&run(&args))).unwrap();
    assert_eq!(answer["leaves"], 916_845);
    assert_eq!(answer["complete"], true);
}

#[test]
fn the_leaves_of_all_turns_add_up() {
    let text = stdout(&run(&["2", "--divide", "--variant", "shatra-original"]));
    let counts = text.lines().filter_map(|line| line.split_once(": "));
    let counts: Vec<u64> = counts.map(|(_, leaves)| leaves.parse().unwrap()).collect();
    assert_eq!((counts.len(), counts.iter().sum()), (33, 1089));
    let args = ["2", "--divide", "--json", "--position", EN_PASSANT];
    let answer: Value = serde_json::from_str(&stdout(&run(&args))).unwrap();
    assert_eq!(answer["divide"].as_array().unwrap().len(), 1);
    assert_eq!(answer["divide"][0]["leaves"], 14);
}

#[test]
fn a_file_is_verified() {
    let root = env!("CARGO_MANIFEST_DIR");
    let file = format!("{root}/tests/data/perft/shatra-kurin.perft");
    let args = ["--verify", &file, "2", "--variant", "shatra-kurin"];
    let output = run(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("line 2, depth 2: 23716, agrees"), "{text}");
    assert!(text.contains(" 0 do not;"), "{text}");
}

#[test]
fn faults_in_a_file_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.perft");
    let text = format!("# counts\n{EN_PASSANT} ; 1:1 2:15\n{EN_PASSANT} ; 1:1 2-14\n9/1 w ; 1:1\n");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let output = run(&["--verify", path]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("line 2, depth 1: 1, agrees"), "{text}");
    assert!(text.contains("line 2, depth 2: 14, expected 15"), "{text}");
    let errors = stderr(&output);
    assert!(
        errors.contains(":3:43: \"2-14\", expected a depth"),
        "{errors}"
    );
    assert!(
        errors.contains(":4:1: board \"9/1\" has 2 groups"),
        "{errors}"
    );
    let output = run(&["--verify", path, "1", "--json"]);
    let verdict: Value = serde_json::from_str(stdout(&output).lines().next().unwrap()).unwrap();
    assert_eq!(
        (&verdict["line"], &verdict["agrees"]),
        (&2.into(), &true.into())
    );
}

#[test]
fn invalid_bytes_in_a_file_affect_only_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("invalid.perft");
    let mut text = format!("\u{feff}{EN_PASSANT} ; 1:1\r\n").into_bytes();
    text.extend(b"\xff ; 1:1\n");
    text.extend(format!("{EN_PASSANT} ; 1:1 2\n").bytes());
    text.extend(vec![b'x'; 100_000]);
    text.extend(format!("\n{EN_PASSANT} ; 2:14\n").bytes());
    fs::write(&path, text).unwrap();
    let output = run(&["--verify", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("2 counts agree, 3 do not"), "{text}");
    let errors = stderr(&output);
    assert!(
        errors.contains(":2:1: bytes that are not valid UTF-8"),
        "{errors}"
    );
    assert!(
        errors.contains(":3:43: \"2\", expected a depth"),
        "{errors}"
    );
    assert!(errors.len() < 1_000, "{errors}");
}

#[test]
fn bad_arguments_are_rejected() {
    for args in [&[][..], &["x"], &["3", "--variant", "chess"], &["65"]] {
        assert_eq!(run(args).status.code(), Some(2), "{args:?}");
    }
    let output = run(&["1", "--position", "9/9 w"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("batyr perft: position: "));
    assert_eq!(run(&["--verify", "no-such-file"]).status.code(), Some(1));
}

#[test]
fn the_help_explains_the_exit_status() {
    for subcommand in ["perft", "analyse", "solve"] {
        let text = stdout(&batyr(&[subcommand, "--help"]).output().unwrap());
        assert!(text.contains("Examples:"), "{text}");
        assert!(text.contains("Exit status"), "{text}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_long_count() {
    let mut command = perft(&["7", "--json"]);
    let child = command.stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let answer: Value = serde_json::from_str(&stdout(&interrupt(child))).unwrap();
    assert_eq!(answer["complete"], false);
}

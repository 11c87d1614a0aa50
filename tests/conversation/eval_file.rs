//! The option `EvalFile`: a network is loaded at run time, in each dialect; a wrong or broken
//! file is refused, and the old network stays.

use std::fs;
use std::path::Path;

use crate::program::{run, stdout};

const NETWORKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/networks");

/// Returns the output of the engine for these lines.
fn converse(lines: &[String]) -> String {
    let output = run(&[], &(lines.join("\n") + "\nquit\n"));
    assert!(output.status.success());
    stdout(&output)
}

/// Returns the static scores that a conversation in UCI shows.
fn static_scores(lines: &[String]) -> Vec<String> {
    let output = converse(lines);
    let scores = output.lines().filter_map(|line| {
        let (_, score) = line.split_once("For the side to move: ")?;
        Some(score.to_owned())
    });
    scores.collect()
}

fn set(path: &Path) -> String {
    format!("setoption name EvalFile value {}", path.display())
}

/// Writes a network for Shatra whose weights are those of the engine, except that the output
/// of every bucket is greater by 1 (400 cp).
fn write_changed_network(path: &Path) {
    let mut bytes = fs::read(Path::new(NETWORKS).join("shatra.net")).unwrap();
    let start = bytes.len() - 8 * 4;
    for bias in bytes[start..].as_chunks_mut().0 {
        *bias = (i32::from_le_bytes(*bias) + 255 * 64).to_le_bytes();
    }
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_network_is_loaded_and_unloaded() {
    let folder = tempfile::tempdir().unwrap();
    let changed = folder.path().join("a changed network");
    write_changed_network(&changed);
    let eval = || "eval".to_owned();
    let scores = static_scores(&[
        eval(),
        set(&changed),
        eval(),
        "setoption name UCI_Variant value shatra-kurin".to_owned(),
        eval(),
        "setoption name UCI_Variant value shatra".to_owned(),
        "setoption name EvalFile value <empty>".to_owned(),
        eval(),
    ]);
    let number = |text: &String| text.trim_end_matches(" cp").parse::<i32>().unwrap();
    let scores: Vec<i32> = scores.iter().map(number).collect();
    let difference = scores[1] - scores[0];
    assert!((399..=401).contains(&difference), "{scores:?}");
    assert_eq!(scores[2], scores[1], "Kurin's rules have the same network");
    assert_eq!(scores[3], scores[0]);
}

#[test]
fn a_search_uses_the_network_that_was_loaded_last() {
    let folder = tempfile::tempdir().unwrap();
    let changed = folder.path().join("changed");
    write_changed_network(&changed);
    let search = || "go depth 1".to_owned();
    let wait = || "wait".to_owned();
    let output = converse(&[search(), wait(), set(&changed), search(), wait()]);
    let score = |line: &str| {
        let (_, rest) = line.split_once(" score cp ")?;
        rest.split(' ').next()?.parse::<i32>().ok()
    };
    let scores: Vec<i32> = output.lines().filter_map(score).collect();
    let (first, last) = (scores[0], scores[scores.len() - 1]);
    // The opponent is to move at the end of the line, whose score is greater by 400.
    assert!(first - last > 300, "{scores:?}");
}

#[test]
fn every_dialect_has_the_option() {
    let original = Path::new(NETWORKS).join("shatra-original.net");
    let original = original.display();
    for (handshake, variant, set, error) in [
        (
            "uci",
            "setoption name UCI_Variant value shatra",
            "setoption name EvalFile value",
            "info string error: ",
        ),
        (
            "ucci",
            "setoption variant shatra",
            "setoption evalfile",
            "info message error: ",
        ),
        (
            "ushi",
            "setoption name Variant value shatra",
            "setoption name EvalFile value",
            "info string error: ",
        ),
    ] {
        let lines = [handshake, variant, &format!("{set} {original}")];
        let output = converse(&lines.map(str::to_owned));
        let declaration = output.lines().find(|line| {
            line.starts_with("option ") && line.to_lowercase().contains("evalfile type string")
        });
        assert!(declaration.is_some(), "{handshake}: {output}");
        let expected = "a network for shatra-original; expected one for shatra";
        let refusal = output.lines().find(|line| line.contains(expected));
        assert!(
            refusal.is_some_and(|line| line.starts_with(error)),
            "{handshake}: {output}"
        );
    }
}

#[test]
fn wrong_and_broken_files_are_refused_and_the_old_network_stays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let changed = folder.join("changed");
    write_changed_network(&changed);
    let whole = fs::read(&changed).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let mut unknown = whole.clone();
    unknown[16..22].copy_from_slice(b"chess ");
    // Systems other than Unix say the first in other words, and have no such device.
    let special = [
        (folder.join("none"), "No such file"),
        (Path::new("/dev/zero").to_owned(), "it is a device"),
    ];
    let special = special.into_iter().filter(|_| cfg!(unix));
    let files = [
        (folder.to_owned(), "it is a folder"),
        (write("empty", b""), "not a network file"),
        (write("text", b"no network at all"), "not a network file"),
        (
            write("cut", &whole[..whole.len() - 1]),
            "a network file of ",
        ),
        (write("unknown", &unknown), "a network for an unknown game"),
        (
            Path::new(NETWORKS).join("shatar.net"),
            "a network for shatar; expected one for shatra",
        ),
    ];
    for (path, expected) in special.chain(files) {
        let lines = [
            "setoption name UCI_Variant value shatra".to_owned(),
            set(&changed),
            "eval".to_owned(),
            set(&path),
            "eval".to_owned(),
        ];
        let output = converse(&lines);
        let refusal = output.lines().find(|line| line.contains(" error: "));
        assert!(
            refusal.is_some_and(|line| line.contains(expected)),
            "{}: {output}",
            path.display()
        );
        let scores = static_scores(&lines);
        assert_eq!(scores[0], scores[1], "{}", path.display());
    }
}

/// A host may send the option before it chooses the variant.
#[test]
fn a_network_for_a_variant_that_is_chosen_later_is_accepted() {
    let shatar = Path::new(NETWORKS).join("shatar.net");
    let output = converse(&[
        set(&shatar),
        "setoption name UCI_Variant value shatar".to_owned(),
        "eval".to_owned(),
    ]);
    assert!(!output.contains("error"), "{output}");
    assert!(output.contains("For the side to move: "), "{output}");
}

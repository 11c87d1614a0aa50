//! `batyr datagen`, `batyr tune`, `batyr train` and `batyr wdl`: the same seed gives the same
//! results, and errors name the file and the line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn batyr(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_batyr"))
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Returns the exit status, stdout and stderr.
fn status_and_output(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn samples_are_the_same_on_any_number_of_threads_and_can_be_fitted() {
    for variant in ["shatra", "shatra-original"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let generate = |threads: &str, file: &str| {
            let args = "datagen --games 3 --nodes 100 --seed 7 --variant";
            let mut args: Vec<&str> = args.split(' ').collect();
            args.extend([variant, "--threads", threads, "-o", file]);
            let (code, _, errors) = status_and_output(&batyr(&args, folder));
            assert_eq!(code, Some(0), "{errors}");
            fs::read_to_string(folder.join(file)).unwrap()
        };
        let samples = generate("1", "one");
        assert!(samples.lines().count() > 10);
        assert_eq!(samples, generate("2", "two"));

        let tune = ["tune", "one", "--variant", variant, "--steps", "5"];
        let (code, source, errors) = status_and_output(&batyr(&tune, folder));
        assert_eq!(code, Some(0), "{errors}");
        assert!(source.contains("pub static WEIGHTS: [TaperedWeight; COUNT]"));
        assert!(errors.contains("step 1: training error 0."), "{errors}");

        let wdl = ["wdl", "one", "--variant", variant, "--plot", "wdl.svg"];
        let (code, report, errors) = status_and_output(&batyr(&wdl, folder));
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        let positions = format!("{} positions of ", samples.lines().count());
        assert!(report.starts_with(&positions), "{report}");
        assert_eq!(report.matches("        knot(").count(), 6, "{report}");
        let too_long = report.lines().find(|line| line.chars().count() > 80);
        assert_eq!(too_long, None);
        let plot = fs::read_to_string(folder.join("wdl.svg")).unwrap();
        let plot = roxmltree::Document::parse(&plot).unwrap();
        let label = plot.root_element().attribute("aria-label");
        assert_eq!(label.map(|label| label.contains(variant)), Some(true));
    }
}

#[test]
fn unbalanced_openings_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["datagen", "--games", "1", "--nodes", "1", "--random", "100"];
    let (code, _, errors) = status_and_output(&batyr(&args, folder.path()));
    assert_eq!(code, Some(1), "{errors}");
    assert!(
        errors.contains("no balanced opening found in 500 attempts"),
        "{errors}"
    );
}

#[test]
fn errors_name_the_file_and_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let start = "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1";
    for (text, expected) in [
        ("", "the files contain no samples"),
        ("no sample\n", "bad:1: expected 'position | score | result'"),
        (
            &format!("{start} | 3 | 1\n{start} | x | 1\n"),
            "bad:2: score \"x\", expected a whole number",
        ),
        (
            "9/1/7/7/7/7/7/7/1/9 w - - - - 1 | 3 | 1\n",
            "bad:1: White has 0 biys",
        ),
    ] {
        fs::write(folder.join("bad"), text).unwrap();
        for command in ["tune", "wdl"] {
            let (code, _, errors) = status_and_output(&batyr(&[command, "bad"], folder));
            assert_eq!(code, Some(1), "{errors}");
            assert!(
                errors.starts_with(&format!("batyr {command}: ")),
                "{errors}"
            );
            assert!(errors.contains(expected), "{errors}");
        }
    }
    let (code, _, errors) = status_and_output(&batyr(&["tune", "missing"], folder));
    assert_eq!(code, Some(1));
    assert!(errors.contains("missing: No such file"), "{errors}");
    let (code, _, errors) = status_and_output(&batyr(&["tune", "bad", "--trust", "2"], folder));
    assert_eq!(code, Some(2));
    assert!(errors.contains("expected a number from 0 to 1"), "{errors}");
}

#[test]
fn a_network_is_trained_and_trained_further() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let args = "datagen --games 4 --nodes 60 --seed 7 --variant shatar -o one";
    let args: Vec<&str> = args.split(' ').collect();
    let (code, _, errors) = status_and_output(&batyr(&args, folder));
    assert_eq!(code, Some(0), "{errors}");

    let train = |more: &[&str]| {
        let common = ["train", "one", "--variant", "shatar", "--epochs", "2"];
        let args = [&common, more].concat();
        let (code, out, errors) = status_and_output(&batyr(&args, folder));
        assert_eq!((code, out.as_str()), (Some(0), ""), "{errors}");
        assert!(errors.contains("epoch 2: training error 0."), "{errors}");
        let held_out = "too few samples to hold any out";
        assert!(errors.contains(held_out), "{errors}");
    };
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    train(&["-o", "first"]);
    assert!(read("first").starts_with(b"Batyr network 1\n"));
    train(&["-o", "again"]);
    assert_eq!(read("first"), read("again"));
    train(&["-o", "other", "--seed", "2"]);
    assert_ne!(read("first"), read("other"));
    train(&["-o", "further", "--from", "first"]);
    assert_ne!(read("first"), read("further"));
    // With a learning rate of 0, the network does not change.
    train(&["-o", "same", "--from", "first", "--rate", "0"]);
    assert_eq!(read("first"), read("same"));

    for (args, expected) in [
        (
            "train one --variant shatra-kurin -o x",
            "shatra-kurin is not evaluated by a network",
        ),
        (
            "tune one --variant shatranj",
            "shatranj is evaluated by a network",
        ),
        (
            "train --variant shatar one --from one -o x",
            "one: not a network file: expected one",
        ),
        (
            "train --variant shatar one --from none -o x",
            "none: No such file",
        ),
        ("train one -o x", "--variant <ID>"),
        ("train --variant shatar none -o x", "none: No such file"),
        (
            "train --variant shatar one -o none/x",
            "none/x: No such file",
        ),
        ("train --variant shatar one --rate 1e39 -o x", "from 0 to 1"),
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        let (code, _, errors) = status_and_output(&batyr(&args, folder));
        let is_usage = args.contains(&"--rate") || !args.contains(&"--variant");
        assert_eq!(code, Some(if is_usage { 2 } else { 1 }), "{errors}");
        assert!(errors.contains(expected), "{errors}");
        assert!(!folder.join("x").exists());
    }
}

/// Returns the probability of a draw that a short search reports, in thousandths.
fn draw_probability(variant: &str, position: &str) -> u32 {
    let folder = tempfile::tempdir().unwrap();
    let commands = [
        &format!("setoption name UCI_Variant value {variant}"),
        "setoption name UCI_ShowWDL value true",
        &format!("position {position}"),
        "go depth 2",
    ];
    let (code, lines, errors) = status_and_output(&batyr(&commands, folder.path()));
    assert_eq!(code, Some(0), "{errors}");
    let (_, chances) = lines.rsplit_once(" wdl ").unwrap();
    let chances: Vec<u32> = chances.split(' ').take(3).flat_map(str::parse).collect();
    let [win, draw, loss] = chances[..] else {
        panic!("no chances in {lines}");
    };
    assert_eq!(win + draw + loss, 1000);
    draw
}

#[test]
fn the_probability_of_a_draw_depends_on_the_rules_and_the_men() {
    let ending = "spn 9/K/7/7/7/1S5/5s1/6k/1/9 w - - - - 1";
    let start = draw_probability("shatra", "startpos");
    assert!(draw_probability("shatra-original", "startpos") > 2 * start);
    assert!(draw_probability("shatra", ending) > 2 * start);
}

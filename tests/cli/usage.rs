//! Command lines that ask for help, are misspelt or lack a word.

use std::process::{Command, Output, Stdio};

use batyr::game::Variant;

use crate::program::stderr;

fn run(args: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_batyr"))
        .args(args.split(' '))
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn long_commands_require_an_amount() {
    for (command, expected) in [
        ("datagen", "--games <N>"),
        ("openings", "--count <N>"),
        ("perft", "expected a DEPTH, or --verify FILE"),
    ] {
        let output = run(command);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert!(output.stdout.is_empty(), "{command}");
    }
    // The argument has one name.
    for command in ["perft", "perft x", "perft 1 2", "perft --help"] {
        let output = run(command);
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(&output);
        assert!(text.contains("DEPTH") && !text.contains("<DEPTH"), "{text}");
    }
}

#[test]
fn misspelled_words_get_a_suggestion() {
    for (args, expected) in [
        (
            "anlyse startpos",
            "batyr: no subcommand 'anlyse'; did you mean 'analyse'?",
        ),
        (
            "help anlyse",
            "batyr: no subcommand 'anlyse'; did you mean 'analyse'?",
        ),
        (
            "anlyse startpos --depth 3",
            "batyr: no subcommand 'anlyse'; did you mean 'analyse'?",
        ),
        ("hlep", "batyr: no subcommand 'hlep'; did you mean 'help'?"),
        (
            "analyse startpos --dept 3",
            "a similar argument exists: '--depth'",
        ),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

#[test]
fn options_of_other_runners_get_a_hint() {
    for (args, expected) in [
        (
            "match -engine cmd=a -engine cmd=b -each tc=1",
            "tip: long options begin with two dashes: '--engine'",
        ),
        (
            "match --engine cmd=a -concurrency 2",
            "tip: long options begin with two dashes: '--concurrency'",
        ),
        (
            "analyse -depth 3 startpos",
            "tip: long options begin with two dashes: '--depth'",
        ),
        (
            "match --engine cmd=a --pgnout file=x",
            "tip: the games are written to games.sgn in the folder --out DIR",
        ),
        ("match --engine cmd=a -srand 7", "tip: --seed N"),
        ("match --engine cmd=a --srand 7", "tip: --seed N"),
        (
            "match --engine cmd=a --openings file=x format=epd",
            "tip: the option before 'format=epd' takes one value",
        ),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert!(!stderr(&output).contains("a similar argument"), "{args}");
    }
}

#[test]
fn words_of_an_option_may_be_arguments_of_their_own() {
    for (option, invalid) in [
        ("--sprt elo0=0 elo1=10 alpha=x", "alpha=x"),
        ("--sprt elo0=0,elo1=10 alpha=x", "alpha=x"),
        ("--resign count=3 score=600 twosided=true", "twosided=true"),
        ("--draw move=40 count=8 score=y", "score=y"),
    ] {
        let output = run(&format!(
            "match --engine cmd=a tc=1 --engine cmd=b tc=1 {option} --rounds 1"
        ));
        let (name, _) = option.split_once(' ').unwrap();
        let expected = format!("{name}: {invalid:?}, expected ");
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(stderr(&output).contains(&expected), "{}", stderr(&output));
    }
}

#[test]
fn help_and_commands_of_the_protocols_run_as_arguments() {
    for (args, expected) in [
        ("help analyse", "Usage: batyr analyse"),
        ("help match merge", "Usage: batyr match merge"),
        ("match help", "Usage: batyr match"),
        ("help", "isready"),
        ("help", "batyr help SUBCOMMAND"),
        ("isready", "readyok"),
        ("go depth 1", "bestmove"),
    ] {
        let output = run(args);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{args}");
        assert!(text.contains(expected), "{args}: {text}");
    }
}

#[test]
fn the_help_lists_the_variants_that_a_command_accepts() {
    let output = run("train --help");
    let text = String::from_utf8_lossy(&output.stdout);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let values = text.split("possible values: ").nth(1).unwrap();
    let values = values.split(']').next().unwrap();
    for variant in Variant::ALL {
        assert!(
            values.split(", ").any(|value| value == variant.id()),
            "{values}"
        );
    }
}

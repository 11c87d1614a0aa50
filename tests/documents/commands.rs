//! Runs the commands that the documents and the help show, so that no example becomes outdated.
//!
//! A shell runs each command in an `sh` block of the [`DOCUMENTS`] and each example in the help of
//! a subcommand. The commands of one document share a folder, which contains the files that they
//! name. Only the commands that build and test the program are left out ([`NOT_RUN`]). If a command
//! would take long, never end, or need software that a machine may not have, [`REPLACEMENTS`]
//! changes some of its words; nothing else is changed.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::send_signal;

/// The documents whose commands are run, with the files that the commands must write.
const DOCUMENTS: [(&str, &[&str]); 6] = [
    ("README.md", &["annotated.sgn", "games.html", "token"]),
    ("CONTRIBUTING.md", &["batyr-match/report.html"]),
    (
        "docs/cli.md",
        &[
            "annotated.sgn",
            "games.html",
            "_batyr",
            ".local/share/man/man1/batyr.1",
        ],
    ),
    ("docs/cluster/README.md", &["shared/test/report.html"]),
    (
        "docs/match.md",
        &[
            "part4/games.jsonl",
            "whole/report.html",
            "fixed/games.jsonl",
        ],
    ),
    (
        "docs/training.md",
        &[
            "better.net",
            "round2.samples",
            "wdl.svg",
            "my.openings",
            "tuned.spsa",
        ],
    ),
];

/// The beginnings of commands that are not run; some of them would run this test.
const NOT_RUN: [&str; 6] = [
    ".ci/run",
    "cargo bench",
    "cargo build",
    "cargo doc",
    "cargo install",
    "cargo test",
];

/// The maximum length of README.md, in lines.
const MAX_README_LINES: usize = 120;

const PROGRAM: &str = env!("CARGO_BIN_EXE_batyr");

/// The subcommands whose examples are not run: they take long, and are also in docs/match.md.
const LONG_EXAMPLES: [&[&str]; 2] = [&["match"], &["compliance"]];

/// Text that is replaced in the examples, with the replacements. Each must occur in an example.
const REPLACEMENTS: [(&str, &str); 46] = [
    // The program is already built.
    ("cargo run --release --", "batyr"),
    // Less work.
    ("go movetime 2000", "go movetime 20"),
    ("\"go depth 8\"", "\"go depth 2\""),
    ("go perft 4", "go perft 2"),
    ("batyr perft 4", "batyr perft 2"),
    ("batyr bench", "batyr bench 1"),
    ("--multipv 3", "--multipv 3 --nodes 1000"),
    ("--movetime 1000", "--movetime 20"),
    (
        "positions.txt --jobs 2",
        "positions.txt --jobs 2 --nodes 1000",
    ),
    (
        "positions.txt --jobs 4",
        "positions.txt --jobs 4 --nodes 1000",
    ),
    ("games.sgn --nodes 100000 -o", "games.sgn -o"),
    ("-o annotated.sgn", "-o annotated.sgn --nodes 200"),
    ("--games - --sgn", "--games - --sgn --nodes 200"),
    ("--depth 12", "--depth 2"),
    (
        "--each tc=5+0.05 --rounds 1000",
        "--each nodes=50 --rounds 1",
    ),
    (
        "--each tc=5+0.05 --rounds 100 ",
        "--each nodes=50 --rounds 1 ",
    ),
    (
        "--each tc=0.2+0.002 --rounds 1000",
        "--each nodes=50 --rounds 1",
    ),
    (
        "--each nodes=5000 --rounds 500",
        "--each nodes=50 --rounds 4",
    ),
    (
        "--count 50",
        "--count 1 --plies 1 --bound 900 --nodes 50 --verify 50 --follow 0",
    ),
    (
        "--collect 100 --variant shatra-kurin --seed 7",
        // The first game of this seed ends with a win that is quickly proved.
        "--collect 1 --play 50 --variant shatra-kurin --seed 2",
    ),
    (
        "--each tc=40/60+0.5:20/30:10+0.1 --rounds 500",
        "--each tc=20/1:20/0.5:1+0.05 --rounds 1 --max-plies 60",
    ),
    ("tc=60b2", "tc=0.5b0.1"),
    (
        "--each tc=60d2 --rounds 500",
        "--each tc=0.5d0.1 --rounds 1 --max-plies 20",
    ),
    ("--prolong 1500", "--prolong 2"),
    ("--games 20000", "--games 3 --nodes 50"),
    ("--games 10000", "--games 2 --nodes 50 --overwrite"),
    (
        "--each tc=1+0.01 --rounds 500",
        "--each nodes=50 --rounds 1",
    ),
    (
        "nodes=10000 --all",
        "nodes=50 --pairs 1 --parameter MultiPV",
    ),
    ("nodes=10000 option.Hash=16", "nodes=50 option.Hash=1"),
    ("--pairs 5000", "--pairs 1"),
    ("--variant shatra --minutes 30", "--nodes 50 --leaves 1"),
    ("--nodes 1000 --leaves 8", "--nodes 50 --leaves 1"),
    // Only a build for tuning has these options.
    ("--parameter RFP_MARGIN", "--parameter MultiPV"),
    (
        "--parameter LMR_HISTORY:8192:1000",
        "--parameter 'Skill Level:9'",
    ),
    ("shatra-original --men 3", "shatra-original --men 2"),
    ("'9/1/K6/7/3Q3/7/7/k6/1/9 w'", "'9/1/K6/7/7/7/7/k6/1/9 w'"),
    ("--time 5:00+3", "--time 0:01+0"),
    // A compliance check takes 15 seconds; this engine fails at once.
    // tests/tournament/compliance.rs runs complete checks.
    ("compliance ./my-engine", "compliance ./no-engine"),
    // Some machines do not have these programs, and some shells have no fpath.
    ("cmd=fairy-stockfish", "cmd=batyr name=other"),
    ("sbatch --array=1-4 --wrap", "SLURM_ARRAY_TASK_ID=1 bash -c"),
    ("/data/part", "data"),
    ("man -l -", "cat"),
    ("| less", "| cat"),
    ("jq .result", "cat"),
    ("${fpath[1]}", "."),
    // The ports may be in use.
    ("0.0.0.0:3535", "127.0.0.1:0"),
];

fn help_of(words: &[String]) -> String {
    let output = Command::new(PROGRAM).args(words).arg("--help").output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

/// Returns the words of every subcommand that a help lists, with its help.
fn subcommands() -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let mut unread = vec![Vec::new()];
    while let Some(words) = unread.pop() {
        let help = help_of(&words);
        let is_heading = |line: &&str| matches!(*line, "Subcommands:" | "Commands:");
        let list = help.lines().skip_while(|line| !is_heading(line)).skip(1);
        for line in list.take_while(|line| !line.is_empty()) {
            let name = line.split_whitespace().next().unwrap();
            unread.push([&words[..], &[name.to_owned()]].concat());
        }
        found.push((words, help));
    }
    assert!(found.len() > 20, "{found:?}");
    found
}

/// Returns the examples in the help of the subcommands; those of the program itself are in the
/// documents.
fn commands_of_help() -> Vec<String> {
    let mut commands = Vec::new();
    for (words, help) in subcommands() {
        if words.is_empty() || LONG_EXAMPLES.iter().any(|long| words == *long) {
            continue;
        }
        let lines = help.lines().skip_while(|line| *line != "Examples:");
        let lines = lines.skip(1).map_while(|line| line.strip_prefix("  "));
        commands.extend(lines.map(str::to_owned));
    }
    assert!(commands.len() > 30, "{commands:?}");
    commands
}

#[test]
fn every_help_fits_eighty_columns() {
    for (words, help) in subcommands() {
        let is_wide = |line: &&str| line.chars().count() > 80;
        let wide: Vec<&str> = help.lines().filter(is_wide).collect();
        assert!(wide.is_empty(), "{words:?}: {wide:?}");
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the commands of the `sh` blocks of a document. A line that sets the variable `MATCH` is
/// put before each command that follows it in its block.
fn commands_of_document(name: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(name)).unwrap();
    let mut commands: Vec<String> = Vec::new();
    let (mut in_block, mut continues, mut assignment) = (false, false, String::new());
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = line == "```sh";
            assignment.clear();
            continue;
        }
        if !in_block || line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (part, is_continued) = match line.strip_suffix('\\') {
            Some(part) => (part, true),
            None => (line, false),
        };
        match commands.last_mut() {
            Some(command) if continues => command.push_str(part.trim_start()),
            _ if line.starts_with("MATCH=") => assignment = format!("{line}; "),
            _ => commands.push(format!("{assignment}{part}")),
        }
        continues = is_continued;
    }
    commands.retain(|command| {
        !NOT_RUN
            .iter()
            .any(|beginning| command.starts_with(beginning))
    });
    assert!(!commands.is_empty(), "{name} has no commands");
    commands
}

/// Returns the command with the replacements made.
fn with_replacements(command: &str) -> String {
    REPLACEMENTS
        .iter()
        .fold(command.to_owned(), |command, (text, replacement)| {
            command.replace(text, replacement)
        })
}

/// Writes all files that the examples name to a folder.
fn write_inputs(folder: &Path) {
    let game = "[Event \"x\"]\n\n1. d1-d6 c10-c8 1/2-1/2\n";
    fs::write(folder.join("games.sgn"), game).unwrap();
    fs::write(folder.join("old.sgn"), game).unwrap();
    fs::write(folder.join("positions.txt"), "startpos\n").unwrap();
    fs::write(folder.join("positions.spn"), "startpos\n").unwrap();
    fs::write(folder.join("suite.epd"), "startpos bm d5-d6; id \"one\";\n").unwrap();
    fs::write(folder.join("openings.txt"), "# a book\nd1-d6 c10-c8 # +8\n").unwrap();
    let words = ["convert", "position", "startpos", "--to", "picture"];
    let output = Command::new(PROGRAM).args(words).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // The fields of SPN after the board are given on the command line.
    let picture: Vec<&str> = text.lines().take(14).collect();
    fs::write(folder.join("picture.txt"), picture.join("\n")).unwrap();
    for name in ["tests", "docs"] {
        symlink(root().join(name), folder.join(name)).unwrap();
    }
    for name in ["batyr", "batyr-new", "batyr-old"] {
        symlink(PROGRAM, folder.join(name)).unwrap();
    }
    // The folders where shells look for completions.
    for shell_folder in [
        ".local/share/bash-completion/completions",
        ".config/fish/completions",
    ] {
        fs::create_dir_all(folder.join(shell_folder)).unwrap();
    }
}

/// Returns a command that runs a script in a folder, which is also its home folder.
fn shell(folder: &Path, script: &str) -> Command {
    let path = std::env::var("PATH").unwrap();
    let mut command = Command::new("bash");
    command
        .args(["-o", "pipefail", "-c", script])
        .current_dir(folder)
        .env("HOME", folder)
        .env("PATH", format!("{}:{path}", folder.display()))
        .env_remove("BATYR_TOKEN")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Checks that a server listens and exits cleanly after a signal.
fn check_server(source: &str, folder: &Path, command: &str) {
    let ports = match command.contains("--tcp") {
        true => "",
        false => "--tcp 127.0.0.1:0 --websocket 127.0.0.1:0",
    };
    // Anything appended after the comment would be ignored.
    let command = command.split('#').next().unwrap();
    let script = match command.contains("batyr board") {
        // No browser opens, and the port is free.
        true => "exec batyr board --no-open --listen 127.0.0.1:0".to_owned(),
        false => command.replace("batyr serve", &format!("exec batyr serve {ports}")),
    };
    let mut server = shell(folder, &script).spawn().unwrap();
    let mut first_line = String::new();
    let mut out = BufReader::new(server.stdout.take().unwrap());
    out.read_line(&mut first_line).unwrap();
    send_signal(server.id(), "INT");
    let output = server.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        first_line.contains("127.0.0.1:"),
        "{source}: {command}: {first_line} {errors}"
    );
    assert!(output.status.success(), "{source}: {command}: {errors}");
}

/// Runs the commands of a document or of the help in one folder, and checks that they write these
/// files there.
fn run_commands(source: &str, commands: &[String], expected_files: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    for original in commands {
        let command = with_replacements(original);
        if ["batyr serve", "batyr board"]
            .iter()
            .any(|server| command.contains(server))
        {
            check_server(source, folder.path(), &command);
            continue;
        }
        let output = shell(folder.path(), &command).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        let expected = i32::from(command.contains("./no-engine"));
        assert_eq!(
            output.status.code(),
            Some(expected),
            "{source}: {original}\n(run as {command})\n{errors}"
        );
        assert!(!errors.contains("error:"), "{source}: {command}: {errors}");
    }
    for file in expected_files {
        let size = folder.path().join(file).metadata().map(|data| data.len());
        assert!(
            size.is_ok_and(|size| size > 0),
            "{source}: no {file}, or an empty one"
        );
    }
}

#[test]
fn every_replacement_is_used() {
    let mut commands = commands_of_help();
    for (name, _) in DOCUMENTS {
        commands.extend(commands_of_document(name));
    }
    let commands = commands.join("\n");
    for (text, _) in REPLACEMENTS {
        assert!(commands.contains(text), "no example contains {text:?}");
    }
}

#[test]
fn every_example_of_the_help_works() {
    let expected_files = [
        "positions.jsonl",
        "board.svg",
        "games.jsonl",
        "new.sgn",
        "solved.jsonl",
        "kurin.wins",
    ];
    run_commands("the help", &commands_of_help(), &expected_files);
}

#[test]
fn every_command_of_the_documents_works() {
    for (name, expected_files) in DOCUMENTS {
        let commands = commands_of_document(name);
        for bare in [" positions.txt", " games.sgn"] {
            let all = commands.join("\n");
            assert!(
                !all.contains(bare),
                "{name}: {bare} is not in the repository"
            );
        }
        run_commands(name, &commands, expected_files);
    }
}

#[test]
fn the_readme_is_short() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let lines = text.lines().count();
    assert!(
        lines <= MAX_README_LINES,
        "README.md has {lines} lines, expected at most {MAX_README_LINES}"
    );
}

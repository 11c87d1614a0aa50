//! Runs `batyr match` in a temporary folder and reads the files that it writes.

// Tests that need Linux use the most of it.
#![cfg_attr(not(target_os = "linux"), allow(dead_code))]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use batyr::tournament::GameReport;

/// The program under test, which also serves as an engine and as the keeper.
pub const BATYR: &str = env!("CARGO_BIN_EXE_batyr");

/// A temporary folder that is removed on drop.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("batyr-{name}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Anything that cannot be removed is left to the operating system.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns a `batyr match` command that writes to `out`.
pub fn batyr_match(args: &[&str], out: &Path) -> Command {
    let mut command = Command::new(BATYR);
    command.arg("match").args(args).arg("--out").arg(out);
    command.env_remove("RUST_LOG");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Returns the arguments for two instances of this engine, named A and B, with these settings.
pub fn two_engines(each: &str) -> Vec<String> {
    let engine = |name: &str| {
        let args = ["--engine", &format!("cmd={BATYR}"), &format!("name={name}")];
        args.map(str::to_owned)
    };
    let mut args = [engine("A"), engine("B")].concat();
    args.push("--each".to_owned());
    args.extend(each.split(' ').map(str::to_owned));
    args
}

/// Returns the arguments for an engine that has this fault after these turns.
pub fn bad_engine(fault: &str, turns: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_engines");
    let args = format!(
        "args={} {fault} {turns}",
        folder.join("engine.py").display()
    );
    let args = ["--engine", "cmd=python3", "name=Bad", &args];
    args.map(str::to_owned).to_vec()
}

/// Runs the command and asserts that its exit status is 0.
pub fn run_successfully(command: &mut Command) -> Output {
    let output = command.output().expect("batyr runs");
    assert!(output.status.success(), "{}", all_output(&output));
    output
}

/// Returns the exit status and all output of a process.
pub fn all_output(output: &Output) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    format!(
        "{}\n{}\n{}",
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    )
}

/// Returns the games in a folder, by number.
pub fn games(folder: &Path) -> BTreeMap<u32, GameReport> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("games.jsonl");
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let report: GameReport = serde_json::from_str(line).expect("a report");
        let duplicate = games.insert(report.game, report);
        assert!(duplicate.is_none(), "a game occurs twice");
    }
    games
}

/// Returns the part of a report that is the same in every run of the tournament: everything but the
/// times.
pub fn reproducible_part(report: &GameReport) -> String {
    let turns: Vec<_> = report
        .turns
        .iter()
        .map(|turn| {
            format!(
                "{} {:?} {:?} {:?}",
                turn.turn, turn.score, turn.depth, turn.nodes
            )
        })
        .collect();
    format!(
        "{} {} {} {} {:?} {} {:?}\n{}",
        report.game,
        report.round,
        report.white,
        report.black,
        report.opening,
        report.result.text(),
        report.end,
        turns.join("\n")
    )
}

/// Returns the reproducible parts of all reports, in the order of the games.
pub fn reproducible_parts(folder: &Path) -> Vec<String> {
    games(folder).values().map(reproducible_part).collect()
}

//! `batyr match` as a process, and the files that it writes.

#![allow(dead_code)] // each test program uses a part of it

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use batyr::tournament::GameReport;

/// The program under test.
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
        // Anything that cannot be removed is left to the system.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns a command line of `batyr match`.
pub fn batyr_match(words: &[&str], out: &Path) -> Command {
    let mut command = Command::new(BATYR);
    command.arg("match").args(words).arg("--out").arg(out);
    command.env_remove("RUST_LOG");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Returns the arguments of two engines of this program, named A and B.
pub fn two_engines(each: &str) -> Vec<String> {
    let engine = |name: &str| {
        let words = ["--engine", &format!("cmd={BATYR}"), &format!("name={name}")];
        words.map(str::to_owned)
    };
    let mut words = [engine("A"), engine("B")].concat();
    words.push("--each".to_owned());
    words.extend(each.split(' ').map(str::to_owned));
    words
}

/// Returns the arguments of an engine that has this fault after these turns.
pub fn bad_engine(fault: &str, turns: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_engines");
    let args = format!(
        "args={} {fault} {turns}",
        folder.join("engine.py").display()
    );
    let words = ["--engine", "cmd=python3", "name=Bad", &args];
    words.map(str::to_owned).to_vec()
}

/// Runs the command to its end and asserts that the exit status is 0.
pub fn succeed(command: &mut Command) -> Output {
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
        let twice = games.insert(report.game, report);
        assert!(twice.is_none(), "a game occurs twice");
    }
    games
}

/// Returns the parts of a report that are the same in every run of the tournament: everything but
/// times.
pub fn course(report: &GameReport) -> String {
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

/// Returns the courses of all games.
pub fn courses(folder: &Path) -> Vec<String> {
    games(folder).values().map(course).collect()
}

/// Waits for the end of a process, and kills it after `timeout`.
pub fn wait(child: &mut Child, timeout: Duration) -> std::process::ExitStatus {
    let end = Instant::now() + timeout;
    while Instant::now() < end {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("the process does not end");
}

/// Returns the command lines of the processes that carry a mark in their
/// environment.
pub fn processes_marked(mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let folder = entry.path();
        let environment = fs::read(folder.join("environ")).unwrap_or_default();
        let environment = String::from_utf8_lossy(&environment);
        if environment.contains(mark) {
            let line = fs::read(folder.join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            found.push(format!("{}: {line}", entry.file_name().to_string_lossy()));
        }
    }
    found
}

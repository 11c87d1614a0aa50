//! Games played by the tournament runner, with slots for engines and checks of their processes.

// Tests that need Linux use the most of it.
#![cfg_attr(not(target_os = "linux"), allow(dead_code))]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::scratch::BATYR;
use batyr::game::Variant;
use batyr::tournament::{
    AdjudicationRules, EngineSlot, EngineSpec, GameReport, GameTask, Launcher, Opening, RunControl,
    ScheduledGame, Timeouts, TurnReport, play,
};

/// Short limits, so that faults are detected quickly.
pub const TIMEOUTS: Timeouts = Timeouts {
    start_ms: 3000,
    ready_ms: 1000,
    grace_ms: 500,
    untimed_ms: 3000,
    is_untimed_fixed: false,
    quit_ms: 500,
};

/// The settings of a game, and the turns that the runner reported.
pub struct TestGame {
    pub variant: Variant,
    pub opening: Opening,
    pub adjudication: AdjudicationRules,
    /// The turns that were reported during the game.
    pub reported: Vec<TurnReport>,
}

impl TestGame {
    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            opening: Opening::default(),
            adjudication: AdjudicationRules::default(),
            reported: Vec::new(),
        }
    }

    /// Plays a game.
    pub fn play(&mut self, white: &mut EngineSlot, black: &mut EngineSlot) -> GameReport {
        self.play_until(white, black, &RunControl::new())
    }

    /// Plays a game under this control.
    pub fn play_until(
        &mut self,
        white: &mut EngineSlot,
        black: &mut EngineSlot,
        control: &RunControl,
    ) -> GameReport {
        let task = GameTask {
            scheduled: ScheduledGame {
                game: 1,
                round: 1,
                encounter: 1,
                white: 0,
                black: 1,
            },
            variant: self.variant,
            opening: self.opening.clone(),
            options: Default::default(),
        };
        let mut reported = Vec::new();
        let mut on_turn = |turn: &TurnReport| reported.push(turn.clone());
        let report = play(
            &task,
            white,
            black,
            &self.adjudication,
            control,
            &mut on_turn,
        );
        self.reported = reported;
        report
    }
}

/// Returns a slot (one side's engine) with these settings.
pub fn slot_with(words: &[&str], timeout: Timeouts) -> EngineSlot {
    let spec = EngineSpec::from_words(&[""; 0], words).unwrap();
    EngineSlot::new(spec, Launcher::with_keeper(BATYR), timeout)
}

/// Returns a slot for this engine.
pub fn batyr_slot(words: &[&str]) -> EngineSlot {
    let program = format!("cmd={BATYR}");
    let mut all = vec![program.as_str()];
    all.extend(words);
    slot_with(&all, Timeouts::default())
}

/// Returns a variable for the environment of this test's engines, by which they and their children
/// are found.
pub fn process_mark(test: &str) -> String {
    format!("BATYR_MARK={test}-{}", std::process::id())
}

/// Returns the live processes that have this mark in their environment or arguments.
pub fn processes_with_mark(mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let path = entry.path();
        let read = |name| fs::read(path.join(name)).unwrap_or_default();
        let texts = ["environ", "cmdline"].map(read);
        let has_mark = |text: &Vec<u8>| text.split(|&c| c == 0).any(|word| word == mark.as_bytes());
        if texts.iter().any(has_mark) {
            let line = String::from_utf8_lossy(&texts[1]).replace('\0', " ");
            found.push(format!("{}: {line}", path.display()));
        }
    }
    found
}

/// Returns a slot for a bad engine whose processes have the mark. The engine plays `turns` before
/// its fault.
pub fn bad_slot(fault: &str, turns: &str, mark: &str, words: &[&str]) -> EngineSlot {
    let engine = script("engine.py");
    slot_with_mark(
        &["python3", &engine.display().to_string(), fault, turns],
        mark,
        words,
    )
}

/// Returns a slot for a command whose processes have the mark.
pub fn slot_with_mark(command: &[&str], mark: &str, words: &[&str]) -> EngineSlot {
    let args = format!("args={mark} {}", command.join(" "));
    let mut all = vec!["name=Bad", "cmd=env", "nodes=1", args.as_str()];
    all.extend(words);
    slot_with(&all, TIMEOUTS)
}

/// Asserts that the processes with this mark end within `timeout`.
pub fn assert_none_left(mark: &str, timeout: Duration) {
    const INTERVAL: Duration = Duration::from_millis(10);
    let mut left = Vec::new();
    // The time is counted by looks, since a machine that was suspended gives no process any.
    for _ in 0..timeout.as_millis() / INTERVAL.as_millis() {
        left = processes_with_mark(mark);
        if left.is_empty() {
            return;
        }
        std::thread::sleep(INTERVAL);
    }
    panic!("{}", left.join("\n"));
}

/// Returns the children of this process that have exited but have not been reaped.
#[cfg(target_os = "linux")]
fn zombies() -> BTreeSet<i32> {
    use batyr::tournament::process_tree::stat;
    use rustix::process::{Pid, getpid};
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|&id| {
        let stat = Pid::from_raw(id).and_then(stat);
        stat.is_some_and(|stat| stat.state == 'Z' && stat.parent == Some(getpid()))
    })
    .collect()
}

#[cfg(not(target_os = "linux"))]
fn zombies() -> BTreeSet<i32> {
    BTreeSet::new()
}

/// Asserts that no child of this process remains unreaped. Children of other
/// tests, which run at the same time, may be unreaped for a moment.
pub fn assert_no_zombies() {
    let mut remaining = zombies();
    let deadline = Instant::now() + Duration::from_secs(3);
    while !remaining.is_empty() {
        assert!(Instant::now() < deadline, "{remaining:?}");
        std::thread::sleep(Duration::from_millis(20));
        remaining = &remaining & &zombies();
    }
}

/// Returns the path of a script in tests/bad_engines.
pub fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/bad_engines")
        .join(name)
}

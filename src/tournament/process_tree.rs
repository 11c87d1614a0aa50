//! The descendants of a process, found in `/proc` (Linux only).
//!
//! A process that leaves its process group, as `setsid` does, is still a descendant of the one that
//! started it; if its own parent ends, it becomes a child of the next ancestor that adopts
//! orphans. An adopter can therefore find and end all processes that stem from it. What another
//! program starts on request, such as systemd or a container engine, is no descendant.

use std::collections::HashMap;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// How long processes are killed: those that a dying one has just started are found by the next
/// look. A process that the system can't end, because it waits for a device, is given up.
const LIMIT: Duration = Duration::from_secs(1);
/// The time between two looks.
const INTERVAL: Duration = Duration::from_millis(2);

/// Kills all descendants of a process until none is left. The process itself goes on.
pub fn kill_descendants(root: Pid) {
    let deadline = Instant::now() + LIMIT;
    loop {
        let found = live_descendants(root);
        if found.is_empty() {
            return;
        }
        for process in found {
            // It may have ended by itself.
            let _ = kill_process(process, Signal::KILL);
        }
        if Instant::now() > deadline {
            return;
        }
        sleep(INTERVAL);
    }
}

/// Returns the descendants of a process that have not ended.
fn live_descendants(root: Pid) -> Vec<Pid> {
    let mut children: HashMap<Pid, Vec<(Pid, bool)>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.parse().ok());
        if let Some(process) = id.and_then(Pid::from_raw)
            && let Some((parent, is_live)) = parent_and_state(process)
        {
            children.entry(parent).or_default().push((process, is_live));
        }
    }
    let mut found = Vec::new();
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        for (process, is_live) in children.remove(&parent).unwrap_or_default() {
            parents.push(process);
            if is_live {
                found.push(process);
            }
        }
    }
    found
}

/// Returns the parent of a process, and whether the process has not ended.
fn parent_and_state(process: Pid) -> Option<(Pid, bool)> {
    let line = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()?;
    // The name, which may contain any character, is followed by the state and the parent.
    let (_, rest) = line.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace();
    let is_live = !matches!(fields.next()?, "Z" | "X");
    let parent = Pid::from_raw(fields.next()?.parse().ok()?)?;
    Some((parent, is_live))
}

//! The descendants of a process, found in `/proc` (Linux only).
//!
//! A process that leaves its process group, as `setsid` does, is still a descendant of the one that
//! started it; if its own parent ends, it becomes a child of the next ancestor that adopts
//! orphans. An adopter can therefore find and end all processes that descend from it. Processes
//! that another program (systemd or a container engine, say) starts on request are not descendants.

use std::collections::HashMap;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// The time limit for killing. Processes that a dying one has just started are found by the next
/// scan; one that the system can't end, because it waits for a device, is left.
const LIMIT: Duration = Duration::from_secs(1);
/// The time between two scans.
const INTERVAL: Duration = Duration::from_millis(2);

/// Kills the descendants of a process, not the process itself, until none is left or time is up.
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
            && let Some(stat) = stat(process)
            && let Some(parent) = stat.parent
        {
            let children = children.entry(parent).or_default();
            children.push((process, stat.is_live()));
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

/// What the system says about a process.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ProcessStat {
    /// The state, such as `T` for a stopped process.
    pub state: char,
    /// The parent; `None` if it is invisible to this process.
    pub parent: Option<Pid>,
    /// The process group; `None` if it is invisible to this process.
    pub group: Option<Pid>,
    /// The session; `None` if it is invisible to this process.
    pub session: Option<Pid>,
}

impl ProcessStat {
    /// Returns whether the process has not ended.
    pub const fn is_live(&self) -> bool {
        !matches!(self.state, 'Z' | 'X')
    }
}

/// Returns what the system says about a process; `None` if there is no such process.
pub fn stat(process: Pid) -> Option<ProcessStat> {
    let line = fs::read(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()?;
    parse_stat(&String::from_utf8_lossy(&line))
}

/// Parses the content of `/proc/PID/stat`.
fn parse_stat(line: &str) -> Option<ProcessStat> {
    // The name, which may contain any byte, is followed by the state, the parent, the group
    // and the session. For an id that is invisible to this process, as in a container, the system
    // writes 0 (pid_namespaces(7)), for which rustix has no value. For the group and session of a
    // process that is just ending, the system writes -1, which rustix does not accept.
    let (_, rest) = line.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?.chars().next()?;
    let mut next_id = || Some(Pid::from_raw(fields.next()?.parse::<i32>().ok()?.max(0)));
    Some(ProcessStat {
        state,
        parent: next_id()?,
        group: next_id()?,
        session: next_id()?,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn the_fields_after_the_name_are_parsed() {
        let stat = |state, [parent, group, session]: [i32; 3]| {
            Some(ProcessStat {
                state,
                parent: Pid::from_raw(parent),
                group: Pid::from_raw(group),
                session: Pid::from_raw(session),
            })
        };
        assert_eq!(parse_stat("7 (a) S 1 7 7 0 -1 4"), stat('S', [1, 7, 7]));
        assert_eq!(parse_stat("7 (a) T 9) R 3 4 5 0"), stat('R', [3, 4, 5]));
        assert_eq!(parse_stat("7 (a) Z 0 -1 -1 0"), stat('Z', [0; 3]));
        for bad in ["", "7 (a", "7 (a)", "7 (a) S 1 2", "7 (a) S 1 x 3"] {
            assert_eq!(parse_stat(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_process_whose_name_is_not_utf8_is_found() {
        let script = r"printf '\377' > /proc/$$/comm; echo; read line";
        let mut child = Command::new("sh")
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut renamed = [0];
        let output = child.stdout.as_mut().unwrap();
        output.read_exact(&mut renamed).unwrap();
        let found = live_descendants(rustix::process::getpid());
        // The end of its input ends the shell.
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(found.contains(&Pid::from_child(&child)), "{found:?}");
    }
}

//! `batyr keep`: a process between a tournament runner and an engine.
//!
//! **The decision:** the keeper leads a process group in which the engine and
//! all its children live, and shares the engine's three standard streams
//! without reading them. When the runner is gone, for whatever reason, its end
//! of the keeper's stdin is closed; the group then gets a moment to end by
//! itself and is killed. When the engine ends, its children are killed, and the
//! keeper exits with the engine's exit status. Only a process that leaves the
//! group by itself (a daemon) survives.

use std::ffi::OsString;
use std::process::{Command, ExitCode, ExitStatus};

use clap::Args;

use super::stderr::complain;

/// The exit status if the engine can't be started, the same as in shells.
const NOT_STARTED: u8 = 127;

/// Run a program that does not outlive whoever started this
#[derive(Args, Debug, Clone)]
pub struct KeepArgs {
    /// Run it on these processors only (numbered from 0; on Linux)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    cpus: Vec<usize>,

    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// Runs the program and returns its exit status; 128 plus the number of the
/// signal if one ended it, 127 if it can't be started.
pub fn run(args: &KeepArgs) -> ExitCode {
    let Some((program, rest)) = args.program.split_first() else {
        return ExitCode::from(NOT_STARTED);
    };
    let fail = |error: &std::io::Error| {
        complain!("batyr keep: {}: {error}", program.display());
        ExitCode::from(NOT_STARTED)
    };
    if let Err(error) = group::choose_cpus(&args.cpus) {
        return fail(&error);
    }
    let mut child = match Command::new(program).args(rest).spawn() {
        Ok(child) => child,
        Err(error) => return fail(&error),
    };
    group::let_go_of_output();
    group::watch_runner();
    let status = child.wait();
    group::leave_and_clear(&status);
    ExitCode::from(status.map_or(NOT_STARTED, exit_status))
}

fn exit_status(status: ExitStatus) -> u8 {
    // The system keeps eight bits of an exit status.
    let code = status.code().unwrap_or_else(|| 128 + group::signal(status));
    u8::try_from(code).unwrap_or(u8::MAX)
}

#[cfg(unix)]
mod group {
    use crate::cli::stderr::complain;
    use std::io;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;
    use std::thread::{sleep, spawn};
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, getpid, getppid, kill_process_group, setpgid};

    /// How long an engine may outlive its runner.
    const LAST_WILL: Duration = Duration::from_secs(1);

    /// Returns the number of the signal that ended a process.
    pub fn signal(status: ExitStatus) -> i32 {
        status.signal().unwrap_or_default()
    }

    /// Closes this process's own stdout, so that the runner notices when the
    /// engine closes it.
    pub fn let_go_of_output() {
        // Without /dev/null the runner only notices later.
        if let Ok(nothing) = std::fs::File::create("/dev/null") {
            let _ = rustix::stdio::dup2_stdout(nothing);
        }
    }

    /// Starts a thread that kills the group when the runner is gone: only the
    /// runner can close the other end of stdin. The input on stdin is left to
    /// the engine.
    pub fn watch_runner() {
        spawn(|| {
            let stdin = io::stdin();
            loop {
                let mut watched = [PollFd::new(&stdin, PollFlags::empty())];
                match poll(&mut watched, None) {
                    Ok(0) | Err(Errno::INTR) => {}
                    _ => break,
                }
            }
            sleep(LAST_WILL);
            kill_group();
        });
    }

    /// Kills the processes that the engine has left behind, but not this one,
    /// which must still return the exit status: it moves to the runner's group
    /// first. If it can't, it prints the status on stderr.
    pub fn leave_and_clear(status: &io::Result<ExitStatus>) {
        let runner = getppid().and_then(group_of);
        let flight = runner.map(|group| setpgid(None, Some(group)));
        if !matches!(flight, Some(Ok(()))) {
            let told = status
                .as_ref()
                .map_or_else(ToString::to_string, ToString::to_string);
            complain!("batyr keep: the engine ended with {told}");
        }
        kill_group();
    }

    /// Returns the group of a process. The system call would return 0 for a
    /// process that this one may not see, and 0 means something else.
    #[cfg(target_os = "linux")]
    fn group_of(process: Pid) -> Option<Pid> {
        let path = format!("/proc/{}/stat", process.as_raw_nonzero());
        let line = std::fs::read_to_string(path).ok()?;
        // The fields behind the name, which may contain anything, are the
        // state, the parent and the group.
        let (_, rest) = line.rsplit_once(')')?;
        let group = rest.split_ascii_whitespace().nth(2)?.parse().ok()?;
        Pid::from_raw(group)
    }

    #[cfg(not(target_os = "linux"))]
    fn group_of(process: Pid) -> Option<Pid> {
        rustix::process::getpgid(Some(process)).ok()
    }

    fn kill_group() {
        // This fails if the group has no members.
        let _ = kill_process_group(getpid(), Signal::KILL);
    }

    /// Restricts this process, and so its engine, to some processors.
    #[cfg(target_os = "linux")]
    pub fn choose_cpus(cpus: &[usize]) -> io::Result<()> {
        use rustix::thread::{CpuSet, sched_setaffinity};
        if cpus.is_empty() {
            return Ok(());
        }
        let mut set = CpuSet::new();
        for &cpu in cpus.iter().filter(|&&cpu| cpu < CpuSet::MAX_CPU) {
            set.set(cpu);
        }
        let refuse = |error: Errno| {
            let what = format!("processors {cpus:?}: {error}");
            io::Error::new(io::Error::from(error).kind(), what)
        };
        sched_setaffinity(None, &set).map_err(refuse)
    }

    /// Does nothing: elsewhere engines run where the system puts them.
    #[cfg(not(target_os = "linux"))]
    pub fn choose_cpus(_: &[usize]) -> io::Result<()> {
        Ok(())
    }
}

/// The replacement for systems without process groups, where nothing is killed.
#[cfg(not(unix))]
mod group {
    pub fn signal(_: std::process::ExitStatus) -> i32 {
        0
    }

    pub fn let_go_of_output() {}

    pub fn watch_runner() {}

    pub fn leave_and_clear(_: &std::io::Result<std::process::ExitStatus>) {}

    pub fn choose_cpus(_: &[usize]) -> std::io::Result<()> {
        Ok(())
    }
}

//! `batyr keep`: the keeper, a process between a tournament runner and an engine.
//!
//! The keeper leads a process group that contains the engine and all its children,
//! and shares the engine's three standard streams without reading them. When the
//! runner exits, for whatever reason, its end of the keeper's stdin is closed; the
//! group then has a second to exit before it is killed. When the engine exits, its
//! children are killed, and the keeper exits with the engine's exit status.
//!
//! On Linux, the keeper also adopts the orphans among the engine's descendants, so that it finds
//! and kills those that have left the group, such as daemons. On other Unix systems, daemons
//! survive. On Windows there is no keeper: the runner ends only the engine itself.

use std::ffi::OsString;
use std::process::{Command, ExitCode, ExitStatus};

use clap::Parser;

use super::error::CliError;
use crate::tournament::player::{KEEP_SUBCOMMAND, KEEPER_NAME, SHORTAGE_STATUS, Shortage};

/// The exit status if the engine can't be started through its own fault, the same as in shells.
const NOT_STARTED: u8 = 127;

/// Run a program and kill it when the calling process exits
#[derive(Parser, Debug, Clone)]
#[command(name = KEEPER_NAME)]
pub struct KeepArgs {
    /// Processors on which to run the program, numbered from 0 (Linux only)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    cpus: Vec<usize>,

    /// Program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

impl KeepArgs {
    /// Parses the command line of this process if it starts a keeper. It is no subcommand of the
    /// program, because help, completions and man pages leave it out. Exits if clap finds an error.
    pub fn from_process() -> Option<Self> {
        let mut words = std::env::args_os().skip(1).peekable();
        words.next_if(|word| word == KEEP_SUBCOMMAND)?;
        Some(Self::parse_from(
            [KEEPER_NAME.into()].into_iter().chain(words),
        ))
    }
}

/// Runs the program and returns its exit status, or 128 plus the number of the
/// signal that ended it.
///
/// # Errors
/// Returns an error if the program can't be started, with exit status 125 if that is for lack of
/// processes, memory or open files, and 127 otherwise.
pub fn run(args: KeepArgs) -> Result<ExitCode, CliError> {
    let Some((program, rest)) = args.program.split_first() else {
        return Ok(ExitCode::from(NOT_STARTED));
    };
    let not_started = |error: std::io::Error| {
        let message = format!("{}: {error}", program.display());
        CliError::with_status(status_without_engine(&error), message)
    };
    group::set_affinity(&args.cpus).map_err(not_started)?;
    group::adopt_orphans();
    group::watch_runner().map_err(not_started)?;
    let child = Command::new(program).args(rest).spawn();
    let mut child = child.map_err(not_started)?;
    group::close_stdout();
    let status = group::wait(&mut child);
    group::leave_and_kill(&status);
    Ok(ExitCode::from(status.map_or(NOT_STARTED, exit_status)))
}

/// Returns the exit status of a keeper that could not start the engine.
fn status_without_engine(error: &std::io::Error) -> u8 {
    match Shortage::of(error) {
        Some(_) => SHORTAGE_STATUS,
        None => NOT_STARTED,
    }
}

/// Returns the exit status to pass on.
fn exit_status(status: ExitStatus) -> u8 {
    // The system keeps only eight bits of an exit status.
    let code = status
        .code()
        .unwrap_or_else(|| 128 + group::signal_number(status));
    u8::try_from(code).unwrap_or(u8::MAX)
}

#[cfg(unix)]
mod group {
    use std::io;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, ExitStatus};
    use std::thread::{Builder, sleep};
    use std::time::Duration;

    use rustix::process::{Pid, Signal, getpid, getppid, kill_process_group, setpgid};

    /// How long an engine may outlive its runner.
    const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);

    /// Returns the number of the signal that ended a process.
    pub fn signal_number(status: ExitStatus) -> i32 {
        status.signal().unwrap_or_default()
    }

    /// Makes this process the parent of the orphans among its descendants.
    #[cfg(target_os = "linux")]
    pub fn adopt_orphans() {
        // This fails only on kernels older than 3.4, on which orphans survive.
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
    }

    /// Does nothing: only Linux lets a process adopt orphans.
    #[cfg(not(target_os = "linux"))]
    pub const fn adopt_orphans() {}

    /// Waits for a child to exit, and reaps adopted orphans that exit before it.
    #[cfg(target_os = "linux")]
    pub fn wait(child: &mut Child) -> io::Result<ExitStatus> {
        use rustix::io::Errno;
        use rustix::process::{WaitOptions, waitpid};

        let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        loop {
            match waitpid(None, WaitOptions::empty()) {
                Ok(Some((process, status))) if Some(process) == id => {
                    return Ok(ExitStatus::from_raw(status.as_raw()));
                }
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Waits for a child to exit.
    #[cfg(not(target_os = "linux"))]
    pub fn wait(child: &mut Child) -> io::Result<ExitStatus> {
        child.wait()
    }

    /// Closes this process's stdout, so that the runner notices when the engine
    /// closes its own.
    pub fn close_stdout() {
        // Without /dev/null, stdout stays open until this process exits.
        if let Ok(dev_null) = std::fs::File::create("/dev/null") {
            let _ = rustix::stdio::dup2_stdout(dev_null);
        }
    }

    /// Starts a thread that kills the group a second after the runner has exited. The thread does
    /// not read stdin, because the engine does.
    pub fn watch_runner() -> io::Result<()> {
        let runner = getppid();
        let watch = move || {
            wait_for_exit(runner);
            sleep(SHUTDOWN_GRACE);
            kill_group();
        };
        Builder::new().spawn(watch).map(drop)
    }

    /// Waits until the runner has exited, which closes the other end of stdin.
    #[cfg(target_os = "linux")]
    fn wait_for_exit(_: Option<Pid>) {
        use rustix::event::{PollFd, PollFlags, poll};
        use rustix::io::Errno;

        let stdin = io::stdin();
        loop {
            let mut watched = [PollFd::new(&stdin, PollFlags::empty())];
            match poll(&mut watched, None) {
                Ok(0) | Err(Errno::INTR) => {}
                _ => break,
            }
        }
    }

    /// Waits until the runner has exited, which gives this process another parent. On macOS,
    /// `poll` reports a closed pipe only if it is also asked for input, and would then return as
    /// soon as the engine has input to read.
    #[cfg(not(target_os = "linux"))]
    fn wait_for_exit(runner: Option<Pid>) {
        const INTERVAL: Duration = Duration::from_millis(200);
        while getppid() == runner {
            sleep(INTERVAL);
        }
    }

    /// Kills the processes that the engine has left running. This process first moves to the
    /// runner's group, because it must still return the exit status. If it can't move, as in a
    /// container in which that group is not visible, it kills only its descendants.
    #[cfg(target_os = "linux")]
    pub fn leave_and_kill(_: &io::Result<ExitStatus>) {
        let runner = getppid().and_then(group_of);
        let moved = runner.map(|group| setpgid(None, Some(group)));
        if let Some(Ok(())) = moved {
            kill_group();
        } else {
            // The rest of the group descends from this process, because it adopts orphans.
            crate::tournament::process_tree::kill_descendants(getpid());
        }
    }

    /// Kills the processes that the engine has left running. This process first moves
    /// to the runner's group, because it must still return the exit status. If it can't
    /// move, it prints the status on stderr.
    #[cfg(not(target_os = "linux"))]
    pub fn leave_and_kill(status: &io::Result<ExitStatus>) {
        let runner = getppid().and_then(|runner| rustix::process::getpgid(Some(runner)).ok());
        let moved = runner.map(|group| setpgid(None, Some(group)));
        if !matches!(moved, Some(Ok(()))) {
            let status = status
                .as_ref()
                .map_or_else(ToString::to_string, ToString::to_string);
            crate::cli::stderr::eprint_line!("batyr keep: the engine exited with {status}");
        }
        kill_group();
    }

    /// Returns the group of a process; `None` if the group is not visible, as in a
    /// container, where the system call would return 0.
    #[cfg(target_os = "linux")]
    fn group_of(process: Pid) -> Option<Pid> {
        crate::tournament::process_tree::stat(process)?.group
    }

    /// Kills the descendants of this process (on Linux), and then the group that it led, to which
    /// it may still belong.
    fn kill_group() {
        #[cfg(target_os = "linux")]
        crate::tournament::process_tree::kill_descendants(getpid());
        // This fails if the group has no members.
        let _ = kill_process_group(getpid(), Signal::KILL);
    }

    /// Restricts this process, and thus its engine, to these processors, if any are given.
    #[cfg(target_os = "linux")]
    pub fn set_affinity(cpus: &[usize]) -> io::Result<()> {
        use rustix::thread::{CpuSet, sched_setaffinity};
        if cpus.is_empty() {
            return Ok(());
        }
        let with_cpus = |error: rustix::io::Errno| {
            let message = format!("processors {cpus:?}: {error}");
            io::Error::new(io::Error::from(error).kind(), message)
        };
        if cpus.iter().any(|&cpu| cpu >= CpuSet::MAX_CPU) {
            return Err(with_cpus(rustix::io::Errno::INVAL));
        }
        let mut set = CpuSet::new();
        cpus.iter().for_each(|&cpu| set.set(cpu));
        sched_setaffinity(None, &set).map_err(with_cpus)
    }

    /// Does nothing: affinity is supported only on Linux.
    #[cfg(not(target_os = "linux"))]
    pub fn set_affinity(_: &[usize]) -> io::Result<()> {
        Ok(())
    }
}

/// The replacement for systems without Unix process groups, on which nothing is
/// killed.
#[cfg(not(unix))]
mod group {
    pub fn signal_number(_: std::process::ExitStatus) -> i32 {
        0
    }

    pub const fn adopt_orphans() {}

    pub fn wait(child: &mut std::process::Child) -> std::io::Result<std::process::ExitStatus> {
        child.wait()
    }

    pub fn close_stdout() {}

    pub fn watch_runner() -> std::io::Result<()> {
        Ok(())
    }

    pub fn leave_and_kill(_: &std::io::Result<std::process::ExitStatus>) {}

    pub fn set_affinity(_: &[usize]) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Error;

    use rustix::io::Errno;

    use super::*;

    #[test]
    fn a_shortage_has_a_status_of_its_own() {
        let status =
            |errno: Errno| status_without_engine(&Error::from_raw_os_error(errno.raw_os_error()));
        for errno in [Errno::AGAIN, Errno::NOMEM, Errno::MFILE, Errno::NFILE] {
            assert_eq!(status(errno), SHORTAGE_STATUS, "{errno:?}");
        }
        assert_eq!(status(Errno::NOENT), NOT_STARTED);
    }
}

//! Launches engine processes.
//!
//! On Unix, each engine is started by a keeper: this same program, run as `batyr keep`. The keeper
//! leads a separate process group, and kills it when the runner has ended. No process of the group
//! is therefore left running, whatever happens to the runner, and no unsafe code is needed.

use std::env;
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::process::{Command, Stdio};

use super::fault::StartError;
use super::location::ProgramLocation;
use super::process::Process;
use crate::tournament::EngineSpec;

/// The first argument of this program when it runs as a keeper.
pub const KEEP_SUBCOMMAND: &str = "keep";
/// The name of the keeper, with which its messages begin.
pub const KEEPER_NAME: &str = "batyr keep";
/// The exit status of the keeper if a [shortage](Shortage) keeps it from starting the engine: the
/// one by which `env` and `nohup` tell their own failures from those of the program.
pub const SHORTAGE_STATUS: u8 = 125;

/// Launches engines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launcher {
    keeper: PathBuf,
    cpus: Vec<usize>,
}

impl Launcher {
    /// Creates a launcher whose keeper is the running program.
    ///
    /// # Errors
    /// Returns an error if the system does not report the path of the running
    /// program.
    pub fn new() -> io::Result<Self> {
        // The link still refers to the running file even if a different file
        // replaces it.
        let link = Path::new("/proc/self/exe");
        let keeper = if cfg!(target_os = "linux") && link.exists() {
            link.to_owned()
        } else {
            env::current_exe()?
        };
        Ok(Self::with_keeper(keeper))
    }

    /// Creates a launcher whose keeper is the `batyr` program at this path.
    pub fn with_keeper(keeper: impl Into<PathBuf>) -> Self {
        // The keeper is started in its engine's working directory, so its path must be absolute.
        let keeper = keeper.into();
        Self {
            keeper: absolute(&keeper).unwrap_or(keeper),
            cpus: Vec::new(),
        }
    }

    /// Returns the same launcher, for engines that run only on these processors
    /// (numbered from 0; on Linux). An empty list means all processors.
    #[must_use]
    pub fn on_cpus(mut self, cpus: &[usize]) -> Self {
        self.cpus = cpus.to_vec();
        self
    }

    /// Starts an engine's process.
    ///
    /// # Errors
    /// Returns an error if there is no such program or folder, or the system
    /// can't start it.
    pub fn start(&self, spec: &EngineSpec) -> Result<Process, StartError> {
        let ProgramLocation { program, folder } = spec.locate()?;
        let mut command = self.command(&program, &spec.args);
        if let Some(folder) = &folder {
            command.current_dir(folder);
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Process::start(command).map_err(|error| start_error(program, &error))
    }

    /// Returns the command that runs the keeper, which starts the engine.
    #[cfg(unix)]
    fn command(&self, program: &Path, args: &[String]) -> Command {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new(&self.keeper);
        command.arg0("batyr").arg(KEEP_SUBCOMMAND);
        if !self.cpus.is_empty() {
            let list: Vec<String> = self.cpus.iter().map(ToString::to_string).collect();
            command.args(["--cpus", &list.join(",")]);
        }
        command.arg("--").arg(program).args(args);
        command.process_group(0);
        command
    }

    /// Returns the command that runs the engine itself, on systems without Unix
    /// process groups.
    #[cfg(not(unix))]
    fn command(&self, program: &Path, args: &[String]) -> Command {
        let mut command = Command::new(program);
        command.args(args);
        // Only the runner receives Ctrl-C in the console, so that it ends the games itself.
        #[cfg(windows)]
        {
            use std::os::windows::process::CommandExt;
            const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
            command.creation_flags(CREATE_NEW_PROCESS_GROUP);
        }
        command
    }
}

/// Returns the error of an engine that the system can't start.
fn start_error(command: PathBuf, error: &io::Error) -> StartError {
    let reason = error.to_string();
    match Shortage::of(error) {
        Some(Shortage::OpenFiles) => StartError::OpenFiles,
        Some(Shortage::Processes) => StartError::Shortage(reason),
        None => StartError::CannotStart { command, reason },
    }
}

/// What this process or the system lacks to start a program. That is no fault of the program.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shortage {
    /// The limit of open files is reached.
    OpenFiles,
    /// The limit of processes or threads is reached, or there is too little memory.
    Processes,
}

impl Shortage {
    /// Returns the shortage that an error is due to, if it is due to one.
    #[cfg(unix)]
    pub fn of(error: &io::Error) -> Option<Self> {
        use rustix::io::Errno;
        match Errno::from_io_error(error)? {
            Errno::MFILE | Errno::NFILE => Some(Self::OpenFiles),
            Errno::AGAIN | Errno::NOMEM => Some(Self::Processes),
            _ => None,
        }
    }

    /// Returns `None`: the errors are recognized only on Unix.
    #[cfg(not(unix))]
    pub const fn of(_: &io::Error) -> Option<Self> {
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn a_shortage_is_not_the_fault_of_the_engine() {
        let error = |errno: Errno| {
            let error = io::Error::from_raw_os_error(errno.raw_os_error());
            start_error("engine".into(), &error)
        };
        for errno in [Errno::MFILE, Errno::NFILE] {
            assert_eq!(error(errno), StartError::OpenFiles);
        }
        for errno in [Errno::AGAIN, Errno::NOMEM] {
            let error = error(errno);
            assert!(matches!(error, StartError::Shortage(_)) && error.ends_run());
        }
        for errno in [Errno::NOENT, Errno::ACCESS, Errno::NOEXEC] {
            assert!(!error(errno).ends_run(), "{errno:?}");
        }
    }
}

//! Launches engine processes.
//!
//! On Unix, each engine is started by a keeper: this same program, run as `batyr keep`. The keeper
//! leads a separate process group, and kills it when the runner has ended. No process of the group
//! is therefore left running, whatever happens to the runner, and no unsafe code is needed.

use std::env;
use std::path::{Path, PathBuf, absolute};
use std::process::{Command, Stdio};

use super::fault::StartError;
use super::location::ProgramLocation;
use super::process::Process;
use crate::tournament::EngineSpec;

/// The first argument of this program when it runs as a keeper.
pub const KEEP_SUBCOMMAND: &str = "keep";

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
    pub fn new() -> std::io::Result<Self> {
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
        Process::start(command).map_err(|error| {
            if is_out_of_files(&error) {
                return StartError::OpenFiles;
            }
            StartError::CannotStart {
                command: program,
                reason: error.to_string(),
            }
        })
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

/// Returns whether this process or the system has reached its limit of open files.
#[cfg(unix)]
fn is_out_of_files(error: &std::io::Error) -> bool {
    use rustix::io::Errno;
    let limits = [Errno::MFILE, Errno::NFILE].map(|limit| Some(limit.raw_os_error()));
    limits.contains(&error.raw_os_error())
}

/// Returns false: the error is recognized only on Unix.
#[cfg(not(unix))]
const fn is_out_of_files(_: &std::io::Error) -> bool {
    false
}

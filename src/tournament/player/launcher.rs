//! Launches engine processes.
//!
//! Each engine is started by a keeper: this same program, run as `batyr keep`. The keeper leads a
//! separate process group, and kills that group when the runner has ended. No process is therefore
//! left running, whatever happens to the runner, and no unsafe code is needed for this.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::fault::StartError;
use super::process::Process;
use crate::tournament::EngineSpec;

/// The subcommand of this program that runs an engine and kills its process group at the end.
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
        Self {
            keeper: keeper.into(),
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

    /// Finds an engine's program, and checks that its working directory exists.
    ///
    /// # Errors
    /// Returns an error if either does not exist.
    pub fn find(&self, spec: &EngineSpec) -> Result<PathBuf, StartError> {
        let folder = spec.folder.as_deref();
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let folder = folder.to_owned();
            return Err(StartError::NoFolder { folder });
        }
        find(&spec.command, folder)
    }

    /// Starts an engine's process.
    ///
    /// # Errors
    /// Returns an error if there is no such program or folder, or the system
    /// can't start it.
    pub(in crate::tournament) fn start(&self, spec: &EngineSpec) -> Result<Process, StartError> {
        let program = self.find(spec)?;
        let mut command = self.command(&program, &spec.args);
        if let Some(folder) = &spec.folder {
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

    /// Returns the command that runs the engine itself, where there are no process
    /// groups.
    #[cfg(not(unix))]
    fn command(&self, program: &Path, args: &[String]) -> Command {
        let mut command = Command::new(program);
        command.args(args);
        // Ctrl-C in the console is for the runner alone, which lets games end in order.
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

/// Returns false: other systems have no such limit.
#[cfg(not(unix))]
const fn is_out_of_files(_: &std::io::Error) -> bool {
    false
}

/// Returns the file of a program, which is given as a path relative to the
/// current folder or to `folder`, or as a name that is looked up in `PATH`.
fn find(command: &Path, folder: Option<&Path>) -> Result<PathBuf, StartError> {
    let no_program = |reason| StartError::NoProgram {
        command: command.to_owned(),
        reason,
    };
    let here = env::current_dir().map_err(|error| no_program(error.to_string()))?;
    let path = env::var_os("PATH").unwrap_or_default();
    let mut searched = Vec::new();
    for start in std::iter::once(here.as_path()).chain(folder) {
        if let Ok(found) = which::which_in(command, Some(&path), start) {
            return Ok(start.join(found));
        }
        searched.push(start.join(command));
    }
    Err(no_program(reason_not_found(command, &searched, &path)))
}

/// Returns the reason that the program was not found at any of the searched paths.
fn reason_not_found(command: &Path, searched: &[PathBuf], path: &OsString) -> String {
    let is_name = command.components().count() == 1 && command.is_relative();
    if let Some(existing) = searched.iter().find(|path| path.exists()) {
        return if is_name {
            let name = command.display();
            format!("not found in PATH; to run the file in this folder, write ./{name}")
        } else {
            format!("{} is not an executable file", existing.display())
        };
    }
    if is_name {
        return format!("not found in PATH ({})", path.display());
    }
    let paths: Vec<String> = searched
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    format!("there is no file {}", paths.join(" or "))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn error_text(command: &str) -> String {
        find(Path::new(command), Some(Path::new("/etc")))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn programs_are_found_by_name_and_by_path() {
        let shell = find(Path::new("sh"), None).unwrap();
        assert!(shell.is_absolute() && shell.ends_with("sh"));
        assert!(find(Path::new("/bin/sh"), None).is_ok());
        assert!(find(Path::new("./sh"), Some(Path::new("/bin"))).is_ok());
    }

    #[test]
    fn errors_name_the_missing_program() {
        let text = error_text("no-such-engine");
        assert!(
            text.contains("no-such-engine") && text.contains("PATH"),
            "{text}"
        );
        let text = error_text("bin/no-such-engine");
        assert!(text.contains("/etc/bin/no-such-engine"), "{text}");
        let text = error_text("./passwd");
        assert!(
            text.contains("/etc/./passwd is not an executable file"),
            "{text}"
        );
        let text = error_text("Cargo.toml");
        assert!(text.contains("write ./Cargo.toml"), "{text}");
    }
}

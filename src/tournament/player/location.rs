//! Where an engine's program and its working directory are.
//!
//! Everything that starts an engine uses these rules. The working directory (`dir=`) is relative to
//! the current folder. A program given by a relative path or a name is looked up in the working
//! directory first, so that `cmd=./engine dir=new` and `cmd=./engine dir=old` are two programs;
//! then a path is looked up in the current folder, and a name in `PATH`. The results are absolute:
//! they refer to the same file whatever folder a process is in.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf, absolute};

use super::fault::StartError;
use crate::tournament::EngineSpec;

/// An engine's program and its working directory, as absolute paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramLocation {
    /// The file of the program.
    pub program: PathBuf,
    /// The working directory; `None` for that of this process.
    pub folder: Option<PathBuf>,
}

impl EngineSpec {
    /// Finds the engine's program and its working directory.
    ///
    /// # Errors
    /// Returns an error if either does not exist, or if the program is not an executable file.
    pub fn locate(&self) -> Result<ProgramLocation, StartError> {
        let folder = self.folder.as_deref().map(existing_folder).transpose()?;
        let program = find(&self.command, folder.as_deref())?;
        Ok(ProgramLocation { program, folder })
    }
}

impl ProgramLocation {
    /// Returns a warning if the program is named by a relative path, but was found neither where
    /// that path is looked up first nor elsewhere in the working directory.
    pub fn warning(&self, command: &Path) -> Option<String> {
        let folder = self.folder.as_deref()?;
        let is_meant = !has_folder(command) || command.is_absolute();
        if is_meant || self.program.starts_with(folder) {
            return None;
        }
        // The path looked up first may lead out of the working directory: `sub/../../engine`.
        let first = absolute(folder.join(command)).ok()?;
        (executable(&first).as_ref() != Some(&self.program)).then(|| {
            let (folder, command) = (folder.display(), command.display());
            format!(
                "{folder} has no {command}, so {} is used",
                self.program.display()
            )
        })
    }
}

fn existing_folder(folder: &Path) -> Result<PathBuf, StartError> {
    match absolute(folder) {
        Ok(path) if path.is_dir() => Ok(path),
        _ => Err(StartError::NoFolder {
            folder: folder.to_owned(),
        }),
    }
}

/// Returns the file of a program; `folder` is the engine's working directory.
fn find(command: &Path, folder: Option<&Path>) -> Result<PathBuf, StartError> {
    let no_program = |reason| StartError::NoProgram {
        command: command.to_owned(),
        reason,
    };
    let here = env::current_dir().map_err(|error| no_program(error.to_string()))?;
    let is_name = !has_folder(command);
    let folders = folder.into_iter().chain((!is_name).then_some(&*here));
    let mut searched = Vec::new();
    for start in folders {
        let path = start.join(command);
        let path = absolute(&path).unwrap_or(path);
        if let Some(program) = executable(&path) {
            return Ok(program);
        }
        // A file found later in the search would not be the one that was meant.
        if !is_name && path.exists() {
            let path = path.display();
            return Err(no_program(format!("{path} is not an executable file")));
        }
        searched.push(path);
    }
    if !is_name {
        searched.dedup();
        let paths: Vec<String> = searched
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        return Err(no_program(format!("no file {}", paths.join(" or "))));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    if let Ok(program) = which::which_in(command, Some(&path), &here) {
        let program = here.join(program);
        return Ok(absolute(&program).unwrap_or(program));
    }
    Err(no_program(name_not_found(command, folder, &path)))
}

/// Returns whether a path names a folder, as `./engine` does.
fn has_folder(command: &Path) -> bool {
    command.is_absolute() || command.file_name() != Some(command.as_os_str())
}

/// Returns the executable file at this absolute path; on Windows, its name may lack the extension.
fn executable(path: &Path) -> Option<PathBuf> {
    which::which_in(path, None::<&OsStr>, path.parent()?).ok()
}

/// Returns the reason why a name was found neither in the working directory nor in `PATH`.
fn name_not_found(command: &Path, folder: Option<&Path>, path: &OsStr) -> String {
    let folder = folder.map(|folder| format!("not in {} and ", folder.display()));
    let folder = folder.unwrap_or_default();
    if command.exists() {
        let name = command.display();
        return format!("{folder}not in PATH; to run the file in this folder, write ./{name}");
    }
    format!("{folder}not in PATH ({})", path.display())
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
        let bin = Path::new("/bin");
        for (command, folder) in [
            ("/bin/sh", None),
            ("./sh", Some(bin)),
            ("sh", Some(bin)),
            ("../bin/sh", Some(bin)),
        ] {
            let found = find(Path::new(command), folder).unwrap();
            assert!(
                found.is_absolute() && found.ends_with("bin/sh"),
                "{found:?}"
            );
        }
        // A name that the working directory lacks is looked up in PATH.
        assert!(find(Path::new("sh"), Some(Path::new("/etc"))).is_ok());
    }

    #[test]
    fn errors_name_the_missing_program() {
        for (command, expected) in [
            ("no-such-engine", "not in /etc and not in PATH ("),
            (
                "bin/no-such-engine",
                "not found: no file /etc/bin/no-such-engine or /",
            ),
            ("./passwd", "/etc/passwd is not an executable file"),
            ("Cargo.toml", "not in /etc and not in PATH; to run"),
        ] {
            let text = error_text(command);
            assert!(text.contains(expected) && text.contains(command), "{text}");
        }
    }

    #[test]
    fn a_program_outside_the_working_directory_is_a_warning() {
        let warning = |command: &str, folder: &str| {
            let words = [
                format!("cmd={command}"),
                format!("dir={folder}"),
                "nodes=1".to_owned(),
            ];
            let spec = EngineSpec::from_words(&[""; 0], &words).unwrap();
            spec.locate().unwrap().warning(&spec.command)
        };
        // From the current folder, the root of the package.
        let text = warning("tests/xboard.sh", "src").unwrap();
        assert!(text.contains("/src has no tests/xboard.sh, so /"), "{text}");
        for (command, folder) in [
            ("tests/xboard.sh", "tests"),
            ("./xboard.sh", "tests"),
            ("../tests/xboard.sh", "src"),
            ("sh", "src"),
            ("/bin/sh", "src"),
        ] {
            assert_eq!(warning(command, folder), None, "{command} {folder}");
        }
    }

    #[test]
    fn a_relative_folder_is_taken_from_the_current_folder_once() {
        let mut spec = EngineSpec::from_words(&[""; 0], &["cmd=sh", "dir=src", "nodes=1"]).unwrap();
        let here = env::current_dir().unwrap();
        assert_eq!(spec.locate().unwrap().folder, Some(here.join("src")));
        spec.folder = Some("no-such-folder".into());
        let error = spec.locate().unwrap_err().to_string();
        assert_eq!(error, "there is no folder no-such-folder");
    }
}

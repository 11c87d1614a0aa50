//! Opens the paths of the program's own open files: `/dev/stdout`, `/dev/fd/3`.
//!
//! What such a path leads to may be a regular file, to which a shell has sent stdout. It must
//! neither be replaced nor emptied: the shell, and the rest of a script, write to it, too.

use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a path for writing if it is that of an open file of this program, so that writing
/// continues at the position that all its users share; returns `None` for any other path.
///
/// # Errors
/// Returns an error if the file can't be opened.
#[cfg(unix)]
pub fn open_own(path: &Path) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    let descriptor = match number(path) {
        Some(1) => io::stdout().as_fd().try_clone_to_owned()?,
        Some(2) => io::stderr().as_fd().try_clone_to_owned()?,
        Some(number) => match duplicate(number) {
            Ok(descriptor) => descriptor,
            Err(_) => return File::options().append(true).open(path).map(Some),
        },
        None => return Ok(None),
    };
    Ok(Some(descriptor.into()))
}

/// Duplicates an open file of this program. Opening its path would do on other systems, but on
/// Linux, that opens the file anew, with a position of its own.
#[cfg(target_os = "linux")]
fn duplicate(number: i32) -> io::Result<std::os::fd::OwnedFd> {
    use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
    let this_process = pidfd_open(getpid(), PidfdFlags::empty())?;
    Ok(pidfd_getfd(this_process, number, PidfdGetfdFlags::empty())?)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn duplicate(_: i32) -> io::Result<std::os::fd::OwnedFd> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns the number of the open file of this program to which a path leads.
#[cfg(unix)]
fn number(path: &Path) -> Option<i32> {
    /// The most links that are followed, as systems do.
    const MAX_LINKS: usize = 40;
    // These are links to the folder of this process on Linux, and the folder itself elsewhere.
    let folders = ["/dev/fd", "/proc/self/fd"].map(|folder| Path::new(folder).canonicalize().ok());
    let mut path = std::path::absolute(path).ok()?;
    for _ in 0..MAX_LINKS {
        let folder = path.parent()?.canonicalize().ok()?;
        let name = path.file_name()?;
        if folders.iter().flatten().any(|known| *known == folder) {
            return name.to_str()?.parse().ok();
        }
        // `join` takes an absolute path as it is.
        path = folder.join(path.read_link().ok()?);
    }
    None
}

/// Returns `None`: the system has no such paths.
///
/// # Errors
/// Never returns an error.
#[cfg(not(unix))]
pub fn open_own(_path: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn open_files_are_known_through_links() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("file"), "").unwrap();
        for (link, target) in [("out", "/dev/fd/1"), ("again", "out"), ("plain", "file")] {
            std::os::unix::fs::symlink(target, path(link)).unwrap();
        }
        std::os::unix::fs::symlink("loop", path("loop")).unwrap();
        assert_eq!(number(&path("out")), Some(1));
        assert_eq!(number(&path("again")), Some(1));
        for other in ["file", "plain", "loop", "none"] {
            assert_eq!(number(&path(other)), None, "{other}");
        }
        // Without a system's /dev/stdout there is nothing to know.
        if Path::new("/dev/stdout").is_symlink() {
            assert_eq!(number(Path::new("/dev/stdout")), Some(1));
        }
    }
}

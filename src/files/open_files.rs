//! Opens the paths of the program's own open files: `/dev/stdout`, `/dev/fd/3`.
//!
//! Such a path may lead to a regular file, to which a shell has redirected stdout. It must be
//! neither replaced nor emptied, because the rest of a script writes to it, too.

use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a path for writing if it leads to an open file of this program; writing then continues
/// at the position that all users of the file share. Returns `None` for any other path.
///
/// # Errors
/// Returns an error if the file can't be opened.
#[cfg(unix)]
pub fn open_own(path: &Path) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    let descriptor = match descriptor_of(path) {
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

/// Duplicates a file descriptor of this program. On other systems, opening its path does the
/// same; on Linux, that opens the file anew, with a separate position.
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

/// Returns the file descriptor of this program to which a path leads.
#[cfg(unix)]
fn descriptor_of(path: &Path) -> Option<i32> {
    /// The maximum number of links that are followed, as on Linux.
    const MAX_LINKS: usize = 40;
    // On Linux, both lead to this process's folder of open files, which is `/dev/fd` elsewhere.
    let folders = ["/dev/fd", "/proc/self/fd"].map(|folder| Path::new(folder).canonicalize().ok());
    let mut path = std::path::absolute(path).ok()?;
    for _ in 0..MAX_LINKS {
        let folder = path.parent()?.canonicalize().ok()?;
        let name = path.file_name()?;
        if folders.iter().flatten().any(|known| *known == folder) {
            return name.to_str()?.parse().ok();
        }
        // `join` returns an absolute path unchanged.
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
        assert_eq!(descriptor_of(&path("out")), Some(1));
        assert_eq!(descriptor_of(&path("again")), Some(1));
        for other in ["file", "plain", "loop", "none"] {
            assert_eq!(descriptor_of(&path(other)), None, "{other}");
        }
        // Not every system has this link.
        if Path::new("/dev/stdout").is_symlink() {
            assert_eq!(descriptor_of(Path::new("/dev/stdout")), Some(1));
        }
    }
}

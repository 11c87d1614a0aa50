//! Checks whether two paths lead to the same file.
//!
//! Files are compared by device and inode number, so an output that would overwrite
//! an input is detected even through a symbolic or hard link. On systems other than
//! Unix, canonical paths are compared.

use std::path::Path;

/// The path with which a program can open its standard input.
pub const STDIN_PATH: &str = "/dev/stdin";

/// Returns whether both paths lead to the same regular file, directly or through links.
/// The result is `false` for files that are not regular, which have no content to lose.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    identity(one).is_some_and(|found| identity(other) == Some(found))
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let found = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<std::path::PathBuf> {
    path.canonicalize().ok().filter(|path| path.is_file())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_hard_link_is_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("one"), "x").unwrap();
        std::fs::write(path("other"), "x").unwrap();
        std::fs::hard_link(path("one"), path("link")).unwrap();
        assert!(is_same_file(&path("one"), &path("link")));
        assert!(!is_same_file(&path("one"), &path("other")));
        assert!(!is_same_file(&path("none"), &path("none")));
        assert!(!is_same_file(folder.path(), folder.path()));
    }
}

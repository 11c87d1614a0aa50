//! A check whether two paths lead to the same file.
//!
//! Files are compared as the system identifies them, by device
//! and inode number, so that neither a symbolic nor a hard link hides that an
//! output would overwrite an input. Outside Unix, canonical paths are compared.

use std::path::Path;

/// The path by which a program can open its stdin.
pub const STDIN: &str = "/dev/stdin";

/// Returns whether both paths lead to the same regular file, directly or through links.
/// It is false for other kinds of files, which have no content to lose.
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

#[cfg(test)]
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

//! Functions that open and read regular files.
//!
//! A FIFO without a writer, or an endless device, would hang the
//! program without a message. A file that is read more than once, appended to, locked
//! or held in memory must therefore be a regular file; for anything else, the error
//! names what was found. The size of a text held in memory is limited.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// The number of bytes in a megabyte, the unit in which limits are stated.
pub const MEGABYTE: u64 = 1_000_000;

/// Opens a regular file for reading, and never waits for another process.
///
/// # Errors
/// Returns an error if the file can't be opened, or is not a regular file but a
/// folder, FIFO, socket or device.
pub fn open_regular(path: &Path) -> io::Result<File> {
    open(OpenOptions::new().read(true), path)
}

/// Opens a regular file for appending and reading, and creates it if it does not
/// exist.
///
/// # Errors
/// Returns an error in the same cases as [`open_regular`].
pub fn append_regular(path: &Path) -> io::Result<File> {
    // Read access gives a FIFO the same error here: opening one only for writing would
    // fail with a different error.
    open(
        OpenOptions::new().read(true).append(true).create(true),
        path,
    )
}

/// Returns the text of a regular file of at most `limit` bytes.
///
/// # Errors
/// Returns an error if the file can't be read, is not a regular file, is longer
/// than `limit`, or is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    let file = open_regular(path)?;
    let mut text = String::new();
    if file.metadata()?.len() <= limit {
        file.take(limit + 1).read_to_string(&mut text)?;
        if text.len() as u64 <= limit {
            return Ok(text);
        }
    }
    let limit = limit / MEGABYTE;
    let text = format!("it is too long, expected at most {limit} MB");
    Err(io::Error::new(io::ErrorKind::FileTooLarge, text))
}

/// Checks that a path is unused or leads to a regular file.
///
/// # Errors
/// Returns an error if something else is there, or if the path can't be
/// inspected.
pub fn expect_regular(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(found) => check_is_regular(found.file_type()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    // Without this flag, opening a FIFO waits for the process at its other end.
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let nonblock = rustix::fs::OFlags::NONBLOCK.bits();
        options.custom_flags(nonblock.cast_signed());
    }
    let file = options.open(path)?;
    check_is_regular(file.metadata()?.file_type())?;
    Ok(file)
}

fn check_is_regular(kind: FileType) -> io::Result<()> {
    if kind.is_file() {
        return Ok(());
    }
    let text = format!("it is {}, expected a regular file", kind_name(kind));
    Err(io::Error::new(io::ErrorKind::InvalidInput, text))
}

/// Returns the name of a kind of file that is not regular.
fn kind_name(kind: FileType) -> &'static str {
    if kind.is_dir() {
        return "a folder";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a FIFO";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    "something else"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of_opening(path: &Path) -> String {
        open_regular(path).unwrap_err().to_string()
    }

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "text").unwrap();
        let text = io::read_to_string(open_regular(&path).unwrap()).unwrap();
        assert_eq!(text, "text");
        assert!(error_of_opening(folder.path()).starts_with("it is a folder"));
        assert!(open_regular(&folder.path().join("none")).is_err());
        assert!(append_regular(folder.path()).is_err());
        assert!(expect_regular(folder.path()).is_err());
        assert!(expect_regular(&path).is_ok());
        assert!(expect_regular(&folder.path().join("none")).is_ok());
    }

    #[test]
    fn a_text_above_the_limit_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "text").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "text");
        let error = read_text(&path, 3).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        std::fs::write(&path, b"\xff").unwrap();
        assert!(read_text(&path, 4).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_fifo_without_a_writer_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fifo");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        assert!(error_of_opening(&path).starts_with("it is a FIFO"));
        let error = append_regular(&path).unwrap_err().to_string();
        assert!(error.starts_with("it is a FIFO"), "{error}");
        let error = expect_regular(&path).unwrap_err().to_string();
        assert!(error.starts_with("it is a FIFO"), "{error}");
        assert!(error_of_opening(Path::new("/dev/zero")).starts_with("it is a device"));
    }
}

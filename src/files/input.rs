//! Opens and reads regular files.
//!
//! Reading a FIFO without a writer or an endless device would hang the program without a
//! message. A file that is read more than once, appended to, locked or held in memory
//! must therefore be a regular file; otherwise, the error names what was found. The size
//! of a file that is held in memory is limited.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// The number of bytes in a megabyte, the unit in which limits are stated.
pub const MEGABYTE: u64 = 1_000_000;

/// Opens a regular file for reading, without waiting for another process.
///
/// # Errors
/// Returns an error if the file can't be opened, or is not a regular file but a
/// folder, FIFO, socket or device.
pub fn open_regular(path: &Path) -> io::Result<File> {
    open(OpenOptions::new().read(true), path)
}

/// Opens a regular file for appending and reading; creates it if it does not exist.
///
/// # Errors
/// Returns an error in the same cases as [`open_regular`].
pub fn open_regular_to_append(path: &Path) -> io::Result<File> {
    open(
        OpenOptions::new().read(true).append(true).create(true),
        path,
    )
}

/// Opens a regular file for reading and writing; creates it if it does not exist. Writing
/// begins at its start. Unlike a file opened for appending, it can be [truncated](truncate)
/// on every system.
///
/// # Errors
/// Returns an error in the same cases as [`open_regular`].
pub fn open_regular_to_edit(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    open(
        options.read(true).write(true).create(true).truncate(false),
        path,
    )
}

/// Truncates a file to `length` bytes; writing then continues at its new end.
///
/// # Errors
/// Returns an error if the file can't be truncated.
pub fn truncate(mut file: &File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(drop)
}

/// Returns the text of a regular file of at most `limit` bytes.
///
/// # Errors
/// Returns an error if the file can't be read, is not a regular file, is longer
/// than `limit`, or is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    let bytes = read_bytes(path, limit)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Returns the bytes of a regular file of at most `limit` bytes.
///
/// # Errors
/// Returns an error if the file can't be read, is not a regular file, or is longer than
/// `limit`.
pub fn read_bytes(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?
        .take(limit + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 <= limit {
        return Ok(bytes);
    }
    let message = format!("it is longer than {} MB", limit.div_ceil(MEGABYTE));
    Err(io::Error::new(io::ErrorKind::FileTooLarge, message))
}

/// Checks that a path is unused or leads to a regular file.
///
/// # Errors
/// Returns an error if the path leads to anything else or can't be inspected.
pub fn check_unused_or_regular(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(found) => check_is_regular(found.file_type()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    // Without this flag, opening a FIFO would wait for a process at its other end.
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let nonblock = rustix::fs::OFlags::NONBLOCK.bits();
        options.custom_flags(nonblock.cast_signed());
    }
    // If the type of the file is the reason of a failure, the system's error may not say so:
    // Windows reports only that access to a folder is denied.
    let file = options
        .open(path)
        .map_err(|error| check_unused_or_regular(path).err().unwrap_or(error))?;
    check_is_regular(file.metadata()?.file_type())?;
    Ok(file)
}

fn check_is_regular(file_type: FileType) -> io::Result<()> {
    if file_type.is_file() {
        return Ok(());
    }
    let message = format!(
        "it is {}, not a regular file",
        describe_file_type(file_type)
    );
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// Describes the type of a file that is not regular, with an article.
fn describe_file_type(file_type: FileType) -> &'static str {
    if file_type.is_dir() {
        return "a folder";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if file_type.is_fifo() {
            return "a FIFO";
        }
        if file_type.is_char_device() || file_type.is_block_device() {
            return "a device";
        }
        if file_type.is_socket() {
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
        assert!(open_regular_to_append(folder.path()).is_err());
        assert!(check_unused_or_regular(folder.path()).is_err());
        assert!(check_unused_or_regular(&path).is_ok());
        assert!(check_unused_or_regular(&folder.path().join("none")).is_ok());
    }

    #[test]
    fn text_above_the_limit_is_refused() {
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
        let status = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(status.unwrap().success());
        assert!(error_of_opening(&path).starts_with("it is a FIFO"));
        let error = open_regular_to_append(&path).unwrap_err().to_string();
        assert!(error.starts_with("it is a FIFO"), "{error}");
        let error = check_unused_or_regular(&path).unwrap_err().to_string();
        assert!(error.starts_with("it is a FIFO"), "{error}");
        assert!(error_of_opening(Path::new("/dev/zero")).starts_with("it is a device"));
    }
}

//! Writes output files, in the same way for every `--output` option.
//!
//! A regular file is written next to the old one and replaces it when it is complete, so
//! that neither a crash nor a full disk leaves a partial file in place of a complete
//! one. The new file keeps the mode of the old one, and symbolic links still lead to it.
//! Anything that is not a regular file (a device, a FIFO, a dangling link) is written in
//! place and never replaced.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

/// The mode of a new file, before the umask is applied.
#[cfg(unix)]
const NEW_FILE_MODE: u32 = 0o666;

/// A file that is being written. If it is dropped without a call of
/// [`OutputFile::commit`], the old file stays as it was, unless the file is written in
/// place.
#[derive(Debug)]
pub struct OutputFile {
    writer: BufWriter<File>,
    /// The temporary file and the path that it will replace; `None` if written in place.
    replacement: Option<(TempPath, PathBuf)>,
}

impl OutputFile {
    /// Starts writing a file, which replaces the old one when it is
    /// [committed](Self::commit).
    ///
    /// # Errors
    /// Returns an error if the file can't be created or the old one can't be written to.
    pub fn create(path: &Path) -> io::Result<Self> {
        let target = match fs::metadata(path) {
            // Symbolic links are resolved, so that the file they lead to is replaced.
            Ok(found) if found.is_file() => fs::canonicalize(path)?,
            Ok(_) => return Self::in_place(path),
            Err(_) if path.is_symlink() => return Self::in_place(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error),
        };
        let (file, temporary) = create_temporary(&target)?.into_parts();
        if let Ok(old) = fs::metadata(&target) {
            // A file that can't be written to must not be replaced either.
            File::options().append(true).open(&target)?;
            copy_owner(&file, &old);
            file.set_permissions(old.permissions())?;
        }
        Ok(Self {
            writer: BufWriter::new(file),
            replacement: Some((temporary, target)),
        })
    }

    /// Opens a file that is written in place, so that other programs can read it while it
    /// grows. Its old content is lost.
    ///
    /// # Errors
    /// Returns an error if the file can't be created or written to.
    pub fn in_place(path: &Path) -> io::Result<Self> {
        Ok(Self {
            writer: BufWriter::new(File::create(path)?),
            replacement: None,
        })
    }

    /// Completes the file and moves it into place.
    ///
    /// # Errors
    /// Returns an error if the file can't be completed or moved; the old file then stays
    /// as it was, unless the file is written in place.
    pub fn commit(self) -> io::Result<()> {
        let file = self
            .writer
            .into_inner()
            .map_err(|error| error.into_error())?;
        match self.replacement {
            Some((temporary, target)) => {
                file.sync_all()?;
                temporary.persist(target).map_err(|error| error.error)
            }
            None => Ok(()),
        }
    }

    /// Writes a complete file to an unused path. If two writers use the same path at the
    /// same time, exactly one of them succeeds.
    ///
    /// # Errors
    /// Returns `AlreadyExists` if the path is in use, and a different error if the file
    /// can't be written. No partial file remains.
    pub fn write_new(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
        let mut file = create_temporary(path)?;
        file.write_all(content.as_ref())?;
        file.as_file().sync_all()?;
        let persisted = file.persist_noclobber(path);
        persisted.map(drop).map_err(|error| error.error)
    }

    /// Writes a complete file that replaces the old one.
    ///
    /// # Errors
    /// Returns an error if the file can't be written; an old regular file then stays as it
    /// was.
    pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
        let mut file = Self::create(path)?;
        file.write_all(content.as_ref())?;
        file.commit()
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Gives the new file the owner of the old one. Only root may do so; for any other user,
/// the new file belongs to that user.
#[cfg(unix)]
fn copy_owner(file: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn copy_owner(_file: &File, _old: &fs::Metadata) {}

/// Creates a temporary file in the folder of `target`.
fn create_temporary(target: &Path) -> io::Result<NamedTempFile> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // If the folder is missing, this reports the system's error without the name of the
    // temporary file.
    fs::metadata(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".batyr-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(NEW_FILE_MODE));
    }
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string();
        let mut names: Vec<String> = entries.map(|entry| name(entry).unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_only_when_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        OutputFile::write_whole(&path, "old").unwrap();
        let mut abandoned = OutputFile::create(&path).unwrap();
        abandoned.write_all(b"half").unwrap();
        abandoned.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(abandoned);
        assert_eq!(file_names(folder.path()), ["out"]);
        OutputFile::write_whole(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(file_names(folder.path()), ["out"]);
    }

    #[test]
    fn a_new_file_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        OutputFile::write_new(&path, "first").unwrap();
        let error = OutputFile::write_new(&path, "second").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        assert_eq!(file_names(folder.path()), ["out"]);
    }

    #[test]
    fn a_folder_and_a_path_in_a_missing_folder_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(OutputFile::create(folder.path()).is_err());
        assert!(OutputFile::create(&folder.path().join("none/out")).is_err());
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};

        use super::*;

        #[test]
        fn the_mode_and_symbolic_links_are_kept() {
            let folder = tempfile::tempdir().unwrap();
            let (path, link) = (folder.path().join("out"), folder.path().join("link"));
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            symlink("out", &link).unwrap();
            OutputFile::write_whole(&link, "new").unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read_to_string(&path).unwrap(), "new");
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
        }

        #[test]
        fn a_dangling_link_is_written_through() {
            let folder = tempfile::tempdir().unwrap();
            let (path, link) = (folder.path().join("out"), folder.path().join("link"));
            symlink("out", &link).unwrap();
            OutputFile::write_whole(&link, "new").unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        }

        #[test]
        fn a_device_stays_a_device() {
            let null = Path::new("/dev/null");
            OutputFile::write_whole(null, "lost").unwrap();
            assert!(fs::metadata(null).unwrap().file_type().is_char_device());
            let full = Path::new("/dev/full");
            if full.exists() {
                assert!(OutputFile::write_whole(full, "too much").is_err());
                assert!(fs::metadata(full).unwrap().file_type().is_char_device());
            }
        }

        #[test]
        fn a_new_file_has_the_default_mode() {
            let folder = tempfile::tempdir().unwrap();
            let (path, plain) = (folder.path().join("out"), folder.path().join("plain"));
            OutputFile::write_whole(&path, "new").unwrap();
            fs::write(&plain, "new").unwrap();
            let mode = |path| fs::metadata(path).unwrap().mode() & 0o777;
            assert_eq!(mode(&path), mode(&plain));
        }
    }
}

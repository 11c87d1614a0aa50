//! Writes output files, in the same way for every `--output` option.
//!
//! A new regular file is written next to the old one and replaces it once its content is
//! complete: the whole file ([`OutputFile::commit`]) or, in a file that grows by records,
//! the first record ([`OutputFile::write_record`]). So no bad input, crash or full disk
//! leaves an empty or partial file in place of a complete one. The new file keeps the mode
//! of the old one, and symbolic links still lead to it.
//!
//! Where no file can be created in the folder, or the old file can't be replaced (a mount
//! point, for example), the complete new content is copied over the old file. Only then can
//! a full disk or a crash during the copy lose both.
//!
//! Anything that is not a regular file (a device, a FIFO, a dangling link) is written in
//! place and never replaced; so is the path of an open file of this program (`/dev/stdout`,
//! `/dev/fd/3`), because others may write to it, too.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use super::input::truncate;
use super::open_files;

/// The mode of a new file, before the umask is applied.
#[cfg(unix)]
const NEW_FILE_MODE: u32 = 0o666;

/// A file that is being written. If it is dropped before a call of
/// [`OutputFile::commit`] or [`OutputFile::write_record`], the old file stays as it was,
/// unless the file is written in place.
#[derive(Debug)]
pub struct OutputFile {
    writer: BufWriter<File>,
    /// How the content reaches its path; `None` if it is there already.
    pending: Option<Pending>,
    /// The length of the file up to the end of its last complete record; `None` if others may
    /// write to the file, which must then not be truncated.
    complete: Option<u64>,
}

/// How a new file takes the place of the old one.
#[derive(Debug)]
enum Pending {
    /// The temporary file is moved to the path.
    Move(TempPath, PathBuf),
    /// The content of the temporary file is copied over this old file.
    CopyOver(File),
}

impl OutputFile {
    /// Starts writing a file, which replaces the old one when it is
    /// [committed](Self::commit) or its first [record](Self::write_record) is complete.
    ///
    /// # Errors
    /// Returns an error if the file can't be created or the old one can't be written to.
    pub fn create(path: &Path) -> io::Result<Self> {
        if let Some(stream) = open_files::open_own(path)? {
            return Ok(Self::in_place(stream));
        }
        let target = match fs::metadata(path) {
            // Symbolic links are resolved, so that the file they lead to is replaced.
            Ok(found) if found.is_file() => fs::canonicalize(path)?,
            Ok(_) => return File::create(path).map(Self::in_place),
            Err(_) if path.is_symlink() => return File::create(path).map(Self::in_place),
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error),
        };
        let old = match fs::metadata(&target) {
            // A file that can't be written to must not be replaced either.
            Ok(found) => Some((File::options().append(true).open(&target)?, found)),
            Err(_) => None,
        };
        let (file, temporary) = match create_temporary(&target) {
            Ok(created) => created.into_parts(),
            Err(error) if old.is_some() && is_refusal(&error) => return Self::copied_over(&target),
            Err(error) => return Err(error),
        };
        if let Some((_, found)) = old {
            copy_owner(&file, &found);
            file.set_permissions(found.permissions())?;
        }
        let pending = Pending::Move(temporary, target);
        Ok(Self::new(file, Some(pending), Some(0)))
    }

    /// Starts writing a file whose content is copied over the old file at `target`.
    fn copied_over(target: &Path) -> io::Result<Self> {
        let old = File::options().write(true).open(target)?;
        let pending = Pending::CopyOver(old);
        Ok(Self::new(tempfile::tempfile()?, Some(pending), Some(0)))
    }

    /// Returns an output that writes directly to a file to which others may write, too.
    fn in_place(file: File) -> Self {
        Self::new(file, None, None)
    }

    /// Returns an output that appends records to a regular file, positioned at its end.
    ///
    /// # Errors
    /// Returns an error if the system can't tell the length of the file.
    pub fn appending(mut file: File) -> io::Result<Self> {
        let complete = Some(file.stream_position()?);
        Ok(Self::new(file, None, complete))
    }

    fn new(file: File, pending: Option<Pending>, complete: Option<u64>) -> Self {
        Self {
            writer: BufWriter::new(file),
            pending,
            complete,
        }
    }

    /// Returns the file that is being written: a temporary one until it has replaced the
    /// old one.
    pub fn file(&self) -> &File {
        self.writer.get_ref()
    }

    /// Writes the buffered content and a record to the file, and moves a new file into place:
    /// other programs can read the file while it grows, and the records survive however this
    /// program ends. An incomplete record is cut off again, unless others may write to the
    /// file.
    ///
    /// # Errors
    /// Returns an error if the record can't be written or moved into place; an old file
    /// then stays as it was, unless it has been replaced already or the copy over it fails.
    pub fn write_record(&mut self, record: &[u8]) -> io::Result<()> {
        // What is buffered can't be taken back, so the record itself does not pass through
        // the buffer.
        self.writer.flush()?;
        let file = self.writer.get_mut();
        let written = file.write_all(record);
        if let Some(complete) = &mut self.complete {
            match &written {
                Ok(()) => *complete = file.stream_position()?,
                // The error of the write matters, not that of the truncation.
                Err(_) if self.pending.is_none() => drop(truncate(file, *complete)),
                Err(_) => {}
            }
        }
        written.and_then(|()| self.publish())
    }

    /// Completes the file and moves it into place.
    ///
    /// # Errors
    /// Returns an error if the file can't be completed or moved; the old file then stays
    /// as it was, unless the file is written in place or the copy over it fails.
    pub fn commit(mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.publish()
    }

    /// Replaces the old file with what has been written, unless it has been replaced already.
    fn publish(&mut self) -> io::Result<()> {
        let Some(pending) = self.pending.take() else {
            return Ok(());
        };
        let mut over = match pending {
            Pending::CopyOver(old) => old,
            Pending::Move(temporary, target) => {
                self.file().sync_all()?;
                let Err(failed) = temporary.persist(&target) else {
                    return Ok(());
                };
                let old = File::options().write(true).open(&target);
                old.map_err(|_| failed.error)?
            }
        };
        let new = self.writer.get_mut();
        new.rewind()?;
        over.set_len(0)?;
        io::copy(new, &mut over)?;
        *new = over;
        Ok(())
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
    /// was, unless the copy over it fails.
    pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
        Self::create(path)?.complete(content)
    }

    /// Writes the rest of the file, and moves it into place.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`OutputFile::commit`].
    pub fn complete(mut self, rest: impl AsRef<[u8]>) -> io::Result<()> {
        self.write_all(rest.as_ref())?;
        self.commit()
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

/// Gives the new file the owner of the old one. Only root can change the owner; for any other
/// user, the new file belongs to that user.
#[cfg(unix)]
fn copy_owner(file: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn copy_owner(_file: &File, _old: &fs::Metadata) {}

/// Returns whether an error means that no file can be created in a folder. Other causes, such as
/// a full disk, could also stop the copy over the old file, whose content would be lost.
fn is_refusal(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem)
}

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
    fn the_first_record_replaces_the_old_file_and_the_others_are_appended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "old").unwrap();
        let mut file = OutputFile::create(&path).unwrap();
        file.write_all(b"head ").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        for (record, expected) in [("one ", "head one "), ("two ", "head one two ")] {
            file.write_record(record.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        }
        file.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "head one two ");
        assert_eq!(file_names(folder.path()), ["out"]);
    }

    #[test]
    fn without_a_record_the_old_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "old").unwrap();
        let mut file = OutputFile::create(&path).unwrap();
        file.write_all(b"head").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[test]
    fn a_file_that_no_other_can_replace_is_written_over_when_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "the old content").unwrap();
        let mut file = OutputFile::copied_over(&path).unwrap();
        file.write_all(b"head ").unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "the old content");
        for (record, expected) in [("one ", "head one "), ("two ", "head one two ")] {
            file.write_record(record.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        }
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
        fn a_file_in_a_folder_that_takes_no_new_one_is_written_over() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("out");
            fs::write(&path, "the old content").unwrap();
            let inode = |path: &Path| fs::metadata(path).unwrap().ino();
            let old = inode(&path);
            let set_mode =
                |mode| fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode));
            set_mode(0o555).unwrap();
            // The superuser may add files to every folder.
            let is_refused = create_temporary(&path).is_err();
            let written = OutputFile::write_whole(&path, "new");
            set_mode(0o755).unwrap();
            written.unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "new");
            assert_eq!(inode(&path) == old, is_refused);
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

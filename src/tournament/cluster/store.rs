//! The operations on the shared folder on which correctness depends.
//!
//! They are few, so that their guarantees on network file systems are easy to check, and so that
//! tests can replace the folder by a simulated server whose clients see old listings. All times are
//! those of the server: a file gets its stamp by being written, not by a client's clock.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How long a file that another client has published may not be seen, or not as a whole, because
/// this client of a network file system has old attributes.
pub(super) const SIGHT: Duration = Duration::from_secs(120);

/// A time of the server's clock, since the Unix epoch.
pub type Stamp = Duration;

/// A folder that several processes share. Names are relative to it.
pub trait Store {
    /// Creates a file with this content. Returns `false` if it exists. Of several processes,
    /// exactly one creates it.
    ///
    /// # Errors
    /// Returns an error if the file can't be created or written. It may exist then.
    fn create(&self, name: &str, content: &str) -> io::Result<bool>;

    /// Writes the content of a file again, so that its stamp is the server's present time; creates
    /// it if needed.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    fn touch(&self, name: &str, content: &str) -> io::Result<()>;

    /// Sets the stamp of a file to the epoch.
    ///
    /// # Errors
    /// Returns an error if it can't be set.
    fn expire(&self, name: &str) -> io::Result<()>;

    /// Returns the stamp of a file as the server has it; `None` if there is no such file.
    ///
    /// # Errors
    /// Returns an error if it can't be read.
    fn stamp(&self, name: &str) -> io::Result<Option<Stamp>>;

    /// Returns the names of the files in a folder, perhaps without the most recent ones.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    fn list(&self, folder: &str) -> io::Result<Vec<String>>;

    /// Gives a complete file a second name. Returns `false` if another file has that name. Of
    /// several processes, exactly one succeeds.
    ///
    /// # Errors
    /// Returns an error if the file can't be linked.
    fn publish(&self, from: &str, to: &str) -> io::Result<bool>;

    /// Returns whether there is such a file, perhaps not yet if it is recent.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    fn exists(&self, name: &str) -> io::Result<bool>;
}

/// A folder in a file system with exclusive creation and hard links, such as NFS.
#[derive(Clone, Debug)]
pub struct DiskStore(PathBuf);

impl DiskStore {
    /// Creates a handle for the folder at this path.
    pub const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Returns the path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Store for DiskStore {
    fn create(&self, name: &str, content: &str) -> io::Result<bool> {
        let mut new = OpenOptions::new();
        let mut file = match new.write(true).create_new(true).open(self.path(name)) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
            Err(error) => return Err(error),
        };
        file.write_all(content.as_bytes())?;
        Ok(true)
    }

    fn touch(&self, name: &str, content: &str) -> io::Result<()> {
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(false);
        let mut file = options.open(self.path(name))?;
        // A client of NFS sends the data to the server, which sets the stamp, when it closes the
        // file. Stamps need not survive a crash, so nothing is synced: on a busy disk that takes
        // long.
        file.write_all(content.as_bytes())
    }

    fn expire(&self, name: &str) -> io::Result<()> {
        let file = OpenOptions::new().write(true).open(self.path(name))?;
        file.set_modified(UNIX_EPOCH)
    }

    fn stamp(&self, name: &str) -> io::Result<Option<Stamp>> {
        // Clients of NFS ask the server for the attributes of a file that they open.
        let file = match File::open(self.path(name)) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let modified: SystemTime = file.metadata()?.modified()?;
        Ok(Some(
            modified.duration_since(UNIX_EPOCH).unwrap_or_default(),
        ))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(self.path(folder))? {
            names.extend(entry?.file_name().into_string());
        }
        Ok(names)
    }

    fn publish(&self, from: &str, to: &str) -> io::Result<bool> {
        let from = self.path(from);
        match fs::hard_link(&from, self.path(to)) {
            Ok(()) => Ok(true),
            // The server may have made the link although its first answer was lost.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => links(&from).map(|n| n > 1),
            Err(error) => Err(error),
        }
    }

    fn exists(&self, name: &str) -> io::Result<bool> {
        self.path(name).try_exists()
    }
}

#[cfg(unix)]
fn links(path: &std::path::Path) -> io::Result<u64> {
    use std::os::unix::fs::MetadataExt;
    Ok(File::open(path)?.metadata()?.nlink())
}

#[cfg(not(unix))]
fn links(_: &std::path::Path) -> io::Result<u64> {
    Ok(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_on_a_disk_keeps_the_promises() {
        let folder = tempfile::tempdir().unwrap();
        let store = DiskStore::new(folder.path().to_owned());
        assert!(store.create("claim", "one\n").unwrap());
        assert!(!store.create("claim", "two\n").unwrap());
        let stamp = || store.stamp("claim").unwrap().unwrap();
        assert_eq!(store.stamp("other").unwrap(), None);
        let created = stamp();
        store.expire("claim").unwrap();
        assert_eq!(stamp(), Stamp::ZERO);
        store.touch("claim", "one\n").unwrap();
        assert!(stamp() >= created);
        let text = fs::read_to_string(store.path("claim")).unwrap();
        assert_eq!(text, "one\n");
        assert!(store.create("other", "").unwrap());
        assert!(store.publish("claim", "result").unwrap());
        assert!(!store.publish("other", "result").unwrap());
        // A repeated request finds its own link.
        #[cfg(unix)]
        assert!(store.publish("claim", "result").unwrap());
        assert!(store.exists("result").unwrap() && !store.exists("results").unwrap());
        let mut names = store.list("").unwrap();
        names.sort();
        assert_eq!(names, ["claim", "other", "result"]);
    }
}

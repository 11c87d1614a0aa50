//! The debug log: a file that records a conversation, named by the option
//! `Debug Log File`.
//!
//! Each line is written with the time at which it passed, before the next one
//! is handled, so that the file is complete up to a crash.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

/// The first line of a log; a file may hold several logs.
const TITLE: &str = "# Batyr's debug log: UTC, >> from the host, << to the host";

/// A log, initially closed. Clones write to the same file.
#[derive(Debug, Clone, Default)]
pub struct DebugLog(Arc<Mutex<Option<File>>>);

impl DebugLog {
    /// Continues the log at the end of the file at `path`; the empty path
    /// closes the log.
    ///
    /// # Errors
    /// If the file can't be written to; the log then continues where it was.
    pub fn set(&self, path: &str) -> io::Result<()> {
        let file = if path.is_empty() {
            None
        } else {
            // Opening a named pipe would block until somebody reads it.
            if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
                let message = "it is not a regular file";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
            let mut file = OpenOptions::new().append(true).create(true).open(path)?;
            file.write_all(stamped(TITLE).as_bytes())?;
            Some(file)
        };
        *self.file() = file;
        Ok(())
    }

    /// Logs a line received from the host.
    pub fn received(&self, line: &str) {
        self.append(">>", std::slice::from_ref(&line));
    }

    /// Logs lines sent to the host.
    pub fn sent(&self, lines: &[String]) {
        self.append("<<", lines);
    }

    fn append<T: AsRef<str>>(&self, mark: &str, lines: &[T]) {
        let mut open = self.file();
        let Some(file) = open.as_mut() else { return };
        for line in lines {
            let text = stamped(&format!("{mark} {}", line.as_ref()));
            if let Err(error) = file.write_all(text.as_bytes()) {
                log::error!("the debug log ends here: {error}");
                *open = None;
                return;
            }
        }
    }

    fn file(&self) -> MutexGuard<'_, Option<File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn stamped(text: &str) -> String {
    format!("{:.3} {text}\n", Timestamp::now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_not_a_file_is_refused() {
        let log = DebugLog::default();
        for path in ["/dev/null", "/", "/nowhere/at/all"] {
            assert!(log.set(path).is_err(), "{path}");
        }
    }

    #[test]
    fn lines_are_stamped_and_appended() {
        let path = std::env::temp_dir().join(format!("batyr-log-{}", std::process::id()));
        let text = path.to_str().unwrap();
        let log = DebugLog::default();
        log.received("lost");
        log.set(text).unwrap();
        log.received("uci");
        assert!(log.set("/no such folder/log").is_err());
        log.clone().sent(&["uciok".to_owned()]);
        log.set("").unwrap();
        log.received("lost");
        log.set(text).unwrap();
        let written = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let texts: Vec<&str> = written
            .lines()
            .map(|line| line.split_once(' ').unwrap())
            .map(|(stamp, text)| {
                let form: String = stamp
                    .chars()
                    .map(|c| if c.is_ascii_digit() { '0' } else { c })
                    .collect();
                assert_eq!(form, "0000-00-00T00:00:00.000Z");
                text
            })
            .collect();
        assert_eq!(texts, [TITLE, ">> uci", "<< uciok", TITLE]);
    }
}

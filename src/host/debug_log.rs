//! The debug log: a file, named by the option `Debug Log File`, that records a
//! conversation.
//!
//! Each line is written with a timestamp before the next line is handled, so that the file
//! is complete even after a crash.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

use crate::files::append_regular;

/// The first line of a log. A file may contain several logs.
const TITLE: &str = "# Batyr's debug log: UTC, >> from the host, << to the host";

/// A debug log, which is closed at first. Clones write to the same file.
#[derive(Debug, Clone, Default)]
pub struct DebugLog(Arc<Mutex<Option<File>>>);

impl DebugLog {
    /// Continues the log at the end of the file at `path`; closes it if `path` is empty.
    ///
    /// # Errors
    /// Returns an error if the file can't be written to; the log then continues in the old
    /// file.
    pub fn set_path(&self, path: &str) -> io::Result<()> {
        let file = if path.is_empty() {
            None
        } else {
            let mut file = append_regular(Path::new(path))?;
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

    fn append<T: AsRef<str>>(&self, direction: &str, lines: &[T]) {
        let mut open_file = self.file();
        let Some(file) = open_file.as_mut() else {
            return;
        };
        for line in lines {
            let text = stamped(&format!("{direction} {}", line.as_ref()));
            if let Err(error) = file.write_all(text.as_bytes()) {
                log::error!("can't write to the debug log, which is now closed: {error}");
                *open_file = None;
                return;
            }
        }
    }

    fn file(&self) -> MutexGuard<'_, Option<File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a line of the log with a timestamp.
fn stamped(text: &str) -> String {
    format!("{:.3} {text}\n", Timestamp::now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_not_a_regular_file_is_refused() {
        let log = DebugLog::default();
        for path in ["/", "/nowhere/at/all"] {
            assert!(log.set_path(path).is_err(), "{path}");
        }
        if cfg!(unix) {
            assert!(log.set_path("/dev/null").is_err());
        }
    }

    #[test]
    fn lines_are_stamped_and_appended() {
        let path = std::env::temp_dir().join(format!("batyr-log-{}", std::process::id()));
        let path_text = path.to_str().unwrap();
        let log = DebugLog::default();
        log.received("not logged");
        log.set_path(path_text).unwrap();
        log.received("uci");
        assert!(log.set_path("/no such folder/log").is_err());
        log.clone().sent(&["uciok".to_owned()]);
        log.set_path("").unwrap();
        log.received("not logged");
        log.set_path(path_text).unwrap();
        let written = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let logged: Vec<&str> = written
            .lines()
            .map(|line| line.split_once(' ').unwrap())
            .map(|(stamp, text)| {
                let pattern: String = stamp
                    .chars()
                    .map(|c| if c.is_ascii_digit() { '0' } else { c })
                    .collect();
                assert_eq!(pattern, "0000-00-00T00:00:00.000Z");
                text
            })
            .collect();
        assert_eq!(logged, [TITLE, ">> uci", "<< uciok", TITLE]);
    }
}

//! The operating system, as conversations use it: files, threads and the debug log.
//!
//! The debug log, which the option `Debug Log File` names, records a conversation. Each line is
//! written with a timestamp before the next line is handled, so that the file is complete even
//! after a crash.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::thread::Builder;

use jiff::Timestamp;

use super::system::{Direction, System};
use crate::engine::{EngineTask, TableSource, run_to_end};
use crate::files::{open_regular_to_append, read_bytes};
use crate::game::Variant;
use crate::openings::book::{Book, BookError, shipped_book};
use crate::util::sync::lock;

/// The first line of a log. A file may contain several logs.
const TITLE: &str = "# Batyr's debug log: UTC, >> from the host, << to the host";

/// The system, with the debug log of one conversation; the log is closed at first.
#[derive(Debug, Default)]
pub struct OwnSystem {
    debug_log: Mutex<Option<File>>,
}

impl System for OwnSystem {
    fn read_file(&self, path: &str, max_bytes: u64) -> io::Result<Vec<u8>> {
        read_bytes(Path::new(path), max_bytes)
    }

    fn endgame_tables(&self, path: &str) -> io::Result<TableSource> {
        std::fs::read_dir(path).map(|_| TableSource::Folder(path.into()))
    }

    fn open_debug_log(&self, path: &str) -> io::Result<()> {
        let file = if path.is_empty() {
            None
        } else {
            let mut file = open_regular_to_append(Path::new(path))?;
            file.write_all(stamped(TITLE).as_bytes())?;
            Some(file)
        };
        *lock(&self.debug_log) = file;
        Ok(())
    }

    fn log_line(&self, direction: Direction, line: &str) {
        let mut log = lock(&self.debug_log);
        let Some(file) = log.as_mut() else {
            return;
        };
        let mark = match direction {
            Direction::Received => ">>",
            Direction::Sent => "<<",
        };
        let text = stamped(&format!("{mark} {line}"));
        if let Err(error) = file.write_all(text.as_bytes()) {
            log::error!("can't write to the debug log, which is now closed: {error}");
            *log = None;
        }
    }

    fn shipped_book(&self, variant: Variant) -> Result<Option<Book>, BookError> {
        shipped_book(variant)
    }

    fn start_work(&self, name: &str, work: EngineTask) -> io::Result<()> {
        let thread = Builder::new().name(name.to_owned());
        thread.spawn(move || run_to_end(work))?;
        Ok(())
    }
}

/// Returns a line of the log with a timestamp.
fn stamped(text: &str) -> String {
    format!("{:.3} {text}\n", Timestamp::now())
}

#[cfg(test)]
mod tests {
    use super::Direction::{Received, Sent};
    use super::*;

    #[test]
    fn a_path_that_is_not_a_regular_file_is_refused() {
        let log = OwnSystem::default();
        for path in ["/", "/nowhere/at/all"] {
            assert!(log.open_debug_log(path).is_err(), "{path}");
        }
        if cfg!(unix) {
            assert!(log.open_debug_log("/dev/null").is_err());
        }
    }

    #[test]
    fn lines_are_stamped_and_appended() {
        let path = std::env::temp_dir().join(format!("batyr-log-{}", std::process::id()));
        let path_text = path.to_str().unwrap();
        let log = OwnSystem::default();
        log.log_line(Received, "not logged");
        log.open_debug_log(path_text).unwrap();
        log.log_line(Received, "uci");
        assert!(log.open_debug_log("/no such folder/log").is_err());
        log.log_line(Sent, "uciok");
        log.open_debug_log("").unwrap();
        log.log_line(Received, "not logged");
        log.open_debug_log(path_text).unwrap();
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

//! Logs the information that a host sends about itself.
//!
//! The log belongs to the person who runs the program. A host can neither fill it nor
//! control that person's terminal: what it sends is escaped and shortened, and each
//! conversation has a limited number of bytes.

use crate::util::text::shorten;

/// The maximum number of bytes that are logged for a host in one conversation.
const MAX_LOGGED_BYTES: usize = 4 << 10;

/// The log of what one host sends about itself.
#[derive(Debug, Default)]
pub struct HostLog {
    /// The number of bytes so far. When it first exceeds the maximum, a last line reports that
    /// nothing more is logged.
    bytes: usize,
}

impl HostLog {
    /// Logs text from the host after a description of it.
    pub fn info(&mut self, description: &str, text: &str) {
        if let Some(line) = self.log_line(description, text) {
            log::info!("{line}");
        }
    }

    /// Returns the line to log; `None` once nothing more is logged.
    fn log_line(&mut self, description: &str, text: &str) -> Option<String> {
        if self.bytes > MAX_LOGGED_BYTES {
            return None;
        }
        let line = format!("{description} {}", shorten(text));
        self.bytes += line.len();
        if self.bytes <= MAX_LOGGED_BYTES {
            return Some(line);
        }
        Some("the rest of what this host sends about itself is not logged".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_of_a_host_is_limited_and_says_so_once() {
        let mut log = HostLog::default();
        let mut lines = Vec::new();
        for _ in 0..1_000 {
            lines.extend(log.log_line("the opponent is", &"\u{1b}x".repeat(1_000)));
        }
        assert!(lines.iter().all(|line| !line.contains('\u{1b}')));
        assert!(lines.concat().len() <= MAX_LOGGED_BYTES + 40);
        assert!(lines.len() > 2);
        assert_eq!(
            lines.last().unwrap(),
            "the rest of what this host sends about itself is not logged"
        );
    }
}

//! The log of texts that a host sends about itself.
//!
//! A host can neither fill the log of the person who runs the
//! program nor control their terminal: its texts are escaped and shortened, and
//! each conversation has a budget of bytes.

use crate::util::text::shorten;

/// The maximum number of bytes of a host's texts logged in one conversation.
const MAX_LOGGED: usize = 4 << 10;

/// The log of one host's texts.
#[derive(Debug)]
pub struct HostLog {
    /// The number of bytes that may still be logged; `None` once the log has
    /// reported that no more are.
    left: Option<usize>,
}

impl Default for HostLog {
    fn default() -> Self {
        let left = Some(MAX_LOGGED);
        Self { left }
    }
}

impl HostLog {
    /// Logs a text from the host, preceded by its description `what`.
    pub fn info(&mut self, what: &str, text: &str) {
        if let Some(line) = self.line(what, text) {
            log::info!("{line}");
        }
    }

    fn line(&mut self, what: &str, text: &str) -> Option<String> {
        let left = self.left?;
        let line = format!("{what} {}", shorten(text));
        self.left = left.checked_sub(line.len());
        if self.left.is_some() {
            return Some(line);
        }
        Some("the rest of what this host sends about itself is not logged".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_of_a_host_is_limited_and_reports_that_once() {
        let mut log = HostLog::default();
        let mut lines = Vec::new();
        for _ in 0..1_000 {
            lines.extend(log.line("the opponent is", &"\u{1b}x".repeat(1_000)));
        }
        assert!(lines.iter().all(|line| !line.contains('\u{1b}')));
        assert!(lines.concat().len() <= MAX_LOGGED + 40);
        assert!(lines.len() > 2);
        assert_eq!(
            lines.last().unwrap(),
            "the rest of what this host sends about itself is not logged"
        );
    }
}

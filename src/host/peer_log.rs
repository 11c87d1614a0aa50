//! The log of what a host says.
//!
//! **The decision:** a host can neither fill the log of the person who runs the
//! program nor control their terminal: its words are escaped and shortened, and
//! each conversation has a budget of bytes.

use crate::util::text::shorten;

/// The maximum number of bytes logged of a host's words in one conversation.
const MOST_LOGGED: usize = 4 << 10;

/// The log of one host's words.
#[derive(Debug)]
pub struct PeerLog {
    /// The number of bytes that may still be logged; `None` once the log has
    /// reported that no more are.
    left: Option<usize>,
}

impl Default for PeerLog {
    fn default() -> Self {
        let left = Some(MOST_LOGGED);
        Self { left }
    }
}

impl PeerLog {
    /// Logs words of the host behind `what`, their description.
    pub fn info(&mut self, what: &str, words: &str) {
        if let Some(line) = self.line(what, words) {
            log::info!("{line}");
        }
    }

    fn line(&mut self, what: &str, words: &str) -> Option<String> {
        let left = self.left?;
        let line = format!("{what} {}", shorten(words));
        self.left = left.checked_sub(line.len());
        if self.left.is_some() {
            return Some(line);
        }
        Some("no more of what this host says is logged".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_so_many_bytes_and_is_cut_off_once() {
        let mut log = PeerLog::default();
        let mut lines = Vec::new();
        for _ in 0..1_000 {
            lines.extend(log.line("the opponent is", &"\u{1b}x".repeat(1_000)));
        }
        assert!(lines.iter().all(|line| !line.contains('\u{1b}')));
        assert!(lines.concat().len() <= MOST_LOGGED + 40);
        assert!(lines.len() > 2);
        assert_eq!(
            lines.last().unwrap(),
            "no more of what this host says is logged"
        );
    }
}

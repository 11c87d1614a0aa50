//! Games that were abandoned because the runner itself did not run for a while.
//!
//! Such a game is played again, and its report lists the abandoned attempts. If a game is
//! abandoned too often, the run ends: the engines do not get the time that their clocks show.

use std::collections::HashMap;

/// The maximum number of times that a game is replayed.
const MAX_REPLAYS: usize = 10;

/// The abandoned attempts at each game that has not been completed.
#[derive(Debug, Default)]
pub struct Delays(HashMap<u32, Vec<String>>);

impl Delays {
    /// Adds an abandoned attempt at a game, with its description. Returns the number of attempts
    /// if it exceeds `MAX_REPLAYS`, `None` otherwise.
    pub fn add(&mut self, game: u32, detail: &str) -> Option<usize> {
        let attempts = self.0.entry(game).or_default();
        attempts.push(detail.to_owned());
        Some(attempts.len()).filter(|&count| count > MAX_REPLAYS)
    }

    /// Removes and returns the descriptions of the abandoned attempts at a game, oldest first.
    pub fn take(&mut self, game: u32) -> Vec<String> {
        self.0.remove(&game).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_not_replayed_for_ever() {
        let mut delays = Delays::default();
        for _ in 0..MAX_REPLAYS {
            assert_eq!(delays.add(3, "late"), None);
        }
        assert_eq!(delays.add(4, "another game"), None);
        assert_eq!(delays.add(3, "late again"), Some(11));
        assert_eq!(delays.take(4), ["another game"]);
        assert!(delays.take(4).is_empty());
    }
}

//! Whether the engines of a test only repeat their games.
//!
//! The settings suggest that engines repeat their games; the games prove it. Once all games of a
//! whole pass through the openings were copies, further games would be copies, too, and a test that
//! nothing else ends would go on for ever. A pass through a few openings alone proves little, as
//! games of engines that choose at random are sometimes equal. Games are taken in the order of their
//! numbers, so that a run with concurrent games, a resumed run and a shared tournament end at the
//! same game.

use crate::tournament::Evidence;

/// The minimum number of consecutive copies that prove that engines repeat their games.
const MIN_COPIES: u32 = 20;

/// The copies at the end of the games that have been played without a gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopyStreak {
    /// The number of consecutive copies after which engines are known to repeat their games.
    needed: u32,
    /// The number of the last game before the first gap.
    last: u32,
    /// The number of consecutive copies up to that game.
    copies: u32,
}

impl CopyStreak {
    /// Creates the streak before the first game. In a pass of `pass` games, each opening is played
    /// with all the colours with which it ever is.
    pub fn of_pass(pass: u32) -> Self {
        Self::new(pass.max(MIN_COPIES))
    }

    const fn new(needed: u32) -> Self {
        Self {
            needed,
            last: 0,
            copies: 0,
        }
    }

    /// Follows the games as far as they are known. Returns whether all games of a pass, and enough
    /// games, were copies.
    pub fn is_whole_pass(&mut self, evidence: &Evidence) -> bool {
        // Whether a game is a copy depends only on those before it.
        while self.copies < self.needed && evidence.contains(self.last + 1) {
            self.last += 1;
            self.copies = match evidence.is_copy(self.last) {
                true => self.copies + 1,
                false => 0,
            };
        }
        self.copies >= self.needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::GameReport;
    use crate::tournament::pairs::PairGame;

    /// Adds a game; games with the same turn are copies.
    fn add(evidence: &mut Evidence, game: u32, turn: &str) {
        let report = serde_json::json!({
            "game": game, "round": game, "encounter": game, "variant": "shatra", "white": "A",
            "black": "B", "opening": {}, "result": "1-0", "end": "mate", "detail": "",
            "turns": [{"turn": turn, "ms": 1.0, "overhead_ms": 0.0}],
            "started": "2026-01-01T00:00:00Z", "seconds": 1.0,
        });
        let report: GameReport = serde_json::from_value(report).unwrap();
        let index_of = |name: &str| Some(usize::from(name == "B"));
        let game = PairGame::of(&report, index_of).unwrap();
        evidence.add(&report, game);
    }

    #[test]
    fn a_streak_ends_with_a_pass_of_copies_and_not_earlier() {
        let mut evidence = Evidence::new(2, 1);
        let mut streak = CopyStreak::new(3);
        for (game, turn) in (1..).zip(["a", "b", "a", "b", "c", "a", "a"]) {
            add(&mut evidence, game, turn);
            assert!(!streak.is_whole_pass(&evidence), "{game}");
        }
        // A gap hides what comes after it.
        add(&mut evidence, 9, "a");
        assert!(!streak.is_whole_pass(&evidence));
        add(&mut evidence, 8, "b");
        assert!(streak.is_whole_pass(&evidence));
        assert!(!CopyStreak::of_pass(3).is_whole_pass(&evidence), "too few");
        // More games change nothing.
        add(&mut evidence, 10, "d");
        assert!(streak.is_whole_pass(&evidence));
    }

    #[test]
    fn games_that_end_in_another_order_give_the_same_streak() {
        let mut evidence = Evidence::new(2, 1);
        let mut streak = CopyStreak::new(2);
        // The second game seems to be new until the first is known.
        for (game, turn) in [(2, "a"), (3, "a"), (1, "a")] {
            assert!(!streak.is_whole_pass(&evidence));
            add(&mut evidence, game, turn);
        }
        assert!(streak.is_whole_pass(&evidence));
    }
}

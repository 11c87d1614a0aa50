//! Finds games that are copies of earlier ones.
//!
//! A copy has the same engines on the same sides, the same opening and the same turns to the same
//! end as a game with a lower number in the schedule. The lower number decides rather than the
//! time, so that a run with concurrent games, a resumed run and merged shards find the same copies.

use std::collections::{BTreeSet, HashMap};

use sha2::{Digest, Sha256};

use crate::tournament::GameReport;

/// The number of bytes of a digest.
const DIGEST_BYTES: usize = 32;

/// The digest of all that a game and its copies have in common.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameDigest([u8; DIGEST_BYTES]);

impl GameDigest {
    /// Returns the digest of a game between its engines.
    pub fn new(report: &GameReport) -> Self {
        Self::of_sides(report, [&report.white, &report.black])
    }

    /// Returns the digest of a game in which the sides are described by these texts, White's
    /// first.
    pub fn of_sides(report: &GameReport, [white, black]: [&str; 2]) -> Self {
        let mut hasher = Sha256::new();
        // The lengths distinguish lists of texts that are equal when joined.
        let mut add = |text: &str| {
            hasher.update((text.len() as u64).to_le_bytes());
            hasher.update(text);
        };
        let opening = &report.opening;
        let (variant, result) = (report.variant.id(), report.result.text());
        for text in [white, black, variant, result] {
            add(text);
        }
        // The Rust name of the reason; the keys in files of `batyr spsa` depend on it.
        let end = format!("{:?}", report.end);
        let reason = end
            .split_once('(')
            .and_then(|(_, rest)| rest.strip_suffix(')'));
        add(reason.unwrap_or(&end));
        add(opening.position.as_deref().unwrap_or_default());
        add(&opening.turns.len().to_string());
        for turn in &opening.turns {
            add(turn);
        }
        for turn in &report.turns {
            add(&turn.turn);
        }
        Self(hasher.finalize().into())
    }

    /// Returns the first eight bytes as a number.
    pub fn short(self) -> u64 {
        let first = self.0.first_chunk().copied();
        u64::from_le_bytes(first.unwrap_or_default())
    }
}

/// The result of adding a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Addition {
    /// No game added so far has the same digest.
    Original,
    /// The game is a copy of an earlier one.
    Copy,
    /// The game precedes the one with this number, which is now a copy instead of the original.
    EarlierThan(u32),
}

/// Finds the copies among games, which may be added in any order.
#[derive(Clone, Debug, Default)]
pub struct CopyFinder {
    /// The lowest number of a game with each digest.
    originals: HashMap<GameDigest, u32>,
    copies: BTreeSet<u32>,
}

impl CopyFinder {
    /// Adds the game with this number and digest.
    pub fn add(&mut self, game: u32, digest: GameDigest) -> Addition {
        let original = *self.originals.entry(digest).or_insert(game);
        if original == game {
            return Addition::Original;
        }
        self.copies.insert(game.max(original));
        if game > original {
            return Addition::Copy;
        }
        self.originals.insert(digest, game);
        Addition::EarlierThan(original)
    }

    /// Returns whether the game with this number is a copy.
    pub fn is_copy(&self, game: u32) -> bool {
        self.copies.contains(&game)
    }

    /// Returns the number of copies.
    pub fn count(&self) -> usize {
        self.copies.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(opening: &[&str], turns: &[&str], end: &str) -> GameDigest {
        let turns: Vec<_> = turns
            .iter()
            .map(|turn| serde_json::json!({"turn": turn, "ms": 1.5, "overhead_ms": 0.0}))
            .collect();
        let report = serde_json::json!({
            "game": 1, "round": 1, "encounter": 1, "variant": "shatra", "white": "A", "black": "B",
            "opening": {"name": "o:1", "turns": opening}, "result": "1-0", "end": end, "detail": "",
            "turns": turns, "started": "2026-01-01T00:00:00Z", "seconds": 1.0,
        });
        GameDigest::new(&serde_json::from_value(report).unwrap())
    }

    #[test]
    fn opening_turns_and_end_make_a_game() {
        let game = digest(&["a"], &["b", "c"], "mate");
        assert_eq!(game, digest(&["a"], &["b", "c"], "mate"));
        for other in [
            digest(&["a"], &["b"], "mate"),
            digest(&["a", "b"], &["c"], "mate"),
            digest(&["a"], &["bc"], "mate"),
            digest(&["a"], &["b", "c"], "time"),
        ] {
            assert_ne!(game, other);
        }
    }

    #[test]
    fn the_keys_in_files_stay_the_same() {
        // Computed with Python's hashlib, with "Mate" and "TurnLimit" as the ends.
        for (end, key) in [
            ("mate", 0x5c30_f1d4_5742_b15b),
            ("turn-limit", 0xfb2f_3fcd_1526_86f9),
        ] {
            assert_eq!(digest(&["a"], &["b", "c"], end).short(), key);
        }
    }

    #[test]
    fn the_lowest_number_is_the_original_in_any_order() {
        let [one, other] = ["a", "b"].map(|turn| digest(&[], &[turn], "mate"));
        let games = [(1, one), (2, other), (3, one), (4, one), (5, other)];
        for rotation in 0..games.len() {
            let mut order = games;
            order.rotate_left(rotation);
            let mut finder = CopyFinder::default();
            for (game, digest) in order {
                finder.add(game, digest);
            }
            let copies: Vec<_> = (1..=5).filter(|&game| finder.is_copy(game)).collect();
            assert_eq!(copies, [3, 4, 5], "{rotation}");
        }
        let mut finder = CopyFinder::default();
        let added =
            [(4, one), (3, one), (1, one), (5, one)].map(|(game, digest)| finder.add(game, digest));
        let expected = [
            Addition::Original,
            Addition::EarlierThan(4),
            Addition::EarlierThan(3),
            Addition::Copy,
        ];
        assert_eq!(added, expected);
    }
}

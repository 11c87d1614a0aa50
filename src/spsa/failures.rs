//! Counts the failures of an engine: crashes, stalls and failed starts.
//!
//! After a rare failure, the pair is played again. An engine that does not work at all fails in
//! every pair; an engine that fails with certain values fails in the same pair again and again,
//! because the pair is repeated with almost the same values. Either must end the run.

use std::collections::HashMap;

/// The failures of a run.
#[derive(Debug, Default)]
pub struct Failures {
    /// The number of failures since a pair was last completed.
    streak: usize,
    by_pair: HashMap<u32, usize>,
}

impl Failures {
    /// Adds a failure in a pair. Returns the number of consecutive failures, or of failures in
    /// this pair, whichever is greater.
    pub fn add(&mut self, pair: u32) -> usize {
        self.streak += 1;
        let of_pair = self.by_pair.entry(pair).or_default();
        *of_pair += 1;
        self.streak.max(*of_pair)
    }

    /// Ends a series of consecutive failures, because a pair has been completed.
    pub const fn end_streak(&mut self) {
        self.streak = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_failures_and_those_of_a_pair_are_counted() {
        let mut failures = Failures::default();
        assert_eq!([1, 2].map(|pair| failures.add(pair)), [1, 2]);
        failures.end_streak();
        assert_eq!(failures.add(3), 1);
        failures.end_streak();
        assert_eq!(failures.add(2), 2);
        failures.end_streak();
        assert_eq!(failures.add(2), 3);
    }
}

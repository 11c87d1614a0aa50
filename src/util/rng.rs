//! A pseudorandom number generator that yields the same numbers in every build and on
//! every machine.

use crate::base::zobrist::splitmix;

/// A pseudorandom number generator: the SplitMix64 sequence, starting at a hash of the
/// seed and the stream.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator. Each `stream` gives a different sequence for the same
    /// seed.
    pub const fn new(seed: u64, stream: u64) -> Self {
        Self(splitmix(splitmix(seed) ^ stream))
    }

    /// Returns a random number below `count`, or 0 if `count` is 0. The bias is below
    /// `count` / 2⁶⁴.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        let wide = u128::from(splitmix(self.0)) * count as u128;
        (wide >> 64) as usize
    }

    /// Returns the numbers below `count` in random order (Fisher–Yates).
    pub fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut permutation: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            permutation.swap(last, self.below(last + 1));
        }
        permutation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_permutations_are_uniform() {
        let mut rng = Rng::new(1, 2);
        let mut counts = [0_i32; 6];
        for _ in 0..6000 {
            counts[rng.below(6)] += 1;
        }
        assert!(counts.iter().all(|n| (n - 1000).abs() < 150), "{counts:?}");

        let mut orders = std::collections::BTreeMap::new();
        for stream in 0..6000 {
            *orders
                .entry(Rng::new(7, stream).permutation(3))
                .or_insert(0_i32) += 1;
        }
        assert_eq!(orders.len(), 6);
        assert!(
            orders.values().all(|n| (n - 1000).abs() < 150),
            "{orders:?}"
        );
    }
}

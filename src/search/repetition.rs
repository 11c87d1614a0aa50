//! Repetition: the keys of the game so far and of the line being searched.
//!
//! Inside the search one repetition already counts as a draw: what could be
//! forced twice could be forced again. Before the root both sides may have had
//! their reasons, and a draw takes the third occurrence; so of the game only
//! the positions that occurred twice are kept, and a long game costs the search
//! nothing.

/// The keys of the positions of the line, the current one last, and of those
/// that the game has seen twice.
#[derive(Clone, Debug, Default)]
pub struct Path {
    keys: Vec<u64>,
    /// The keys that the game has seen twice, sorted.
    twice: Vec<u64>,
}

impl Path {
    /// Starts at a root position after the earlier keys of its game, and
    /// reserves room for a line of `plies`.
    pub fn start(&mut self, history: &[u64], root: u64, plies: usize) {
        self.keys.clear();
        self.keys.reserve(plies + 2);
        self.keys.push(root);
        let mut sorted = history.to_vec();
        sorted.sort_unstable();
        self.twice.clear();
        let pairs = sorted.windows(2).filter(|pair| pair[0] == pair[1]);
        self.twice.extend(pairs.map(|pair| pair[0]));
    }

    /// Adds the key of the position after a turn.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Removes the last key, as its turn is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Returns whether the current position is drawn by repetition, given that
    /// the last `clock` turns could be undone by play.
    #[inline]
    pub fn is_repetition(&self, clock: u32) -> bool {
        let Some(last) = self.keys.len().checked_sub(1) else {
            return false;
        };
        let reach = last.min(clock as usize);
        let key = self.keys[last];
        (2..=reach)
            .step_by(2)
            .any(|back| self.keys[last - back] == key)
            || !self.twice.is_empty() && self.twice.binary_search(&key).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(history: &[u64], root: u64, line: &[u64]) -> Path {
        let mut path = Path::default();
        path.start(history, root, 8);
        line.iter().for_each(|&key| path.push(key));
        path
    }

    #[test]
    fn once_in_the_search_is_enough() {
        assert!(path(&[], 1, &[2, 3, 4, 1]).is_repetition(4));
        assert!(path(&[9], 1, &[2, 3, 4, 5, 6, 3]).is_repetition(9));
        assert!(!path(&[], 1, &[2, 3, 4, 5]).is_repetition(4));
    }

    #[test]
    fn twice_in_the_game_is_needed() {
        assert!(!path(&[3, 4, 5], 6, &[3]).is_repetition(9));
        assert!(path(&[3, 4, 5, 6, 3, 4, 5], 6, &[3]).is_repetition(9));
    }

    #[test]
    fn turns_that_cannot_be_undone_end_the_look_back() {
        assert!(!path(&[], 1, &[2, 3, 4, 1]).is_repetition(3));
        assert!(!path(&[], 1, &[]).is_repetition(u32::MAX));
    }
}

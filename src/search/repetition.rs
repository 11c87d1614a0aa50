//! Repetition: the keys of the game so far and of the line being searched.
//!
//! Within the search, a single repetition counts as a draw, since a side that has forced a
//! position twice can force it again. Before the root, a repetition may have been
//! voluntary, and a draw requires a third occurrence, or a second one where a host draws such
//! games. Only those positions of the game that draw when they occur once more are therefore
//! kept, and a long game does not slow the search.

/// The occurrence of a position at which its game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RepetitionDraw {
    /// The second, as some hosts have it.
    Second,
    /// The third, as in the rules.
    #[default]
    Third,
}

/// Returns the keys of the positions of a game that draw when they occur once more, sorted.
/// `earlier` are the keys of all its positions.
pub fn drawing_keys(earlier: &[u64], draw: RepetitionDraw) -> Vec<u64> {
    let mut keys = earlier.to_vec();
    keys.sort_unstable();
    if draw == RepetitionDraw::Third {
        let equal_pairs = keys.windows(2).filter(|pair| pair[0] == pair[1]);
        keys = equal_pairs.map(|pair| pair[0]).collect();
    }
    keys.dedup();
    keys
}

/// The keys of the positions of the line, the current one last, and of the positions of the game
/// that draw when they occur once more.
#[derive(Clone, Debug, Default)]
pub struct KeyStack {
    keys: Vec<u64>,
    /// The keys that draw when they occur once more, sorted.
    drawing: Vec<u64>,
}

impl KeyStack {
    /// Resets the stack to the root position, given the keys of the earlier positions of
    /// its game, and reserves space for a line of this number of plies.
    pub fn reset(&mut self, earlier: &[u64], draw: RepetitionDraw, root: u64, plies: usize) {
        self.keys.clear();
        self.keys.reserve(plies + 2);
        self.keys.push(root);
        self.drawing = drawing_keys(earlier, draw);
    }

    /// Adds the key of the position after a turn.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Removes the last key, whose turn is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Returns whether the current position is drawn by repetition, given the number of
    /// consecutive reversible turns that led to it.
    #[inline]
    pub fn is_repetition(&self, reversible_turns: u32) -> bool {
        let Some((key, line)) = self.keys.split_last() else {
            return false;
        };
        let first = line.len().saturating_sub(reversible_turns as usize);
        // The side to move was the same two turns before, and four, and so on.
        line[first..].rchunks_exact(2).any(|pair| pair[0] == *key)
            || !self.drawing.is_empty() && self.drawing.binary_search(key).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(earlier: &[u64], root: u64, line: &[u64]) -> KeyStack {
        stack_for(RepetitionDraw::Third, earlier, root, line)
    }

    fn stack_for(draw: RepetitionDraw, earlier: &[u64], root: u64, line: &[u64]) -> KeyStack {
        let mut stack = KeyStack::default();
        stack.reset(earlier, draw, root, 8);
        line.iter().for_each(|&key| stack.push(key));
        stack
    }

    #[test]
    fn one_repetition_in_the_search_is_a_draw() {
        assert!(stack(&[], 1, &[2, 3, 4, 1]).is_repetition(4));
        assert!(stack(&[9], 1, &[2, 3, 4, 5, 6, 3]).is_repetition(9));
        assert!(!stack(&[], 1, &[2, 3, 4, 5]).is_repetition(4));
    }

    #[test]
    fn a_repetition_of_the_game_needs_two_earlier_occurrences() {
        assert!(!stack(&[3, 4, 5], 6, &[3]).is_repetition(9));
        assert!(stack(&[3, 4, 5, 6, 3, 4, 5], 6, &[3]).is_repetition(9));
    }

    #[test]
    fn where_the_second_occurrence_draws_every_position_of_the_game_counts() {
        let second = |line: &[u64]| stack_for(RepetitionDraw::Second, &[5, 3, 4], 6, line);
        assert!(second(&[3]).is_repetition(9));
        assert!(second(&[7, 4]).is_repetition(9));
        assert!(!second(&[7, 8]).is_repetition(9));
    }

    #[test]
    fn irreversible_turns_rule_out_a_repetition() {
        assert!(!stack(&[], 1, &[2, 3, 4, 1]).is_repetition(3));
        assert!(!stack(&[], 1, &[]).is_repetition(u32::MAX));
    }
}

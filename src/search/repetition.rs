//! The keys of the game so far and of the line being searched, to tell
//! repetitions.
//!
//! Inside the search one repetition counts as a draw already: what could be
//! forced twice could be forced again. Before the root both sides may have had
//! their reasons, and a draw takes the third occurrence.

/// Keys of positions, oldest first, the current one last.
#[derive(Clone, Debug, Default)]
pub struct Path {
    keys: Vec<u64>,
    root: usize,
}

impl Path {
    /// Starts from a root position with its game. Room is made for `plies`.
    pub fn start(&mut self, history: &[u64], root: u64, plies: usize) {
        self.keys.clear();
        self.keys.reserve(history.len() + plies + 2);
        self.keys.extend_from_slice(history);
        self.root = self.keys.len();
        self.keys.push(root);
    }

    /// A turn was made.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// It was taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Whether the current position is drawn by repetition, when the last
    /// `clock` turns could be undone by play.
    #[inline]
    pub fn is_repetition(&self, clock: u32) -> bool {
        let Some(last) = self.keys.len().checked_sub(1) else {
            return false;
        };
        let reach = last.min(clock as usize);
        let key = self.keys[last];
        let mut before = 0;
        for back in (2..=reach).step_by(2) {
            if self.keys[last - back] == key {
                before += 1;
                if before == 2 || last - back >= self.root {
                    return true;
                }
            }
        }
        false
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

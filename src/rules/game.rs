//! What all games have in common: positions, turns, keys and ends.
//!
//! [`Game`] states the rules and nothing else. What a search needs in
//! addition (which turns to search first, what may be pruned) is in a trait of the
//! search.

use crate::base::Color;

/// A list of turns of one position. Up to 128 turns are stored without the heap, which
/// is enough for most positions.
pub type MoveList<M> = smallvec::SmallVec<[M; 128]>;

/// The result of a finished game for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The side to move has lost.
    Lost,
    /// The game is drawn.
    Drawn,
    /// The side to move has won.
    Won,
}

/// A position of a two-player game with perfect information, in which the sides
/// take turns: each turn hands the move to the other side.
///
/// A `Move` is one complete turn. All methods that take a `Move` expect a legal turn of
/// this position.
pub trait Game: Clone + Send + Sync + 'static {
    /// The type of turns: small, and equal only for the same turn.
    type Move: Copy + Eq + Send + Sync + std::fmt::Debug + 'static;

    /// Returns the side to move.
    fn side_to_move(&self) -> Color;

    /// Returns a 64-bit key of everything that determines how the game can continue; it is
    /// equal for positions that count as repetitions of each other.
    fn key(&self) -> u64;

    /// Returns the half-move clock: the number of turns since the last
    /// irreversible one. No position before that turn can be repeated.
    fn halfmove_clock(&self) -> u32;

    /// Appends all legal turns. If there is none, the game is over and
    /// [`Game::no_moves`] returns the result.
    fn generate(&self, list: &mut MoveList<Self::Move>);

    /// Appends at least one legal turn for each position that a legal turn
    /// leads to. Games in which many turns lead to the same position may leave
    /// some out.
    #[inline]
    fn generate_distinct(&self, list: &mut MoveList<Self::Move>) {
        self.generate(list);
    }

    /// Returns the number of legal turns. Most games count turns faster than
    /// they list them.
    fn count(&self) -> u64 {
        let mut list = MoveList::new();
        self.generate(&mut list);
        list.len() as u64
    }

    /// Plays a turn.
    fn play(&mut self, mv: Self::Move);

    /// Returns the result of a position without a legal turn.
    fn no_moves(&self) -> End;

    /// Returns whether the side to move has already lost, as far as this can be determined
    /// without generating turns (its king is off the board). Returning `false` is always
    /// correct.
    #[inline]
    fn is_lost(&self) -> bool {
        false
    }

    /// Returns whether this position is drawn by a rule that depends on it
    /// alone (not by repetition). [`Game::is_lost`] takes precedence over this method,
    /// and this method over [`Game::no_moves`].
    fn is_drawn(&self) -> bool;

    /// Returns whether the king of the side to move would be captured if the
    /// opponent were to move. Returning `false` is always correct.
    #[inline]
    fn is_in_check(&self) -> bool {
        false
    }
}

//! The interface that all games have in common: positions, turns, keys and results.
//!
//! [`Game`] states the rules and nothing else. What a search also needs to know (which
//! turns to search first, what may be pruned) is in a trait of the search.

use crate::base::Color;

/// A list of turns of one position. Up to 128 turns are stored without the heap, which
/// is enough for most positions.
pub type MoveList<M> = smallvec::SmallVec<[M; 128]>;

/// The length at which a list of [`Game::generate_distinct`] takes no further turns. Games do
/// not reach it, but a position set up to have millions of chains must not delay the search.
pub const MAX_DISTINCT_TURNS: usize = 1 << 12;

/// The result of a game that has ended, from the point of view of the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The side to move has lost.
    Lost,
    /// The game is drawn.
    Drawn,
    /// The side to move has won.
    Won,
}

/// A position of a two-player game with perfect information, in which the sides alternate:
/// after each turn, the opponent is to move.
///
/// A `Move` is one complete turn. All methods that take a `Move` expect a legal turn of
/// this position.
pub trait Game: Clone + Send + Sync + 'static {
    /// The type of turns. It should be small, and two values are equal only if they denote
    /// the same turn.
    type Move: Copy + Eq + Send + Sync + std::fmt::Debug + 'static;

    /// Returns the side to move.
    fn side_to_move(&self) -> Color;

    /// Returns a 64-bit key of everything that determines how the game can continue; it is
    /// equal for positions that are repetitions of each other.
    fn key(&self) -> u64;

    /// Returns the half-move clock: the number of turns since the last
    /// irreversible one. No position before that turn can occur again.
    fn halfmove_clock(&self) -> u32;

    /// Returns the number of plies in which the game must end, or an irreversible turn must come, if
    /// the [half-move clock](Game::halfmove_clock) is not to draw the game; the last of them may be that
    /// end. `None` where no clock draws the game.
    #[inline]
    fn plies_to_limit(&self) -> Option<u32> {
        None
    }

    /// Appends all legal turns. If there is none, the game is over and
    /// [`Game::end_without_turns`] returns the result.
    fn generate(&self, list: &mut MoveList<Self::Move>);

    /// Appends legal turns so that each position after a legal turn is reached by at least
    /// one of them. Games in which many turns lead to the same position may leave out the
    /// rest. A list of [`MAX_DISTINCT_TURNS`] turns may be truncated.
    #[inline]
    fn generate_distinct(&self, list: &mut MoveList<Self::Move>) {
        self.generate(list);
    }

    /// Returns the number of legal turns. Most games can count turns faster than list them.
    fn count(&self) -> u64 {
        let mut list = MoveList::new();
        self.generate(&mut list);
        list.len() as u64
    }

    /// Plays a turn.
    fn play(&mut self, turn: Self::Move);

    /// Returns the position after a turn.
    #[inline]
    #[must_use]
    fn after(&self, turn: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(turn);
        next
    }

    /// Returns the result if the side to move has no legal turn.
    fn end_without_turns(&self) -> End;

    /// Returns whether the side to move has already lost, as far as this can be determined
    /// without generating turns (for example, because its king was captured). Returning
    /// `false` is always correct.
    #[inline]
    fn is_lost(&self) -> bool {
        false
    }

    /// Returns whether the game is drawn by a rule that depends only on this position, which
    /// excludes repetition. [`Game::is_lost`] takes precedence over this method, and this
    /// method over [`Game::end_without_turns`].
    fn is_drawn(&self) -> bool;

    /// Returns whether the opponent could capture the king of the side to move if it were
    /// the opponent's turn. Returning `false` is always correct.
    #[inline]
    fn is_in_check(&self) -> bool {
        false
    }
}

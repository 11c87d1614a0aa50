//! The window of a search: the scores that it must tell apart.

use super::Bound;
use crate::base::Score;
use crate::base::score::{loss_in, win_in};

/// An open interval of scores; a search must find the exact score only if it lies inside.
#[derive(Copy, Clone, Debug)]
pub struct Window {
    /// The lower bound: the side to move already has a turn of this score.
    pub alpha: Score,
    /// The upper bound: the opponent already has a way to avoid this score.
    pub beta: Score,
}

impl Window {
    /// Returns the null window that tests whether a score exceeds `alpha`.
    #[inline]
    pub const fn null(alpha: Score) -> Self {
        let beta = alpha + 1;
        Self { alpha, beta }
    }

    /// Returns the window from the opponent's point of view.
    #[inline]
    pub const fn reversed(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Returns the part of the window in which the score at `ply` can lie (mate distance
    /// pruning): no loss comes before `ply`, and no win before the next ply.
    #[inline]
    pub fn within_reach(self, ply: usize) -> Self {
        Self {
            alpha: self.alpha.max(loss_in(ply)),
            beta: self.beta.min(win_in(ply + 1)),
        }
    }

    /// Returns how a score returned by a search with this window relates to the true value.
    #[inline]
    pub fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

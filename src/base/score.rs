//! Scores in centipawns (hundredths of a shatra), with wins told by distance.
//!
//! A score is always seen from the side to move. All scores fit an `i16`, so
//! that the transposition table can pack them.

/// Hundredths of a shatra, or a win or loss near [`WIN`].
pub type Score = i32;

/// The longest line the search follows from its root, in plies.
pub const MAX_PLY: usize = 240;
/// The score of a game won on the spot; a win in `n` plies is `WIN - n`.
pub const WIN: Score = 32_000;
/// Above every score.
pub const INFINITE: Score = 32_001;
/// A score at or above it is a proved win, one at or below its negative a loss.
pub const DECISIVE: Score = WIN - MAX_PLY as Score;
/// The largest score that an evaluation may give.
pub const MAX_EVAL: Score = DECISIVE - 1;
/// The score of a drawn game.
pub const DRAW: Score = 0;

/// The score of winning in `ply` plies from the root.
#[inline]
pub const fn win_in(ply: usize) -> Score {
    WIN - ply as Score
}

/// The score of having lost `ply` plies from the root.
#[inline]
pub const fn lost_in(ply: usize) -> Score {
    ply as Score - WIN
}

/// Whether the score is a proved win or loss.
#[inline]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() >= DECISIVE
}

/// The number of own moves until the win (positive) or of own moves left
/// before the loss (negative, or 0 when already lost); `None` if the score is
/// not decisive.
pub const fn moves_to_end(score: Score) -> Option<i32> {
    if score >= DECISIVE {
        Some((WIN - score + 1) / 2)
    } else if score <= -DECISIVE {
        Some(-((WIN + score) / 2))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_is_told_in_own_moves() {
        assert_eq!(moves_to_end(win_in(1)), Some(1));
        assert_eq!(moves_to_end(win_in(3)), Some(2));
        assert_eq!(moves_to_end(lost_in(0)), Some(0));
        assert_eq!(moves_to_end(lost_in(2)), Some(-1));
        assert_eq!(moves_to_end(lost_in(4)), Some(-2));
        assert_eq!(moves_to_end(MAX_EVAL), None);
    }
}

//! Scores in centipawns (hundredths of a pawn, which in Shatra is the shatra). A proved win
//! or loss is scored by its distance in plies.
//!
//! A score is always relative to the side to move. Every score fits in an `i16`, as the
//! transposition table stores it.

use serde::{Deserialize, Serialize};

use super::Color;

/// A score in centipawns; near ±[`WIN`], a proved win or loss.
pub type Score = i32;

/// The maximum distance from the root that the search reaches, in plies.
pub const MAX_PLY: usize = 240;
/// The score of a game that is already won; a win in `n` plies scores `WIN - n`.
pub const WIN: Score = 32_000;
/// A bound that is above every score.
pub const INFINITE: Score = 32_001;
/// The lowest score of a proved win. A score at or below its negative is a proved loss.
pub const DECISIVE: Score = WIN - MAX_PLY as Score;
/// The largest score that an evaluation may return.
pub const MAX_EVAL: Score = DECISIVE - 1;
/// The score of a drawn game.
pub const DRAW: Score = 0;

/// Returns the score of a win `ply` plies from the root.
#[inline]
pub const fn win_in(ply: usize) -> Score {
    WIN - ply as Score
}

/// Returns the score of a loss `ply` plies from the root.
#[inline]
pub const fn loss_in(ply: usize) -> Score {
    ply as Score - WIN
}

/// Converts a score from this side's point of view to White's.
pub const fn for_white(score: Score, side: Color) -> Score {
    match side {
        Color::White => score,
        Color::Black => -score,
    }
}

/// Returns whether the score is a proved win or loss.
#[inline]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() >= DECISIVE
}

/// Returns the distance to the end of the game in moves of the side to move: positive
/// for a win, negative for a loss (0 if already lost). Returns `None` if the score is
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

/// A score as protocols and files have it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportedScore {
    /// A score in centipawns (hundredths of a shatra).
    Cp(i32),
    /// A forced win in this many moves of the side to move; a forced loss if negative.
    Mate(i32),
}

impl ReportedScore {
    /// Converts a score.
    pub const fn from_score(score: Score) -> Self {
        match moves_to_end(score) {
            Some(moves) => Self::Mate(moves),
            None => Self::Cp(score),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_to_the_end_counts_moves_of_the_side_to_move() {
        assert_eq!(moves_to_end(win_in(1)), Some(1));
        assert_eq!(moves_to_end(win_in(3)), Some(2));
        assert_eq!(moves_to_end(loss_in(0)), Some(0));
        assert_eq!(moves_to_end(loss_in(2)), Some(-1));
        assert_eq!(moves_to_end(loss_in(4)), Some(-2));
        assert_eq!(moves_to_end(MAX_EVAL), None);
    }
}

//! Scores in centipawns (hundredths of a pawn, which in Shatra is the shatra). Proved wins
//! and losses lie beyond all evaluations. From zero outwards, a score is
//!
//! * an evaluation, up to [`MAX_EVAL`];
//! * proved by an endgame table, from [`PROVED_WIN`] to [`TABLE_WIN`], and too far from the end
//!   of the game for its distance to be reported: the nearer the end, the higher the score;
//! * proved by the search or by a table, from [`LONGEST_WIN`] to [`WIN`]: the score gives the
//!   distance to the end of the game in plies.
//!
//! A score is relative to the side to move. Every score fits in an `i16`, the type in which
//! the transposition table stores it.

use serde::{Deserialize, Serialize};

use super::Color;

/// A score in centipawns; beyond ±[`MAX_EVAL`], a proved win or loss.
pub type Score = i32;

/// The maximum distance from the root that the search reaches, in plies.
pub const MAX_PLY: usize = 240;
/// The score of a game that the side to move has already won; a win in `n` plies scores `WIN - n`.
pub const WIN: Score = 32_000;
/// A bound that is above every score.
pub const INFINITE: Score = 32_001;
/// The lowest score of a win whose distance is known.
pub const LONGEST_WIN: Score = win_in(MAX_PLY);
/// The highest score of a win that only an endgame table proves.
pub const TABLE_WIN: Score = LONGEST_WIN - 1;
/// The lowest score of a proved win. A score at or below its negative is a proved loss.
pub const PROVED_WIN: Score = table_win(MAX_PLY);
/// The largest score that an evaluation may return.
pub const MAX_EVAL: Score = PROVED_WIN - 1;
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

/// Returns the score of a position that is won according to an endgame table, this number of
/// plies and more than [`MAX_PLY`] others from the end.
#[inline]
pub const fn table_win(ply: usize) -> Score {
    TABLE_WIN - ply as Score
}

/// Returns the score, for the side to move, of a turn to a position that has this score for the
/// opponent: the end of the game is one ply further away. The distance does not grow beyond what
/// can be told.
pub const fn before_turn(score: Score) -> Score {
    let own = -score;
    match own.abs() {
        LONGEST_WIN | PROVED_WIN => own,
        PROVED_WIN.. => own - own.signum(),
        _ => own,
    }
}

/// Converts a score from this side's point of view to White's.
pub const fn for_white(score: Score, side: Color) -> Score {
    match side {
        Color::White => score,
        Color::Black => -score,
    }
}

/// Returns whether the score is a proved win or loss, at a known distance or not.
#[inline]
pub const fn is_proved(score: Score) -> bool {
    score.abs() >= PROVED_WIN
}

/// Returns whether the score is a proved win or loss at a known distance.
#[inline]
pub const fn is_distance_known(score: Score) -> bool {
    score.abs() >= LONGEST_WIN
}

/// Returns the distance to the end of the game in moves of the side to move: positive
/// for a win, negative for a loss (0 if already lost). Returns `None` if the score is
/// not a win or loss at a known distance.
pub const fn moves_to_end(score: Score) -> Option<i32> {
    if !is_distance_known(score) {
        None
    } else if score > 0 {
        Some((WIN - score + 1) / 2)
    } else {
        Some(-((WIN + score) / 2))
    }
}

/// A score in the form that protocols and files use.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportedScore {
    /// A score in centipawns.
    Cp(i32),
    /// A forced win in this many moves of the side to move; a forced loss if 0 or negative.
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

    #[test]
    fn an_end_is_a_ply_further_away_before_a_turn() {
        assert_eq!(before_turn(loss_in(0)), win_in(1));
        assert_eq!(before_turn(win_in(4)), loss_in(5));
        assert_eq!(before_turn(-table_win(3)), table_win(4));
        for score in [0, 17, -MAX_EVAL] {
            assert_eq!(before_turn(score), -score);
        }
        for last in [LONGEST_WIN, PROVED_WIN] {
            assert_eq!((before_turn(last), before_turn(-last)), (-last, last));
        }
    }

    #[test]
    fn the_ranges_of_scores_adjoin_and_fit_in_16_bits() {
        assert_eq!(loss_in(MAX_PLY), -LONGEST_WIN);
        assert_eq!(table_win(0), LONGEST_WIN - 1);
        assert_eq!(table_win(MAX_PLY), MAX_EVAL + 1);
        assert!(INFINITE > WIN && i16::try_from(-INFINITE).is_ok());
    }

    #[test]
    fn a_win_by_a_table_is_proved_but_not_at_a_known_distance() {
        let questions = |score| (is_proved(score), is_distance_known(score));
        for sign in [1, -1] {
            for ply in [0, 1, MAX_PLY] {
                assert_eq!(questions(sign * win_in(ply)), (true, true));
                assert_eq!(questions(sign * table_win(ply)), (true, false));
                assert_eq!(moves_to_end(sign * table_win(ply)), None);
            }
            assert_eq!(questions(sign * MAX_EVAL), (false, false));
        }
        assert!(win_in(MAX_PLY) > table_win(0) && table_win(1) > table_win(2));
    }
}

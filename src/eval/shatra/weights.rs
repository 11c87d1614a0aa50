//! All numbers of the evaluation, in centipawns.

use crate::base::Score;
use crate::rules::shatra::Kind;

/// What a man is worth on the board; the biy is never exchanged.
pub const fn material(kind: Kind) -> Score {
    match kind {
        Kind::Shatra => 100,
        Kind::Yalkyn => 300,
        Kind::Tura => 450,
        Kind::Batyr => 800,
        Kind::Biy => 0,
    }
}

/// For each man still in reserve while the temdek is on: he can be dropped
/// where he is wanted, and is a spare turn where turns are short.
pub const RESERVE: Score = 6;

/// For a shatra by rank, seen from its own side (index 1 to 14), while a
/// promotion is to be had.
pub const ADVANCE: [Score; 15] = [0, 0, 0, 0, 0, 0, 3, 6, 12, 20, 30, 50, 70, 110, 60];

/// The same while there is nothing to become, in hundredths.
pub const NO_PROMOTION_PERCENT: Score = 40;

/// For a shatra with an own man or the edge behind it, which can't be jumped
/// from the front.
pub const BACKED: Score = 4;

/// For each square that an officer can go to.
pub const fn mobility(kind: Kind) -> Score {
    match kind {
        Kind::Batyr => 1,
        Kind::Tura => 2,
        Kind::Yalkyn => 3,
        Kind::Biy | Kind::Shatra => 0,
    }
}

/// For each line through the biy along which it can be jumped: its front is
/// open or held by an enemy, its back is empty.
pub const OPEN_LINE: Score = -7;

/// For such a line with an enemy officer looking down it.
pub const PINNED_LINE: Score = -40;

/// For each enemy man within a king's step of the biy.
pub const CLOSE_ENEMY: Score = -8;

/// For being on the move.
pub const TEMPO: Score = 10;

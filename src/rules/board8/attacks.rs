//! Determines which squares men attack, and which men attack a square.

use super::board::Board;
use super::geometry::{
    DIAGONAL_LEAPS, DIAGONAL_STEPS, KING_STEPS, KNIGHT_LEAPS, PAWN_ATTACKS, diagonal_leaps,
    diagonal_steps, king_steps, knight_leaps, pawns_attack,
};
use super::kind::Kind;
use super::lines::{bishop, rook};
use super::ruleset::{BishopMovement, QueenMovement, RuleSet};
use crate::base::{Bitboard, Color, Square};

/// Returns the squares that an officer or king on a square attacks; none for a pawn,
/// whose attacks depend on its side: see [`PAWN_ATTACKS`].
#[inline]
pub const fn attacked_from<R: RuleSet>(kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => Bitboard::EMPTY,
        Kind::Knight => KNIGHT_LEAPS[from.index()],
        Kind::Bishop => match R::RULES.bishop {
            BishopMovement::DiagonalLeap => DIAGONAL_LEAPS[from.index()],
            BishopMovement::DiagonalSlide => bishop(from, occupied),
        },
        Kind::Rook => rook(from, occupied),
        Kind::Queen => {
            let steps = DIAGONAL_STEPS[from.index()];
            match R::RULES.queen {
                QueenMovement::DiagonalStep => steps,
                QueenMovement::DiagonalStepOrOrthogonalSlide => steps.or(rook(from, occupied)),
            }
        }
        Kind::King => KING_STEPS[from.index()],
    }
}

/// Returns those of the given men that slide along files and ranks.
#[inline]
const fn orthogonal_sliders<R: RuleSet>(board: &Board, men: Bitboard) -> Bitboard {
    let rooks = board.all(Kind::Rook).and(men);
    match R::RULES.queen {
        QueenMovement::DiagonalStep => rooks,
        QueenMovement::DiagonalStepOrOrthogonalSlide => rooks.or(board.all(Kind::Queen).and(men)),
    }
}

/// Returns those of the given men that slide along diagonals.
#[inline]
const fn diagonal_sliders<R: RuleSet>(board: &Board, men: Bitboard) -> Bitboard {
    match R::RULES.bishop {
        BishopMovement::DiagonalLeap => Bitboard::EMPTY,
        BishopMovement::DiagonalSlide => board.all(Kind::Bishop).and(men),
    }
}

/// Returns those of the given men that slide along files, ranks or diagonals.
#[inline]
pub const fn sliders<R: RuleSet>(board: &Board, men: Bitboard) -> Bitboard {
    orthogonal_sliders::<R>(board, men).or(diagonal_sliders::<R>(board, men))
}

/// Returns those of `men` that attack a square by sliding, given the occupied squares.
#[inline]
pub fn sliders_to<R: RuleSet>(
    board: &Board,
    men: Bitboard,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    let mut sliders = rook(square, occupied) & orthogonal_sliders::<R>(board, men);
    match R::RULES.bishop {
        BishopMovement::DiagonalLeap => {}
        BishopMovement::DiagonalSlide => {
            sliders |= bishop(square, occupied) & diagonal_sliders::<R>(board, men);
        }
    }
    sliders
}

/// Returns the men of a side that attack a square, given the occupied squares.
#[inline]
pub fn attackers_of<R: RuleSet>(
    board: &Board,
    color: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    let i = square.index();
    let men = |kind| board.of(color, kind);
    let mut attackers =
        PAWN_ATTACKS[(!color).index()][i] & men(Kind::Pawn) | KNIGHT_LEAPS[i] & men(Kind::Knight);
    // In every game, the queen may step diagonally.
    attackers |= DIAGONAL_STEPS[i] & men(Kind::Queen);
    attackers |= KING_STEPS[i] & men(Kind::King);
    attackers |= sliders_to::<R>(board, board.men(color), square, occupied);
    match R::RULES.bishop {
        BishopMovement::DiagonalLeap => attackers |= DIAGONAL_LEAPS[i] & men(Kind::Bishop),
        BishopMovement::DiagonalSlide => {}
    }
    attackers
}

/// Returns the squares that the officers among the given men attack by a step or a leap.
#[inline]
pub fn officer_step_attacks<R: RuleSet>(board: &Board, men: Bitboard) -> Bitboard {
    let of = |kind| board.all(kind) & men;
    let mut attacked = knight_leaps(of(Kind::Knight));
    attacked |= diagonal_steps(of(Kind::Queen));
    match R::RULES.bishop {
        BishopMovement::DiagonalLeap => attacked |= diagonal_leaps(of(Kind::Bishop)),
        BishopMovement::DiagonalSlide => {}
    }
    attacked
}

/// Returns all squares that a side attacks, given the occupied squares.
#[inline]
pub fn attacked_squares<R: RuleSet>(board: &Board, color: Color, occupied: Bitboard) -> Bitboard {
    let men = |kind| board.of(color, kind);
    let mut attacked = pawns_attack(men(Kind::Pawn), color)
        | officer_step_attacks::<R>(board, board.men(color))
        | king_steps(men(Kind::King));
    for from in orthogonal_sliders::<R>(board, board.men(color)) {
        attacked |= rook(from, occupied);
    }
    for from in diagonal_sliders::<R>(board, board.men(color)) {
        attacked |= bishop(from, occupied);
    }
    attacked
}

//! Static exchange evaluation on the chessboard: the gain of an exchange on one square,
//! where both sides capture with their least valuable man for as long as that pays.

use crate::base::Color;
use crate::rules::Game;
use crate::rules::board8::{BishopMovement, Kind, Move, Position, QueenMovement, RuleSet, attacks};

/// Returns the value of a man in exchanges, in centipawns.
pub const fn value<R: RuleSet>(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight => 350,
        Kind::Bishop => match R::RULES.bishop {
            BishopMovement::DiagonalLeap => 130,
            BishopMovement::DiagonalSlide => 350,
        },
        Kind::Rook => 550,
        Kind::Queen => match R::RULES.queen {
            QueenMovement::DiagonalStep => 180,
            QueenMovement::DiagonalStepOrOrthogonalSlide => 800,
        },
        Kind::King => 10_000,
    }
}

/// Returns all kinds, least valuable first.
const fn by_value<R: RuleSet>() -> [Kind; 6] {
    let mut kinds = Kind::ALL;
    // Insertion sort, because constants can't call a sort of the standard library.
    let mut sorted = 1;
    while sorted < kinds.len() {
        let mut i = sorted;
        while i > 0 && value::<R>(kinds[i - 1]) > value::<R>(kinds[i]) {
            kinds.swap(i - 1, i);
            i -= 1;
        }
        sorted += 1;
    }
    kinds
}

/// Returns whether the mover gains at least `required` centipawns by the exchange that its
/// legal move begins. Pins are ignored.
pub fn gains<R: RuleSet>(position: &Position<R>, mv: Move, required: i32) -> bool {
    let value_of = |kind: Option<Kind>| kind.map_or(0, value::<R>);
    let captured = value_of(position.board().kind_at(mv.to()));
    let mover = value_of(position.board().kind_at(mv.from()));
    let (risked, promoted) = if mv.promotes() {
        let queen = value::<R>(Kind::Queen);
        (queen, queen - mover)
    } else {
        (mover, 0)
    };
    // The mover's surplus over the required gain if the exchange ends with its move.
    let surplus = captured + promoted - required;
    if surplus < 0 {
        return false;
    }
    // The mover's deficit if the opponent recaptures and the exchange ends.
    let deficit = risked - surplus;
    deficit <= 0 || keeps_gain(position, mv, deficit)
}

/// Returns whether the mover keeps the required gain if the opponent may recapture.
/// `deficit` is the amount by which the side that captured last (the mover, at first) falls
/// short if its man is recaptured and the exchange ends.
fn keeps_gain<R: RuleSet>(position: &Position<R>, mv: Move, mut deficit: i32) -> bool {
    let board = position.board();
    let to = mv.to();
    let mut occupied = board.occupied().without(mv.from().bit()) | to.bit();
    let on = |color, occupied| attacks::attackers_of::<R>(board, color, to, occupied);
    let mut attackers = on(Color::White, occupied) | on(Color::Black, occupied);
    let mut side = position.side_to_move();
    let mut mover_gains = true;
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & board.men(side);
        let cheapest = const { by_value::<R>() }
            .into_iter()
            .find(|&kind| own.intersects(board.all(kind)));
        let Some(kind) = cheapest else {
            return mover_gains;
        };
        mover_gains = !mover_gains;
        if kind == Kind::King {
            // A king can't capture a guarded man.
            let guarded = attackers.intersects(board.men(!side));
            return mover_gains != guarded;
        }
        deficit = value::<R>(kind) - deficit;
        if deficit < i32::from(mover_gains) {
            return mover_gains;
        }
        let Some(from) = (own & board.all(kind)).first() else {
            return mover_gains;
        };
        occupied = occupied.without(from.bit());
        attackers |= attacks::sliders_to::<R>(board, board.occupied(), to, occupied);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::MoveList;
    use crate::rules::board8::{Setup, Shatar, Shatranj};

    /// Returns the gain of the exchange, by playing out all captures.
    fn played_out_gain<R: RuleSet>(position: &Position<R>, mv: Move) -> i32 {
        fn capture<R: RuleSet>(position: &Position<R>, mv: Move) -> i32 {
            let kind = position.board().kind_at(mv.to());
            let promoted = if mv.promotes() {
                value::<R>(Kind::Queen) - value::<R>(Kind::Pawn)
            } else {
                0
            };
            let won = kind.map_or(0, value::<R>) + promoted;
            let after = position.after(mv);
            let mut moves = MoveList::new();
            after.generate(&mut moves);
            let man_value = |mv: &Move| after.board().kind_at(mv.from()).map_or(0, value::<R>);
            let recaptures = moves.iter().filter(|next| next.to() == mv.to());
            let cheapest = recaptures.min_by_key(|mv| man_value(mv));
            won - cheapest.map_or(0, |&next| capture(&after, next).max(0))
        }
        capture(position, mv)
    }

    fn check<R: RuleSet>(fen: &str, text: &str, expected: i32) {
        let setup = Setup::from_fen::<R>(fen).unwrap();
        let position = setup.position::<R>().unwrap();
        let mv = position.parse_move(text).unwrap();
        assert_eq!(
            played_out_gain(&position, mv),
            expected,
            "{fen} {text}: played out"
        );
        assert!(gains(&position, mv, expected), "{fen} {text}");
        assert!(!gains(&position, mv, expected + 1), "{fen} {text}");
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        // An unguarded man, a guarded one, one guarded by a more valuable man.
        check::<Shatranj>("4k3/8/8/3n4/8/8/8/3RK3 w", "d1d5", 350);
        check::<Shatranj>("4k3/8/2p5/3n4/8/8/8/3RK3 w", "d1d5", -200);
        check::<Shatranj>("3rk3/8/8/3n4/8/8/8/3RK3 w", "d1d5", -200);
        // Two rooks on a file: one guards the other.
        check::<Shatranj>("3rk3/8/8/3n4/8/8/3R4/3RK3 w", "d2d5", 350);
        // A quiet move gains nothing; a pil leaps over a man and captures a farzin.
        check::<Shatranj>("4k3/8/3p4/4q3/8/2B1N3/8/4K3 w", "e3g4", 0);
        check::<Shatranj>("4k3/8/8/4q3/3P4/2B5/8/4K3 w", "c3e5", 180);
        // A teme takes part from behind a fu.
        check::<Shatar>("4k3/8/5p2/4n3/3P4/2B5/8/4K3 w", "d4e5", 350);
        check::<Shatar>("4k3/8/5p2/4n3/8/2B5/8/4K3 w", "c3e5", 0);
    }

    #[test]
    fn a_king_captures_only_unguarded_men() {
        check::<Shatar>("8/p7/4k3/3p4/8/8/8/3RK3 w", "d1d5", 100 - 550);
        check::<Shatar>("8/p7/4k3/3p4/8/8/3R4/3RK3 w", "d2d5", 100);
    }

    #[test]
    fn promotions_count_as_gains() {
        check::<Shatar>("1r2k3/P7/8/8/8/8/8/4K3 w", "a7b8", 550 + 700);
        check::<Shatranj>("1r2k3/P7/8/8/8/8/8/4K3 w", "a7a8", 80 - 180);
    }
}

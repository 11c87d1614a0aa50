//! What threatens kings: checks, pins, and the danger that comes of all together.
//!
//! Threats that come together are worse than their sum. So they are counted, and a
//! table says what the count is worth (king danger, as chess engines know it).

use super::super::features::{DANGER, DANGERS, PINNED, RESTRICTED, SAFE_CHECK};
use super::Tally;
use super::looks::Looks;
use super::shelter;
use crate::base::{Bitboard, Color};
use crate::rules::board8::geometry::KING_STEPS;
use crate::rules::board8::{Kind, Position, Rules, attacks};

/// What an officer that looks at the king's squares counts, by kind, for each such
/// officer there is.
pub const HUNTER_WEIGHT: [i32; Kind::ALL.len()] = [0, 80, 50, 45, 20, 0];
/// What a check counts that nothing but the king could answer by capture, by kind.
const CHECK_WEIGHT: [i32; Kind::ALL.len()] = [0, 600, 400, 800, 800, 0];
/// A check that could be answered so.
const OTHER_CHECK: i32 = 120;
/// An officer's look at a square next to the king.
const LOOK: i32 = 60;
/// Such a square that the king alone guards.
const WEAK: i32 = 150;
/// A file at the king without an own pawn before it.
const BARE_FILE: i32 = 80;
/// An enemy without a queen.
const NO_QUEEN: i32 = -500;
/// What makes one degree of danger.
const DEGREE: i32 = 100;

#[inline]
pub fn tell<R: Rules, T: Tally>(
    position: &Position<R>,
    looks: &Looks,
    color: Color,
    tally: &mut T,
) {
    let sight = Sight::of(position, color);
    let checks = checks(position, looks, &sight, color, tally);
    // A queen that slides makes hunts of the king what they are.
    if R::QUEEN_SLIDES {
        let around = KING_STEPS[position.king(color).index()];
        let weak = (around & looks.by(!color)).without(looks.by_others(color));
        let bare_files = shelter::tell(position, color, tally);
        let hunt = looks.hunt(!color);
        let queens = position.board().of(!color, Kind::Queen);
        let danger = hunt.hunters * hunt.weight
            + hunt.squares * LOOK
            + weak.count() as i32 * WEAK
            + bare_files * BARE_FILE
            + checks
            + if queens.any() { 0 } else { NO_QUEEN };
        let degree = (danger / DEGREE).clamp(0, DANGERS as i32 - 1);
        tally.add(DANGER + degree as usize, 1);
        tally.add(PINNED, pinned(position, &sight, color));
        let restricted = looks.by(!color).without(looks.by_pawns(!color)) & looks.by(color);
        tally.add(RESTRICTED, restricted.count() as i32);
    }
}

/// The checks that a king could be given. Counts what they mean for its danger.
#[inline]
fn checks<R: Rules, T: Tally>(
    position: &Position<R>,
    looks: &Looks,
    sight: &Sight,
    color: Color,
    tally: &mut T,
) -> i32 {
    let board = position.board();
    let king = position.king(color);
    let enemies = board.men(!color);
    let around = KING_STEPS[king.index()];
    let answered = looks.by_others(color) | around.without(looks.by_others(!color));
    let mut danger = 0;
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let looked_at = looks.by_officers(!color, kind);
        if looked_at.is_empty() {
            continue;
        }
        let from = sight.0[kind.index()];
        let checks = (from & looked_at).without(enemies);
        let safe = checks.without(looks.by(color)).count();
        tally.add(SAFE_CHECK + kind.index(), safe as i32);
        if R::QUEEN_SLIDES && checks.any() {
            let lasting = checks.without(answered).any();
            danger += if lasting {
                CHECK_WEIGHT[kind.index()]
            } else {
                OTHER_CHECK
            };
        }
    }
    danger
}

/// What a king would look at if it were a man of each kind.
struct Sight([Bitboard; Kind::ALL.len()]);

impl Sight {
    #[inline]
    fn of<R: Rules>(position: &Position<R>, color: Color) -> Self {
        let from = |kind| attacks::of::<R>(kind, position.king(color), position.board().occupied());
        let mut sight = [Bitboard::EMPTY; Kind::ALL.len()];
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook] {
            sight[kind.index()] = from(kind);
        }
        sight[Kind::Queen.index()] = if R::QUEEN_SLIDES {
            // Lines are not looked up twice.
            sight[Kind::Rook.index()] | KING_STEPS[position.king(color).index()]
        } else {
            from(Kind::Queen)
        };
        Self(sight)
    }
}

/// Men of a king's side that alone keep an enemy from giving check.
#[inline]
fn pinned<R: Rules>(position: &Position<R>, sight: &Sight, color: Color) -> i32 {
    let board = position.board();
    let through = |kind: Kind, sliders| {
        let seen = sight.0[kind.index()];
        let others = board.occupied().without(seen & board.men(color));
        let behind = attacks::of::<R>(kind, position.king(color), others).without(seen);
        (behind & sliders).count() as i32
    };
    through(Kind::Rook, attacks::straight::<R>(board, !color))
        + through(Kind::Bishop, attacks::slanted::<R>(board, !color))
}

//! The extraction of the features of one side from a position.

use super::features::{
    self, BACKED, BATYR_REACH, BIY_RING, BRACED, FLANKED, MATERIAL, MOBILE, PASSED, PREY, REACHES,
    RESERVE, TEMPO, THREATS, TURA_REACH, WAITING, WANTED, YALKYN_REACH, relative,
};
use super::{biy, endings};
use crate::base::{Bitboard, Color, Square};
use crate::rules::shatra::geometry::{self, FIELD, FILE_A, FILE_G, NEIGHBOURS, reach};
use crate::rules::shatra::{Board, Kind, Position, RuleSet};

/// A receiver of features: a sum of weights, or a list of counts for the tuner.
pub trait Tally {
    /// Adds `count` occurrences of a feature.
    fn add(&mut self, feature: usize, count: i32);

    /// Adds a man of the side on a square, as White would see it.
    fn man(&mut self, kind: Kind, square: Square);
}

/// Adds all features of one side to a tally.
#[inline]
pub fn tell<R: RuleSet, T: Tally>(position: &Position<R>, color: Color, tally: &mut T) {
    let on_move = position.side_to_move() == color;
    tally.add(TEMPO, on_move.into());
    let board = position.board();
    let reserve = waiting(position, color);
    men(board, color, reserve, tally);
    shatras(position, color, reserve, tally);
    officers(position, color, reserve, tally);
    biy::tell(position, color, tally);
    tally.add(WAITING + reserve.count().min(11) as usize, 1);
    endings::tell(position, color, tally);
    if on_move {
        tally.add(THREATS, 1);
    } else {
        threats(position, color, tally);
    }
}

/// Adds what the side, which is not to move, threatens to capture.
#[inline]
fn threats<R: RuleSet, T: Tally>(position: &Position<R>, color: Color, tally: &mut T) {
    let capturers = position.potential_capturers(color);
    tally.add(THREATS + capturers.count().min(3) as usize, 1);
    if capturers.is_empty() {
        return;
    }
    let board = position.board();
    for square in position.victims(color, capturers) {
        if let Some(kind) = board.kind_at(square) {
            tally.add(PREY + kind.number(), 1);
        }
    }
}

/// Returns the men of a side in reserve.
#[inline]
pub fn waiting<R: RuleSet>(position: &Position<R>, color: Color) -> Bitboard {
    if position.temdek(color) {
        position.board().men(color) & geometry::side(color).zone
    } else {
        Bitboard::EMPTY
    }
}

#[inline]
fn men<T: Tally>(board: &Board, color: Color, reserve: Bitboard, tally: &mut T) {
    for kind in Kind::ALL {
        let all = board.of(color, kind);
        let waiting = (all & reserve).count() as i32;
        tally.add(MATERIAL + kind.number(), all.count() as i32);
        tally.add(RESERVE + kind.number(), waiting);
        for square in all.without(reserve) {
            tally.man(kind, relative(square, color));
        }
    }
}

/// The view of a side on sets of squares.
pub struct View {
    /// The side.
    pub color: Color,
}

impl View {
    /// Returns the squares one step forward within the field.
    #[inline]
    pub fn ahead(&self, men: Bitboard) -> Bitboard {
        match self.color {
            Color::White => Bitboard(men.0 << 7) & FIELD,
            Color::Black => Bitboard(men.0 >> 7) & FIELD,
        }
    }
}

#[inline]
fn to_a(men: Bitboard) -> Bitboard {
    Bitboard(men.0 << 1) & FIELD.without(FILE_G)
}

#[inline]
fn to_g(men: Bitboard) -> Bitboard {
    Bitboard(men.0 >> 1) & FIELD.without(FILE_A)
}

#[inline]
fn shatras<R: RuleSet, T: Tally>(
    position: &Position<R>,
    color: Color,
    reserve: Bitboard,
    tally: &mut T,
) {
    let board = position.board();
    let side = geometry::side(color);
    let view = View { color };
    let all = board.of(color, Kind::Shatra).without(reserve);
    let field = all & FIELD;
    let own = board.men(color) & FIELD;
    let beyond = side.beyond;

    let backed = field & (view.ahead(own) | side.first_rank);
    tally.add(BACKED, backed.without(beyond).count() as i32);
    tally.add(BACKED + 1, (backed & beyond).count() as i32);
    let ahead = view.ahead(own);
    for braced in [
        field & (to_a(ahead) | FILE_G | side.first_rank),
        field & (to_g(ahead) | FILE_A | side.first_rank),
    ] {
        tally.add(BRACED, braced.without(beyond).count() as i32);
        tally.add(BRACED + 1, (braced & beyond).count() as i32);
    }
    for flanked in [field & (to_a(own) | FILE_G), field & (to_g(own) | FILE_A)] {
        tally.add(FLANKED, flanked.without(beyond).count() as i32);
        tally.add(FLANKED + 1, (flanked & beyond).count() as i32);
    }
    let mobile = (view.ahead(field) & board.empty()).count().min(8);
    tally.add(MOBILE + mobile as usize, 1);

    if R::OFFICERS_LIMITED && !position.promotions(color).is_empty() {
        for square in all & (beyond | geometry::side(!color).zone) {
            let rank = rank_seen(square, color);
            tally.add(WANTED + rank.min(13) - 8, 1);
        }
    }
    let enemies = board.men(!color);
    for square in field {
        if !FRONT[color.index()][square.index()].meets(enemies) {
            tally.add(PASSED + rank_seen(square, color) - 5, 1);
        }
    }
}

/// Returns the rank as the side sees it, 1 to 14.
#[inline]
fn rank_seen(square: Square, color: Color) -> usize {
    usize::from(geometry::rank_of(relative(square, color)))
}

/// The squares of the field ahead of a shatra, on its file and those beside it.
static FRONT: [[Bitboard; 64]; 2] = {
    let mut table = [[Bitboard::EMPTY; 64]; 2];
    let mut i = 0;
    while i < geometry::SQUARES {
        let mut j = 0;
        while j < geometry::SQUARES {
            let (from, to) = (Square::new(i as u8), Square::new(j as u8));
            let near = geometry::file_of(from).abs_diff(geometry::file_of(to)) <= 1;
            let (low, high) = (geometry::rank_of(from), geometry::rank_of(to));
            let inside = FIELD.has(from) && FIELD.has(to);
            if near && inside && high > low {
                table[0][i] = table[0][i].or(to.bit());
            }
            if near && inside && high < low {
                table[1][i] = table[1][i].or(to.bit());
            }
            j += 1;
        }
        i += 1;
    }
    table
};

#[inline]
fn officers<R: RuleSet, T: Tally>(
    position: &Position<R>,
    color: Color,
    reserve: Bitboard,
    tally: &mut T,
) {
    let board = position.board();
    let mut seen = Bitboard::EMPTY;
    for (kind, group, share) in [
        (Kind::Batyr, BATYR_REACH, 2),
        (Kind::Tura, TURA_REACH, 1),
        (Kind::Yalkyn, YALKYN_REACH, 1),
    ] {
        for square in board.of(color, kind).without(reserve) {
            let slides = slides(kind, square, board.occupied());
            seen |= slides;
            let squares = (slides & board.empty()).count();
            tally.add(group + (squares as usize / share).min(REACHES - 1), 1);
        }
    }
    if let Some(biy) = position.biy(!color) {
        let ring = NEIGHBOURS[biy.index()] & seen;
        tally.add(BIY_RING + ring.count() as usize, 1);
    }
}

#[inline]
fn slides(kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    geometry::directions(kind)
        .iter()
        .fold(Bitboard::EMPTY, |squares, &direction| {
            squares | reach(direction, from, occupied)
        })
}

/// Returns the feature of a man on a square, as White would see it.
#[inline]
pub const fn place_of(kind: Kind, square: Square) -> usize {
    features::PLACE + kind.number() * features::PLACES + features::place(square)
}

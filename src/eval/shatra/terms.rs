//! The extraction of the features of one side from a position.

use super::features::{
    self, BACKED, BATYR_REACH, BIY_RING, BRACED, FLANKED, MATERIAL, MOBILE, PASSED, PREY, REACHES,
    RESERVE, TEMPO, THREATS, TURA_REACH, WAITING, WANTED, YALKYN_REACH, relative,
};
use super::{biy, endings};
use crate::base::{Bitboard, Color, Square};
use crate::rules::shatra::geometry::{self, FIELD, FILE_A, FILE_G, NEIGHBOURS, reach};
use crate::rules::shatra::{Board, Kind, Position, RuleSet};

/// A receiver of features: a sum of weights for the search, or a list of counts for
/// the tuner.
pub trait FeatureSink {
    /// Adds `count` occurrences of a feature.
    fn add(&mut self, feature: usize, count: i32);

    /// Adds the feature of a man on a square. The square is as the man's side sees
    /// the board.
    fn man(&mut self, kind: Kind, square: Square);
}

/// Adds all features of one side to the sink.
#[inline]
pub fn add_features<R: RuleSet, S: FeatureSink>(
    position: &Position<R>,
    color: Color,
    sink: &mut S,
) {
    let on_move = position.side_to_move() == color;
    sink.add(TEMPO, on_move.into());
    let board = position.board();
    let reserve = men_in_reserve(position, color);
    add_men(board, color, reserve, sink);
    add_shatras(position, color, reserve, sink);
    add_officers(position, color, reserve, sink);
    biy::add_features(position, color, sink);
    sink.add(WAITING + reserve.count().min(11) as usize, 1);
    endings::add_features(position, color, sink);
    if on_move {
        sink.add(THREATS, 1);
    } else {
        add_threats(position, color, sink);
    }
}

/// Adds the features of the captures that the side, which is not to move, threatens.
#[inline]
fn add_threats<R: RuleSet, S: FeatureSink>(position: &Position<R>, color: Color, sink: &mut S) {
    let capturers = position.potential_capturers(color);
    sink.add(THREATS + capturers.count().min(3) as usize, 1);
    if capturers.is_empty() {
        return;
    }
    let board = position.board();
    for square in position.victims(color, capturers) {
        if let Some(kind) = board.kind_at(square) {
            sink.add(PREY + kind.index(), 1);
        }
    }
}

/// Returns the men of a side in reserve.
#[inline]
pub fn men_in_reserve<R: RuleSet>(position: &Position<R>, color: Color) -> Bitboard {
    if position.temdek(color) {
        position.board().men(color) & geometry::regions(color).zone
    } else {
        Bitboard::EMPTY
    }
}

/// Adds the features of material and places.
#[inline]
fn add_men<S: FeatureSink>(board: &Board, color: Color, reserve: Bitboard, sink: &mut S) {
    for kind in Kind::ALL {
        let all = board.of(color, kind);
        let in_reserve = (all & reserve).count() as i32;
        sink.add(MATERIAL + kind.index(), all.count() as i32);
        sink.add(RESERVE + kind.index(), in_reserve);
        for square in all.without(reserve) {
            sink.man(kind, relative(square, color));
        }
    }
}

/// The board as a side sees it.
pub struct Perspective {
    /// The side.
    pub color: Color,
}

impl Perspective {
    /// Returns the squares one step forward within the field.
    #[inline]
    pub fn ahead(&self, men: Bitboard) -> Bitboard {
        match self.color {
            Color::White => Bitboard(men.0 << 7) & FIELD,
            Color::Black => Bitboard(men.0 >> 7) & FIELD,
        }
    }
}

/// Returns the squares one file towards file a, within the field.
#[inline]
fn to_a(men: Bitboard) -> Bitboard {
    Bitboard(men.0 << 1) & FIELD.without(FILE_G)
}

/// Returns the squares one file towards file g, within the field.
#[inline]
fn to_g(men: Bitboard) -> Bitboard {
    Bitboard(men.0 >> 1) & FIELD.without(FILE_A)
}

/// Adds the features of shatras outside the reserve.
#[inline]
fn add_shatras<R: RuleSet, S: FeatureSink>(
    position: &Position<R>,
    color: Color,
    reserve: Bitboard,
    sink: &mut S,
) {
    let board = position.board();
    let side = geometry::regions(color);
    let perspective = Perspective { color };
    let all = board.of(color, Kind::Shatra).without(reserve);
    let field = all & FIELD;
    let own = board.men(color) & FIELD;
    let beyond = side.enemy_half;

    let backed = field & (perspective.ahead(own) | side.first_field_rank);
    sink.add(BACKED, backed.without(beyond).count() as i32);
    sink.add(BACKED + 1, (backed & beyond).count() as i32);
    let ahead = perspective.ahead(own);
    for braced in [
        field & (to_a(ahead) | FILE_G | side.first_field_rank),
        field & (to_g(ahead) | FILE_A | side.first_field_rank),
    ] {
        sink.add(BRACED, braced.without(beyond).count() as i32);
        sink.add(BRACED + 1, (braced & beyond).count() as i32);
    }
    for flanked in [field & (to_a(own) | FILE_G), field & (to_g(own) | FILE_A)] {
        sink.add(FLANKED, flanked.without(beyond).count() as i32);
        sink.add(FLANKED + 1, (flanked & beyond).count() as i32);
    }
    let mobile = (perspective.ahead(field) & board.empty()).count().min(8);
    sink.add(MOBILE + mobile as usize, 1);

    if R::OFFICERS_LIMITED && !position.promotions(color).is_empty() {
        for square in all & (beyond | geometry::regions(!color).zone) {
            let rank = rank_seen(square, color);
            sink.add(WANTED + rank.min(13) - 8, 1);
        }
    }
    let enemies = board.men(!color);
    for square in field {
        if !FRONT[color.index()][square.index()].intersects(enemies) {
            sink.add(PASSED + rank_seen(square, color) - 5, 1);
        }
    }
}

/// Returns the rank as the side sees it, 1 to 14.
#[inline]
fn rank_seen(square: Square, color: Color) -> usize {
    usize::from(geometry::rank_of(relative(square, color)))
}

/// The squares of the field ahead of a shatra, on its file and the adjacent ones.
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

/// Adds the features of officers outside the reserve.
#[inline]
fn add_officers<R: RuleSet, S: FeatureSink>(
    position: &Position<R>,
    color: Color,
    reserve: Bitboard,
    sink: &mut S,
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
            sink.add(group + (squares as usize / share).min(REACHES - 1), 1);
        }
    }
    if let Some(biy) = position.biy(!color) {
        let ring = NEIGHBOURS[biy.index()] & seen;
        sink.add(BIY_RING + ring.count() as usize, 1);
    }
}

/// Returns the squares on an officer's lines, up to and including the first man.
#[inline]
fn slides(kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    geometry::directions(kind)
        .iter()
        .fold(Bitboard::EMPTY, |squares, &direction| {
            squares | reach(direction, from, occupied)
        })
}

/// Returns the feature of a man on a square, as its side sees the board.
#[inline]
pub const fn place_feature(kind: Kind, square: Square) -> usize {
    features::PLACE + kind.index() * features::PLACES + features::place(square)
}

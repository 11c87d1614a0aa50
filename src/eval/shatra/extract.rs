//! Extracts one side's features from a position.

use super::features::{
    self, BACKED, BACKED_DIAGONALLY, BACKED_SIDEWAYS, BATYR_MOBILITY, BIY_RING, CAPTURABLE,
    CAPTURERS, MATERIAL, MOBILE, MOBILITIES, PASSED, PROMOTABLE, RESERVE, RESERVE_SIZE, TEMPO,
    TURA_MOBILITY, YALKYN_MOBILITY, relative,
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

    /// Adds the feature of a man on a square, which is given from the point of view of the
    /// man's side.
    fn add_man(&mut self, kind: Kind, square: Square);
}

/// Adds all features of one side to the sink.
#[inline]
pub fn add_features<R: RuleSet, S: FeatureSink>(
    position: &Position<R>,
    color: Color,
    sink: &mut S,
) {
    let is_to_move = position.side_to_move() == color;
    sink.add(TEMPO, is_to_move.into());
    let board = position.board();
    let reserve = men_in_reserve(position, color);
    add_men(board, color, reserve, sink);
    add_shatras(position, color, reserve, sink);
    add_officers(position, color, reserve, sink);
    biy::add_features(position, color, sink);
    sink.add(RESERVE_SIZE + reserve.count().min(11) as usize, 1);
    endings::add_features(position, color, sink);
    if is_to_move {
        sink.add(CAPTURERS, 1);
    } else {
        add_captures(position, color, sink);
    }
}

/// Adds the features of the captures threatened by a side that is not to move.
#[inline]
fn add_captures<R: RuleSet, S: FeatureSink>(position: &Position<R>, color: Color, sink: &mut S) {
    let capturers = position.potential_capturers(color);
    sink.add(CAPTURERS + capturers.count().min(3) as usize, 1);
    if capturers.is_empty() {
        return;
    }
    let board = position.board();
    for square in position.victims(color, capturers) {
        if let Some(kind) = board.kind_at(square) {
            sink.add(CAPTURABLE + kind.index(), 1);
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

/// Adds the features of material and placement.
#[inline]
fn add_men<S: FeatureSink>(board: &Board, color: Color, reserve: Bitboard, sink: &mut S) {
    for kind in Kind::ALL {
        let all = board.of(color, kind);
        let in_reserve = (all & reserve).count() as i32;
        sink.add(MATERIAL + kind.index(), all.count() as i32);
        sink.add(RESERVE + kind.index(), in_reserve);
        for square in all.without(reserve) {
            sink.add_man(kind, relative(square, color));
        }
    }
}

/// A side, from whose point of view squares are ahead.
pub struct Perspective {
    /// The side.
    pub color: Color,
}

impl Perspective {
    /// Returns the squares of the field that are one step ahead of `men`.
    #[inline]
    pub fn ahead(&self, men: Bitboard) -> Bitboard {
        match self.color {
            Color::White => Bitboard(men.0 << 7) & FIELD,
            Color::Black => Bitboard(men.0 >> 7) & FIELD,
        }
    }
}

/// Returns the squares of the field that are one file nearer to file a than `men`.
#[inline]
fn towards_a(men: Bitboard) -> Bitboard {
    Bitboard(men.0 << 1) & FIELD.without(FILE_G)
}

/// Returns the squares of the field that are one file nearer to file g than `men`.
#[inline]
fn towards_g(men: Bitboard) -> Bitboard {
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
    let in_field = all & FIELD;
    let own = board.men(color) & FIELD;
    let far_half = side.enemy_half;

    let backed = in_field & (perspective.ahead(own) | side.first_field_rank);
    sink.add(BACKED, backed.without(far_half).count() as i32);
    sink.add(BACKED + 1, (backed & far_half).count() as i32);
    let ahead = perspective.ahead(own);
    for backed in [
        in_field & (towards_a(ahead) | FILE_G | side.first_field_rank),
        in_field & (towards_g(ahead) | FILE_A | side.first_field_rank),
    ] {
        sink.add(BACKED_DIAGONALLY, backed.without(far_half).count() as i32);
        sink.add(BACKED_DIAGONALLY + 1, (backed & far_half).count() as i32);
    }
    for backed in [
        in_field & (towards_a(own) | FILE_G),
        in_field & (towards_g(own) | FILE_A),
    ] {
        sink.add(BACKED_SIDEWAYS, backed.without(far_half).count() as i32);
        sink.add(BACKED_SIDEWAYS + 1, (backed & far_half).count() as i32);
    }
    let mobile = (perspective.ahead(in_field) & board.empty()).count().min(8);
    sink.add(MOBILE + mobile as usize, 1);

    if R::OFFICERS_LIMITED && !position.promotions(color).is_empty() {
        for square in all & (far_half | geometry::regions(!color).zone) {
            let rank = relative_rank(square, color);
            sink.add(PROMOTABLE + rank.min(13) - 8, 1);
        }
    }
    let enemies = board.men(!color);
    for square in in_field {
        if !AHEAD[color.index()][square.index()].intersects(enemies) {
            sink.add(PASSED + relative_rank(square, color) - 5, 1);
        }
    }
}

/// Returns the rank from the side's point of view, from 1 to 14.
#[inline]
fn relative_rank(square: Square, color: Color) -> usize {
    usize::from(geometry::rank_of(relative(square, color)))
}

/// The squares of the field ahead of each square, on its file and the adjacent files, for
/// each side.
static AHEAD: [[Bitboard; 64]; 2] = {
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
    let mut attacked = Bitboard::EMPTY;
    for (kind, group, divisor) in [
        (Kind::Batyr, BATYR_MOBILITY, 2),
        (Kind::Tura, TURA_MOBILITY, 1),
        (Kind::Yalkyn, YALKYN_MOBILITY, 1),
    ] {
        for square in board.of(color, kind).without(reserve) {
            let slides = slide_squares(kind, square, board.occupied());
            attacked |= slides;
            let mobility = (slides & board.empty()).count();
            sink.add(group + (mobility as usize / divisor).min(MOBILITIES - 1), 1);
        }
    }
    if let Some(biy) = position.biy(!color) {
        let ring = NEIGHBOURS[biy.index()] & attacked;
        sink.add(BIY_RING + ring.count() as usize, 1);
    }
}

/// Returns the squares along an officer's lines, up to and including the first man on each.
#[inline]
fn slide_squares(kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    geometry::directions(kind)
        .iter()
        .fold(Bitboard::EMPTY, |squares, &direction| {
            squares | reach(direction, from, occupied)
        })
}

/// Returns the feature of a man on a square, which is given from the point of view of the
/// man's side.
#[inline]
pub const fn place_feature(kind: Kind, square: Square) -> usize {
    features::PLACE + kind.index() * features::PLACES + features::place(square)
}

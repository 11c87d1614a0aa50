//! The hand-written evaluation of Shatra.
//!
//! It is a sum over men of terms that read the same for both sides, so a half
//! turn of the board with the colours changed gives the same score: material,
//! reserve, the advance of shatras, mobility and the danger to the biy. The
//! search resolves captures before it asks, so nothing here looks at exchanges.

mod weights;

use super::Evaluator;
use crate::base::score::MAX_EVAL;
use crate::base::{Bitboard, Color, Score, Square};
use crate::rules::shatra::geometry::{self, NEIGHBOURS, NEXT, reach};
use crate::rules::shatra::{Kind, Position, RuleSet};

/// The hand-written evaluation.
#[derive(Copy, Clone, Debug, Default)]
pub struct HandWritten;

/// The parts of one side's score, in centipawns.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// The men on the board.
    pub material: Score,
    /// Men still to be dropped.
    pub reserve: Score,
    /// How far the shatras have come, and how they stand.
    pub shatras: Score,
    /// Squares that officers can go to.
    pub mobility: Score,
    /// Lines along which the biy can be jumped.
    pub biy: Score,
}

impl Terms {
    /// The terms of one side.
    pub fn of<R: RuleSet>(position: &Position<R>, color: Color) -> Self {
        Self {
            material: material(position, color),
            reserve: reserve(position, color),
            shatras: shatras(position, color),
            mobility: mobility(position, color),
            biy: biy(position, color),
        }
    }

    /// Their sum.
    pub const fn total(&self) -> Score {
        self.material + self.reserve + self.shatras + self.mobility + self.biy
    }
}

impl<R: RuleSet> Evaluator<Position<R>> for HandWritten {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> Score {
        let me = position.side_to_move();
        let own = Terms::of(position, me).total();
        let theirs = Terms::of(position, !me).total();
        (own - theirs + weights::TEMPO).clamp(-MAX_EVAL, MAX_EVAL)
    }
}

#[inline]
fn material<R: RuleSet>(position: &Position<R>, color: Color) -> Score {
    let worth = |kind| position.board().of(color, kind).count() as Score * weights::material(kind);
    worth(Kind::Shatra) + Kind::OFFICERS.into_iter().map(worth).sum::<Score>()
}

#[inline]
fn reserve<R: RuleSet>(position: &Position<R>, color: Color) -> Score {
    if position.temdek(color) {
        position.reserve(color).count() as Score * weights::RESERVE
    } else {
        0
    }
}

#[inline]
fn shatras<R: RuleSet>(position: &Position<R>, color: Color) -> Score {
    let board = position.board();
    let side = geometry::side(color);
    let percent = if position.promotions(color).is_empty() {
        weights::NO_PROMOTION_PERCENT
    } else {
        100
    };
    let mut advance = 0;
    let mut backed = 0;
    for square in board.of(color, Kind::Shatra).without(side.zone) {
        advance += weights::ADVANCE[relative_rank(square, color)];
        let behind = NEXT[square.index()][side.forward ^ 4];
        if !board.empty().has(behind) {
            backed += weights::BACKED;
        }
    }
    advance * percent / 100 + backed
}

/// The rank as the side sees it, 1 to 14.
#[inline]
fn relative_rank(square: Square, color: Color) -> usize {
    let rank = usize::from(geometry::rank_of(square));
    match color {
        Color::White => rank,
        Color::Black => 15 - rank,
    }
}

#[inline]
fn mobility<R: RuleSet>(position: &Position<R>, color: Color) -> Score {
    let board = position.board();
    let mut officers = board.officers(color);
    if position.temdek(color) {
        officers = officers.without(geometry::side(color).zone);
    }
    let mut score = 0;
    for square in officers {
        if let Some(kind) = board.kind_at(square) {
            let squares = slides(kind, square, board.occupied()) & board.empty();
            score += squares.count() as Score * weights::mobility(kind);
        }
    }
    score
}

#[inline]
fn slides(kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    geometry::directions(kind)
        .iter()
        .fold(Bitboard::EMPTY, |squares, &direction| {
            squares | reach(direction, from, occupied)
        })
}

/// How exposed the side's biy is to being jumped.
#[inline]
fn biy<R: RuleSet>(position: &Position<R>, color: Color) -> Score {
    let Some(biy) = position.biy(color) else {
        return 0;
    };
    let board = position.board();
    let (own, enemies, empty) = (board.men(color), board.men(!color), board.empty());
    let close = (NEIGHBOURS[biy.index()] & enemies).count() as Score;
    let mut score = close * weights::CLOSE_ENEMY;
    for direction in 0..8 {
        let front = NEXT[biy.index()][direction];
        let back = NEXT[biy.index()][direction ^ 4];
        if !empty.has(back) || own.has(front) || front == geometry::OFF_BOARD {
            continue;
        }
        score += weights::OPEN_LINE;
        let first = reach(direction, biy, board.occupied()) & board.officers(!color);
        let looks = |square| {
            board
                .kind_at(square)
                .is_some_and(|kind| geometry::directions(kind).contains(&direction))
        };
        if first.into_iter().any(looks) {
            score += weights::PINNED_LINE;
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shatra::{Extended, Original, Setup};

    fn evaluate<R: RuleSet>(spn: &str) -> Score {
        let setup: Setup = spn.parse().unwrap();
        HandWritten.evaluate(&setup.position::<R>().unwrap())
    }

    #[test]
    fn the_start_is_even() {
        assert_eq!(
            HandWritten.evaluate(&Position::<Extended>::start()),
            weights::TEMPO
        );
        assert_eq!(
            HandWritten.evaluate(&Position::<Original>::start()),
            weights::TEMPO
        );
    }

    #[test]
    fn a_half_turn_changes_nothing() {
        let white = "9/1/K1S4/7/4Ss1/7/7/k3s2/1/9 w - - - - 1";
        let black = "9/1/2S3K/7/7/1Ss4/7/4s1k/1/9 b - - - - 1";
        assert_eq!(evaluate::<Extended>(white), evaluate::<Extended>(black));
    }

    #[test]
    fn an_officer_more_is_worth_it() {
        let even = evaluate::<Extended>("9/1/K1S4/7/7/7/7/k3s2/1/9 w - - - - 1");
        let ahead = evaluate::<Extended>("9/1/K1S3R/7/7/7/7/k3s2/1/9 w - - - - 1");
        assert!(ahead > even + weights::material(Kind::Tura));
    }

    #[test]
    fn an_officer_on_a_line_to_the_biy_is_danger() {
        // The tura on a8 looks at the biy on a6, with a5 empty behind it.
        let safe = evaluate::<Extended>("9/1/7/K6/7/1r5/7/6k/1/9 w - - - - 1");
        let danger = evaluate::<Extended>("9/1/7/6K/7/6r/7/6k/1/9 w - - - - 1");
        assert!(danger < safe);
    }
}

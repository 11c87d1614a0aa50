//! Sinks for generated turns that only the search needs.

use crate::base::{Bitboard, Color, Square};
use crate::rules::MoveList;
use crate::rules::shatra::geometry::NEIGHBOURS;
use crate::rules::shatra::{Board, DistinctList, Kind, OfficerSet, Turn, TurnSink};

/// A sink that lists the turns, except some long chains and the drops of all but one
/// reserve man of each kind.
pub struct ReducedList<'l> {
    list: DistinctList<'l>,
    board: &'l Board,
    me: Color,
    has_omissions: bool,
}

impl<'l> ReducedList<'l> {
    #[inline]
    pub fn new(list: &'l mut MoveList<Turn>, board: &'l Board, me: Color) -> Self {
        Self {
            list: DistinctList(list),
            board,
            me,
            has_omissions: false,
        }
    }

    /// Returns whether any drop was left out of the list.
    #[inline]
    pub fn has_omissions(&self) -> bool {
        self.has_omissions
    }
}

impl TurnSink for ReducedList<'_> {
    #[inline]
    fn add_turn(&mut self, turn: Turn) {
        self.list.add_turn(turn);
    }

    fn is_full(&self) -> bool {
        self.list.is_full()
    }

    fn try_skip(&mut self, from: Square, first: u32, turns: u32) -> bool {
        self.list.try_skip(from, first, turns)
    }

    #[inline]
    fn add_drops(&mut self, men: Bitboard, targets: Bitboard) {
        for kind in Kind::ALL {
            let of_kind = men & self.board.of(self.me, kind);
            let deepest = match self.me {
                Color::White => of_kind.first(),
                Color::Black => of_kind.last(),
            };
            if let Some(from) = deepest {
                self.has_omissions |= of_kind.has_several() && targets.any();
                self.add_quiets(from, targets);
            }
        }
    }
}

/// A sink that collects the squares that quiet turns reach without crossing other
/// squares.
#[derive(Default)]
pub struct FreeSquares(Bitboard);

impl FreeSquares {
    #[inline]
    pub fn squares(&self) -> Bitboard {
        self.0
    }
}

impl TurnSink for FreeSquares {
    #[inline]
    fn add_turn(&mut self, turn: Turn) {
        self.add_quiets(turn.from(), turn.to().bit());
    }

    #[inline]
    fn add_quiets(&mut self, from: Square, targets: Bitboard) {
        self.0 |= targets & NEIGHBOURS[from.index()];
    }

    #[inline]
    fn add_drops(&mut self, men: Bitboard, targets: Bitboard) {
        if men.any() {
            self.0 |= targets;
        }
    }

    #[inline]
    fn add_steps(&mut self, targets: Bitboard, _: i8) {
        self.0 |= targets;
    }

    #[inline]
    fn add_two_steps(&mut self, _: Bitboard, _: i8) {}

    #[inline]
    fn add_promotions(&mut self, from: Square, targets: Bitboard, _: OfficerSet) {
        self.add_quiets(from, targets);
    }
}

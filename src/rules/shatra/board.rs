//! The men on their squares, with a Zobrist key that is updated incrementally.
//!
//! The fields are private, so that moving a man always updates the key. Kinds are stored
//! in three planes, one for each bit of [`Kind`]'s code: computing the set of one kind
//! takes one or two operations, and finding the kind on a square needs no branch.

use super::geometry::BOARD;
use super::kind::{Kind, Man};
use crate::base::{Bitboard, Color, Square};
use crate::rules::keys;

/// The men on their squares, the urgent marks of reserve men, and the ghosts: captured
/// men that still block their squares in mid-chain.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Board {
    colors: [Bitboard; 2],
    planes: [Bitboard; 3],
    ghosts: Bitboard,
    urgent: Bitboard,
    key: u64,
}

impl Board {
    /// The empty board.
    pub const EMPTY: Self = Self {
        colors: [Bitboard::EMPTY; 2],
        planes: [Bitboard::EMPTY; 3],
        ghosts: Bitboard::EMPTY,
        urgent: Bitboard::EMPTY,
        key: 0,
    };

    /// Returns the Zobrist key of the men, ghosts and urgent marks.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Returns the men of a side.
    #[inline]
    pub const fn men(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Returns the squares that block a line: those of men and ghosts.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.planes[0].or(self.planes[1]).or(self.planes[2])
    }

    /// Returns the squares with neither a man nor a ghost.
    #[inline]
    pub const fn empty(&self) -> Bitboard {
        BOARD.without(self.occupied())
    }

    /// Returns the squares of the ghosts: captured men that stay on the board until the
    /// end of the chain.
    #[inline]
    pub const fn ghosts(&self) -> Bitboard {
        self.ghosts
    }

    /// Returns the men of both sides that have an urgent mark.
    #[inline]
    pub const fn urgent(&self) -> Bitboard {
        self.urgent
    }

    /// Returns the men of a side that are of this kind.
    #[inline]
    pub const fn of(&self, color: Color, kind: Kind) -> Bitboard {
        self.men(color).and(self.of_kind(kind))
    }

    #[inline]
    const fn of_kind(&self, kind: Kind) -> Bitboard {
        let [p0, p1, p2] = self.planes;
        match kind {
            Kind::Shatra => p0.without(p2),
            Kind::Biy => p1.without(p2),
            Kind::Tura => p2.without(p1),
            Kind::Yalkyn => p2.without(p0),
            Kind::Batyr => p2.and(p0).and(p1),
        }
    }

    /// Returns the officers of a side: its batyrs, turas and yalkyns.
    #[inline]
    pub const fn officers(&self, color: Color) -> Bitboard {
        self.men(color).and(self.planes[2])
    }

    /// Returns the code of the kind on a square, or 0 for an empty square.
    #[inline]
    const fn code_at(&self, square: Square) -> usize {
        let i = square.index();
        let [p0, p1, p2] = self.planes;
        ((p0.0 >> i & 1) | (p1.0 >> i & 1) << 1 | (p2.0 >> i & 1) << 2) as usize
    }

    /// Returns the kind of the man or ghost on a square; `None` if the square is empty.
    #[inline]
    pub const fn kind_at(&self, square: Square) -> Option<Kind> {
        Kind::from_code(self.code_at(square))
    }

    /// Returns the man on a square, or `None` if it is empty or has a ghost.
    pub fn man_at(&self, square: Square) -> Option<Man> {
        let color = Color::ALL.into_iter().find(|&c| self.men(c).has(square))?;
        let kind = self.kind_at(square)?;
        Some(Man { color, kind })
    }

    #[inline]
    fn flip_planes(&mut self, code: usize, square: Square) {
        for (i, plane) in self.planes.iter_mut().enumerate() {
            plane.0 ^= ((code >> i & 1) as u64) << square.index();
        }
    }

    /// Puts a man on an empty square, or removes this man from its square.
    #[inline]
    pub fn toggle(&mut self, color: Color, kind: Kind, square: Square) {
        self.toggle_code(color, kind.code(), square);
    }

    #[inline]
    fn toggle_code(&mut self, color: Color, code: usize, square: Square) {
        self.colors[color.index()] ^= square.bit();
        self.flip_planes(code, square);
        self.key ^= keys::SHATRA_MEN[color.index()][code & 7][square.index()];
    }

    /// Removes the man of `color` on `square` and its urgent mark.
    #[inline]
    pub fn remove(&mut self, color: Color, square: Square) {
        self.toggle_code(color, self.code_at(square), square);
        self.set_urgent(square, false);
    }

    /// Removes the man of `color` on `square`, but not its urgent mark.
    #[inline]
    pub fn remove_but_keep_mark(&mut self, color: Color, square: Square) {
        self.toggle_code(color, self.code_at(square), square);
    }

    /// Moves the man of `color` from `from` to `to`. Its urgent mark stays on `from`.
    #[inline]
    pub fn shift(&mut self, color: Color, from: Square, to: Square) {
        let code = self.code_at(from);
        self.toggle_code(color, code, from);
        self.toggle_code(color, code, to);
    }

    /// Puts a ghost of this kind on an empty square.
    pub fn put_ghost(&mut self, kind: Kind, square: Square) {
        self.flip_planes(kind.code(), square);
        self.ghosts |= square.bit();
        self.key ^= keys::GHOSTS[square.index()];
    }

    /// Removes all ghosts from the board.
    #[inline]
    pub fn clear_ghosts(&mut self) {
        for square in self.ghosts {
            self.flip_planes(self.code_at(square), square);
            self.key ^= keys::GHOSTS[square.index()];
        }
        self.ghosts = Bitboard::EMPTY;
    }

    /// Sets or clears the urgent mark of a square.
    #[inline]
    pub fn set_urgent(&mut self, square: Square, urgent: bool) {
        if self.urgent.has(square) != urgent {
            self.urgent ^= square.bit();
            self.key ^= keys::URGENT[square.index()];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_men_and_ghosts_leave_an_empty_board() {
        let mut board = Board::EMPTY;
        let (from, to) = (Square::new(3), Square::new(40));
        for kind in Kind::OFFICERS.into_iter().chain([Kind::Biy, Kind::Shatra]) {
            board.toggle(Color::Black, kind, from);
            assert_eq!(board.kind_at(from), Some(kind));
            assert_eq!(board.of(Color::Black, kind), from.bit());
            board.shift(Color::Black, from, to);
            assert_eq!(board.man_at(to).map(|man| man.kind), Some(kind));
            assert!(board.man_at(from).is_none());
            board.remove(Color::Black, to);
            assert_eq!(board, Board::EMPTY);
        }
        board.put_ghost(Kind::Tura, from);
        assert_eq!(board.occupied(), from.bit());
        board.clear_ghosts();
        assert_eq!(board, Board::EMPTY);
    }
}

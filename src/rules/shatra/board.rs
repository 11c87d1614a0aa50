//! The men on their squares, with the key that goes with them.
//!
//! The fields are private so that nobody can move a man without the key
//! following. Kinds are kept as three planes, the bits of [`Kind`]'s code: a
//! set of one kind costs an operation or two, and finding the kind on a square
//! needs no branch.

use super::geometry::BOARD;
use super::kind::{Kind, Man};
use crate::base::{Bitboard, Color, Square, zobrist};

static MEN: [[[u64; 64]; 8]; 2] = {
    let mut table = [[[0; 64]; 8]; 2];
    let mut i = 0;
    while i < 16 {
        table[i / 8][i % 8] = zobrist::keys(1 + i as u64);
        i += 1;
    }
    table
};
static GHOSTS: [u64; 64] = zobrist::keys(32);
static URGENT: [u64; 64] = zobrist::keys(33);

/// Where every man stands, which reserve men are urgent, and which captured
/// men still block their squares in mid-chain.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Board {
    colors: [Bitboard; 2],
    planes: [Bitboard; 3],
    ghosts: Bitboard,
    urgent: Bitboard,
    key: u64,
}

impl Board {
    /// A board without a man.
    pub const EMPTY: Self = Self {
        colors: [Bitboard::EMPTY; 2],
        planes: [Bitboard::EMPTY; 3],
        ghosts: Bitboard::EMPTY,
        urgent: Bitboard::EMPTY,
        key: 0,
    };

    /// The key of men, ghosts and urgent marks.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The men of a side.
    #[inline]
    pub const fn men(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// All squares that block a line: men and ghosts.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.planes[0].or(self.planes[1]).or(self.planes[2])
    }

    /// The squares with neither man nor ghost.
    #[inline]
    pub const fn empty(&self) -> Bitboard {
        BOARD.without(self.occupied())
    }

    /// Captured men that stay until the end of the chain.
    #[inline]
    pub const fn ghosts(&self) -> Bitboard {
        self.ghosts
    }

    /// Men that carry the urgent mark, of both sides.
    #[inline]
    pub const fn urgent(&self) -> Bitboard {
        self.urgent
    }

    /// The men of a side of one kind.
    #[inline]
    pub const fn of(&self, color: Color, kind: Kind) -> Bitboard {
        self.men(color).and(self.kinds(kind))
    }

    #[inline]
    const fn kinds(&self, kind: Kind) -> Bitboard {
        let [p0, p1, p2] = self.planes;
        match kind {
            Kind::Shatra => p0.without(p2),
            Kind::Biy => p1.without(p2),
            Kind::Tura => p2.without(p1),
            Kind::Yalkyn => p2.without(p0),
            Kind::Batyr => p2.and(p0).and(p1),
        }
    }

    /// The batyrs, turas and yalkyns of a side.
    #[inline]
    pub const fn officers(&self, color: Color) -> Bitboard {
        self.men(color).and(self.planes[2])
    }

    /// The code of the kind on a square, 0 if nothing stands there.
    #[inline]
    const fn code_at(&self, square: Square) -> usize {
        let i = square.index();
        let [p0, p1, p2] = self.planes;
        ((p0.0 >> i & 1) | (p1.0 >> i & 1) << 1 | (p2.0 >> i & 1) << 2) as usize
    }

    /// The kind of the man or ghost on a square.
    #[inline]
    pub const fn kind_at(&self, square: Square) -> Option<Kind> {
        Kind::from_code(self.code_at(square))
    }

    /// The man on a square; a ghost is none.
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

    /// Puts a man on an empty square, or takes that very man away again.
    #[inline]
    pub fn toggle(&mut self, color: Color, kind: Kind, square: Square) {
        self.toggle_code(color, kind.code(), square);
    }

    #[inline]
    fn toggle_code(&mut self, color: Color, code: usize, square: Square) {
        self.colors[color.index()] ^= square.bit();
        self.flip_planes(code, square);
        self.key ^= MEN[color.index()][code & 7][square.index()];
    }

    /// Takes away whatever man of `color` stands on `square`, with its mark.
    #[inline]
    pub fn remove(&mut self, color: Color, square: Square) {
        self.toggle_code(color, self.code_at(square), square);
        self.set_urgent(square, false);
    }

    /// Takes away whatever man of `color` stands on `square`, but leaves a mark.
    #[inline]
    pub fn remove_unmarked(&mut self, color: Color, square: Square) {
        self.toggle_code(color, self.code_at(square), square);
    }

    /// Moves whatever man of `color` stands on `from`. Its mark stays behind.
    #[inline]
    pub fn shift(&mut self, color: Color, from: Square, to: Square) {
        let code = self.code_at(from);
        self.toggle_code(color, code, from);
        self.toggle_code(color, code, to);
    }

    /// Puts a captured man on an empty square.
    pub fn put_ghost(&mut self, kind: Kind, square: Square) {
        self.flip_planes(kind.code(), square);
        self.ghosts |= square.bit();
        self.key ^= GHOSTS[square.index()];
    }

    /// Takes all captured men off the board.
    #[inline]
    pub fn clear_ghosts(&mut self) {
        for square in self.ghosts {
            self.flip_planes(self.code_at(square), square);
            self.key ^= GHOSTS[square.index()];
        }
        self.ghosts = Bitboard::EMPTY;
    }

    /// Sets or clears the urgent mark of a square.
    #[inline]
    pub fn set_urgent(&mut self, square: Square, urgent: bool) {
        if self.urgent.has(square) != urgent {
            self.urgent ^= square.bit();
            self.key ^= URGENT[square.index()];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toggling_twice_leaves_nothing() {
        let mut board = Board::EMPTY;
        let (a, b) = (Square::new(3), Square::new(40));
        for kind in Kind::OFFICERS.into_iter().chain([Kind::Biy, Kind::Shatra]) {
            board.toggle(Color::Black, kind, a);
            assert_eq!(board.kind_at(a), Some(kind));
            assert_eq!(board.of(Color::Black, kind), a.bit());
            board.shift(Color::Black, a, b);
            assert_eq!(board.man_at(b).map(|man| man.kind), Some(kind));
            assert!(board.man_at(a).is_none());
            board.remove(Color::Black, b);
            assert_eq!(board, Board::EMPTY);
        }
        board.put_ghost(Kind::Tura, a);
        assert_eq!(board.occupied(), a.bit());
        board.clear_ghosts();
        assert_eq!(board, Board::EMPTY);
    }
}

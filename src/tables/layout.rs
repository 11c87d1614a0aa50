//! The layout of a table: which entry holds the value of which position.
//!
//! An index has a digit for each man or group of like men, whose squares are a combination. No
//! square is skipped because another man stands on it, which costs entries but neither
//! divisions nor branches. Positions that differ by an exchange of the sides, or by the mirror
//! where the rules allow it, share an entry: in the table, White has the stronger men, and its
//! king is on one half of the board. A king on the middle file leaves both images in the table.

use super::class::{Class, MAX_TABLE_MEN};
use super::game::{KING, TableGame};
use crate::base::{Color, Square};

/// The squares of the men of a class: White's king, Black's king, and the groups.
type Squares = [Square; MAX_TABLE_MEN];

/// The men of one kind of one side.
#[derive(Copy, Clone, Debug)]
struct Group {
    color: Color,
    kind: usize,
    count: usize,
    /// The number of sets of squares on which the men can stand.
    size: usize,
}

/// The layout of the table of a class.
#[derive(Debug)]
pub struct Layout<P> {
    class: Class<P>,
    groups: Vec<Group>,
    has_mirror: bool,
    /// The digit of each square of White's king.
    king_digits: [u8; 64],
    king_squares: Vec<Square>,
    /// The number of sides that may be to move in the table.
    sides: usize,
    entries: usize,
    /// The squares, and their images when the sides are exchanged, when the board is mirrored,
    /// and both.
    images: [[Square; 64]; 4],
    /// By place in [`Squares`], the place of a man of the other side; only in a symmetric class.
    opposite: [usize; MAX_TABLE_MEN],
}

/// The men of an entry, in the order in which [`Layout`] places them.
#[derive(Copy, Clone, Debug)]
pub struct Placement {
    squares: Squares,
    /// The side to move.
    pub to_move: Color,
    /// The flavour; see [`TableGame::FLAVOURS`].
    pub flavour: usize,
}

/// Returns the number of sets of `count` squares out of `squares`.
fn combinations(squares: usize, count: usize) -> usize {
    (0..count).fold(1, |product, i| product * (squares - i) / (i + 1))
}

impl<P: TableGame> Layout<P> {
    /// Creates the layout of a class.
    pub fn new(class: Class<P>) -> Self {
        let mut groups = Vec::new();
        for (color, counts) in Color::ALL.into_iter().zip(class.counts()) {
            for (kind, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let count = usize::from(count);
                let size = combinations(P::SQUARES, count);
                groups.push(Group {
                    color,
                    kind,
                    count,
                    size,
                });
            }
        }
        let has_mirror = P::has_mirror(class.counts());
        let is_lower = |square: &Square| *square <= P::mirrored(*square) || !has_mirror;
        let squares = || (0..P::SQUARES).map(|index| Square::new(index as u8));
        let king_squares: Vec<Square> = squares().filter(is_lower).collect();
        let mut king_digits = [u8::MAX; 64];
        for (digit, square) in king_squares.iter().enumerate() {
            king_digits[square.index()] = digit as u8;
        }
        let mut images = [[Square::new(0); 64]; 4];
        for square in squares() {
            let (i, exchanged) = (square.index(), P::exchanged(square));
            images[0][i] = square;
            images[1][i] = exchanged;
            images[2][i] = P::mirrored(square);
            images[3][i] = P::mirrored(exchanged);
        }
        let sides = if class.is_symmetric() { 1 } else { 2 };
        let mut layout = Self {
            class,
            groups,
            has_mirror,
            king_digits,
            king_squares,
            sides,
            entries: 0,
            images,
            opposite: std::array::from_fn(|place| place),
        };
        layout.entries = layout.digits().product::<usize>() * P::FLAVOURS * sides;
        if sides == 1 {
            layout.pair_opposite_men();
        }
        layout
    }

    /// Sets `opposite`. The groups of White come first, in the same order as those of Black.
    fn pair_opposite_men(&mut self) {
        let half = (self.class.men() - 2) / 2;
        let opposite = |place: usize| match place {
            0 => 1,
            1 => 0,
            place if place < 2 + half => place + half,
            place if place < 2 + 2 * half => place - half,
            place => place,
        };
        self.opposite = std::array::from_fn(opposite);
    }

    /// Returns the number of values of each digit, without flavour and side.
    fn digits(&self) -> impl Iterator<Item = usize> {
        let kings = [self.king_squares.len(), P::SQUARES];
        kings
            .into_iter()
            .chain(self.groups.iter().map(|group| group.size))
    }

    /// Returns the class.
    pub const fn class(&self) -> Class<P> {
        self.class
    }

    /// Returns whether mirror images share an entry.
    pub const fn has_mirror(&self) -> bool {
        self.has_mirror
    }

    /// Returns the number of entries.
    pub const fn entries(&self) -> usize {
        self.entries
    }

    /// Returns the entry of a position of the class, which must have both kings.
    /// `is_exchanged` is what [`Class::of`] says of it.
    #[inline]
    pub fn entry(&self, position: &P, is_exchanged: bool) -> Option<usize> {
        let is_symmetric = self.sides == 1;
        let exchanges = is_exchanged || is_symmetric && position.side_to_move() == Color::Black;
        let to_move = if exchanges {
            !position.side_to_move()
        } else {
            position.side_to_move()
        };
        let flavour = match exchanges {
            true => P::exchanged_flavour(position.flavour()),
            false => position.flavour(),
        };
        let actual = |color: Color| if exchanges { !color } else { color };
        let image = &self.images[usize::from(exchanges)];
        let king = |color| position.men_of(actual(color), KING).first();
        let mut squares = [Square::new(0); MAX_TABLE_MEN];
        squares[0] = image[king(Color::White)?.index()];
        squares[1] = image[king(Color::Black)?.index()];
        let mut place = 2;
        for group in &self.groups {
            for square in position.men_of(actual(group.color), group.kind) {
                *squares.get_mut(place)? = image[square.index()];
                place += 1;
            }
        }
        (place == self.class.men()).then(|| self.entry_of(&squares, to_move, flavour))
    }

    /// Returns the entry of men in the order of the class, with White the stronger side.
    #[inline]
    fn entry_of(&self, squares: &Squares, to_move: Color, flavour: usize) -> usize {
        let is_outside = self.king_digits[squares[0].index()] == u8::MAX;
        let image = &self.images[if is_outside { 2 } else { 0 }];
        let digit = |square: Square| image[square.index()].index();
        let king = self.king_digits[digit(squares[0])];
        let side = if self.sides == 1 { 0 } else { to_move.index() };
        let mut index = (flavour * self.sides + side) * self.king_squares.len();
        index = (index + usize::from(king)) * P::SQUARES + digit(squares[1]);
        let mut place = 2;
        for group in &self.groups {
            let rank = match group.count {
                1 => digit(squares[place]),
                2 => {
                    let (one, other) = (digit(squares[place]), digit(squares[place + 1]));
                    let (low, high) = (one.min(other), one.max(other));
                    // Two men on one square have no rank; a predecessor never has them.
                    high * high.saturating_sub(1) / 2 + low
                }
                count => {
                    let mut digits = [0; MAX_TABLE_MEN];
                    let digits = &mut digits[..count];
                    for (i, slot) in digits.iter_mut().enumerate() {
                        *slot = digit(squares[place + i]);
                    }
                    digits.sort_unstable();
                    let terms = digits.iter().enumerate();
                    terms
                        .map(|(i, &square)| combinations_below(square, i + 1))
                        .sum()
                }
            };
            index = index * group.size + rank;
            place += group.count;
        }
        index
    }

    /// Returns the men of an entry; `None` if two would stand on one square.
    pub fn placement(&self, entry: usize) -> Option<Placement> {
        let mut rest = entry;
        let mut squares = [Square::new(0); MAX_TABLE_MEN];
        let mut place = self.class.men();
        for group in self.groups.iter().rev() {
            let mut rank = rest % group.size;
            rest /= group.size;
            place -= group.count;
            let mut square = P::SQUARES;
            for i in (0..group.count).rev() {
                square = match i {
                    0 => rank,
                    _ => (0..square)
                        .rev()
                        .find(|&s| combinations_below(s, i + 1) <= rank)?,
                };
                rank -= combinations_below(square, i + 1);
                squares[place + i] = Square::new(square as u8);
            }
        }
        squares[1] = Square::new((rest % P::SQUARES) as u8);
        rest /= P::SQUARES;
        squares[0] = *self.king_squares.get(rest % self.king_squares.len())?;
        rest /= self.king_squares.len();
        let side = rest % self.sides;
        let occupied = squares.iter().take(self.class.men());
        let occupied = occupied.fold(0_u64, |set, square| set | square.bit().0);
        (occupied.count_ones() as usize == self.class.men()).then_some(Placement {
            squares,
            to_move: if side == 0 {
                Color::White
            } else {
                Color::Black
            },
            flavour: rest / self.sides,
        })
    }

    /// Returns the position of an entry; `None` if there is none.
    pub fn position(&self, placement: &Placement) -> Option<P> {
        let men = self.men(placement);
        P::place(placement.to_move, placement.flavour, men)
    }

    fn men(&self, placement: &Placement) -> impl Iterator<Item = (Color, usize, Square)> {
        let kings = Color::ALL.into_iter().map(|color| (color, KING));
        let others = self.groups.iter();
        let others =
            others.flat_map(|group| std::iter::repeat_n((group.color, group.kind), group.count));
        let squares = placement.squares.into_iter();
        kings
            .chain(others)
            .zip(squares)
            .map(|((color, kind), square)| (color, kind, square))
    }

    /// Returns whether an entry has the same position as an earlier one, up to the mirror.
    pub fn is_duplicate(&self, entry: usize, placement: &Placement) -> bool {
        if !self.is_on_axis(placement.squares[0]) {
            return false;
        }
        let mirrored = placement.squares.map(P::mirrored);
        self.entry_of(&mirrored, placement.to_move, placement.flavour) < entry
    }

    /// Returns the entry of the same men with the other side to move.
    pub fn entry_with_other_to_move(&self, placement: &Placement) -> usize {
        let Placement {
            squares,
            to_move,
            flavour,
        } = placement;
        let (squares, to_move, flavour) = self.canonical(squares, !*to_move, *flavour);
        self.entry_of(&squares, to_move, flavour)
    }

    /// Calls `visit` with the entries of positions from which a quiet turn may lead to that of
    /// `placement`. `origins` says from which squares the men of a side and kind may come to a
    /// square.
    #[inline]
    pub fn for_each_predecessor(
        &self,
        placement: &Placement,
        origins: impl Fn(Color, usize, Square) -> u64,
        mut visit: impl FnMut(usize),
    ) {
        let mover = !placement.to_move;
        let men = self.class.men();
        let occupied = placement.squares.iter().take(men);
        let occupied = occupied.fold(0_u64, |set, square| set | square.bit().0);
        for (place, (color, kind, to)) in self.men(placement).enumerate() {
            if color != mover {
                continue;
            }
            let froms = crate::base::Bitboard(origins(color, kind, to) & !occupied);
            for from in froms {
                let mut squares = placement.squares;
                squares[place] = from;
                for flavour in 0..P::FLAVOURS {
                    let (squares, to_move, flavour) = self.canonical(&squares, mover, flavour);
                    visit(self.entry_of(&squares, to_move, flavour));
                    if self.is_on_axis(squares[0]) {
                        let image = squares.map(|square| self.images[2][square.index()]);
                        visit(self.entry_of(&image, to_move, flavour));
                    }
                }
            }
        }
    }

    /// Returns the men, with the sides exchanged if the table has no such side to move.
    #[inline]
    fn canonical(
        &self,
        squares: &Squares,
        to_move: Color,
        flavour: usize,
    ) -> (Squares, Color, usize) {
        if self.sides == 2 || to_move == Color::White {
            return (*squares, to_move, flavour);
        }
        let image = &self.images[1];
        let exchanged = std::array::from_fn(|place| image[squares[self.opposite[place]].index()]);
        (exchanged, Color::White, P::exchanged_flavour(flavour))
    }

    /// Returns whether White's king on this square leaves two mirror images in the table.
    #[inline]
    fn is_on_axis(&self, king: Square) -> bool {
        self.has_mirror && self.images[2][king.index()] == king
    }
}

/// Returns the number of sets of `count` squares that are all below `square`.
fn combinations_below(square: usize, count: usize) -> usize {
    if square < count {
        return 0;
    }
    combinations(square, count)
}

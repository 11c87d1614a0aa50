//! What the tables want to know of a game, beside its rules.

use crate::base::{Bitboard, Color, Square};
use crate::game::Playable;

/// Where the value of a position comes from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Lookup {
    /// The table of its men has it, unless its turns decide it.
    Table,
    /// From its turns: the position has something that no table distinguishes, such as a chain
    /// in progress, and it is gone after any turn.
    Turns,
    /// Nowhere: the position has something that no table distinguishes and that may last. The
    /// text says what.
    Nowhere(&'static str),
}

/// The greatest number of kinds of men of a game, kings not counted.
pub const MAX_KINDS: usize = 5;

/// The number of men of each kind of a side, kings not counted; see [`TableGame`].
pub type Counts = [u8; MAX_KINDS];

/// The number of the king among the kinds of men of [`TableGame`].
pub const KING: usize = MAX_KINDS;

/// A position of a game whose endgames can be solved.
///
/// Kinds of men are numbers here: 0 to [`TableGame::KINDS`] − 1, the strongest first and the one
/// that promotes last, and [`KING`] for the biy, shah or noyon.
pub trait TableGame: Playable {
    /// The number of squares, whose indices begin at 0.
    const SQUARES: usize;
    /// The number of kinds of men, kings not counted.
    const KINDS: usize;
    /// The number of values of whatever distinguishes positions with the same men and the same
    /// side to move.
    const FLAVOURS: usize;
    /// Whether a turn may still come that takes the limit on plies back
    /// ([`Game::plies_to_limit`](crate::rules::Game::plies_to_limit)), so that the limit leaves a value
    /// open; otherwise it decides the value.
    const MAY_ESCAPE_LIMIT: bool;

    /// Returns the capital letter of a kind.
    fn letter(kind: usize) -> char;

    /// Returns whether a side may have this number of men of each kind.
    fn allows(counts: &Counts) -> bool;

    /// Returns whether values stay the same when the board with these men of the two sides is
    /// mirrored in its middle.
    fn has_mirror(counts: &[Counts; 2]) -> bool;

    /// Returns the mirror image of a square.
    fn mirrored(square: Square) -> Square;

    /// Returns the square that takes the place of this one when the sides are exchanged.
    fn exchanged(square: Square) -> Square;

    /// Returns the flavour after the sides are exchanged.
    fn exchanged_flavour(flavour: usize) -> usize;

    /// Returns the men of a side that are of a kind.
    fn men_of(&self, color: Color, kind: usize) -> Bitboard;

    /// Returns the flavour of the position, below [`TableGame::FLAVOURS`].
    fn flavour(&self) -> usize;

    /// Returns where the value of the position comes from.
    fn lookup(&self) -> Lookup;

    /// Returns the position with these men, or `None` if there is none with this flavour.
    fn place(
        to_move: Color,
        flavour: usize,
        men: impl Iterator<Item = (Color, usize, Square)>,
    ) -> Option<Self>;

    /// Returns whether the same men, of the same kinds, are on the board after a legal turn.
    fn keeps_men(&self, turn: Self::Move) -> bool;

    /// Returns the squares that the man of a turn leaves and reaches.
    fn squares_of(turn: Self::Move) -> (Square, Square);
}

//! The inputs of a network: which of them the men of a position activate.
//!
//! A game describes its men as groups of squares for each side ([`InputSets`]). Each side
//! sees the board from its own end, and reflected if need be; an [`Orientations`] table maps
//! the squares. Sets make the inputs in which two positions differ cheap to find, so the
//! accumulators of one position can be computed from those of another, whatever turns lie between.

use crate::base::{Bitboard, Color, Square};
use crate::rules::Game;

/// The maximum number of groups of each side.
pub const MAX_GROUPS: usize = 7;
/// The maximum number of inputs that a position activates.
pub const MAX_ACTIVE_INPUTS: usize = 96;
/// The number of inputs of a group: one for each index of a square.
pub const GROUP_INPUTS: usize = 64;

/// The index that each square has in each orientation of the board, by orientation and
/// square.
pub type Orientations = [[u8; GROUP_INPUTS]; 4];

/// A position whose men activate the inputs of a network.
pub trait NetworkInputs: Game {
    /// The number of groups of each side, at most [`MAX_GROUPS`].
    const GROUPS: usize;
    /// The number of inputs.
    const INPUTS: usize = 2 * Self::GROUPS * GROUP_INPUTS;
    /// The names of the kinds of men other than the king or biy.
    const KINDS: &'static [&'static str];
    /// The orientations of the board.
    const ORIENTATIONS: &'static Orientations;

    /// Returns the groups of squares of both sides.
    fn input_sets(&self) -> InputSets;

    /// Returns the orientation in which a side sees the board, an index into
    /// [`NetworkInputs::ORIENTATIONS`].
    fn orientation(&self, side: Color) -> usize;

    /// Returns whether a side has a king on the middle file. If so, the orientation with bit 0
    /// inverted, the board's mirror image, would serve as well.
    fn is_on_middle_file(&self, _side: Color) -> bool {
        false
    }

    /// Returns the number of men on the board.
    fn men(&self) -> usize;

    /// Returns the squares of a side's men of a kind, an index into
    /// [`NetworkInputs::KINDS`].
    fn men_of_kind(&self, side: Color, kind: usize) -> Bitboard;
}

/// The groups of squares of both sides, by [`Color::index`]. Each square of a group
/// activates one input.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct InputSets(pub [[Bitboard; MAX_GROUPS]; 2]);

impl InputSets {
    /// No active input.
    pub const EMPTY: Self = Self([[Bitboard::EMPTY; MAX_GROUPS]; 2]);

    /// Returns the number of squares that activate an input.
    #[inline]
    pub fn squares(&self) -> u32 {
        self.differing_squares(&Self::EMPTY)
    }

    /// Returns the number of squares on which two positions differ.
    #[inline]
    pub fn differing_squares(&self, other: &Self) -> u32 {
        let pairs = self.0.as_flattened().iter().zip(other.0.as_flattened());
        let differing = pairs.fold(Bitboard::EMPTY, |all, (a, b)| all | (*a ^ *b));
        differing.count()
    }

    /// Returns the sets without the man on a square.
    #[must_use]
    pub fn without(mut self, square: Square) -> Self {
        for set in self.0.as_flattened_mut() {
            *set = set.without(square.bit());
        }
        self
    }
}

/// The view that a side has of the squares, which determines their inputs.
#[derive(Copy, Clone, Debug)]
pub struct Perspective {
    /// The side.
    pub side: Color,
    /// The orientation of the board.
    pub orientation: usize,
    /// The number of groups of each side.
    pub groups: usize,
    /// The index of each square in that orientation.
    pub squares: &'static [u8; GROUP_INPUTS],
}

impl Perspective {
    /// Returns the perspective of a side.
    #[inline]
    pub fn new<P: NetworkInputs>(side: Color, orientation: usize) -> Self {
        Self {
            side,
            orientation,
            groups: P::GROUPS,
            squares: &P::ORIENTATIONS[orientation % P::ORIENTATIONS.len()],
        }
    }

    /// Returns the input that a square in a group of `color` activates.
    #[inline]
    fn input(&self, color: Color, group: usize, square: Square) -> usize {
        let first = usize::from(color != self.side) * self.groups;
        (first + group) * GROUP_INPUTS + usize::from(self.squares[square.index()])
    }
}

/// The inputs in which a position differs from an earlier one, for each perspective. A
/// list omits the inputs beyond `CAPACITY`.
#[derive(Clone, Debug)]
pub struct InputChanges<const N: usize, const CAPACITY: usize> {
    /// The inputs that only the position activates.
    pub added: [InputList<CAPACITY>; N],
    /// The inputs that only the earlier position activates.
    pub removed: [InputList<CAPACITY>; N],
}

impl<const N: usize, const CAPACITY: usize> InputChanges<N, CAPACITY> {
    /// Returns the changes from one position to another.
    #[inline]
    pub fn new(perspectives: &[Perspective; N], before: &InputSets, after: &InputSets) -> Self {
        let mut changes = Self {
            added: [InputList::EMPTY; N],
            removed: [InputList::EMPTY; N],
        };
        for color in Color::ALL {
            let (before, after) = (&before.0[color.index()], &after.0[color.index()]);
            for group in 0..MAX_GROUPS {
                let (before, after) = (before[group], after[group]);
                if before == after {
                    continue;
                }
                push(
                    perspectives,
                    color,
                    group,
                    after.without(before),
                    &mut changes.added,
                );
                push(
                    perspectives,
                    color,
                    group,
                    before.without(after),
                    &mut changes.removed,
                );
            }
        }
        changes
    }
}

/// Appends the inputs of `squares` in a group of `color` to the list of each perspective.
#[inline]
fn push<const N: usize, const CAPACITY: usize>(
    perspectives: &[Perspective; N],
    color: Color,
    group: usize,
    squares: Bitboard,
    lists: &mut [InputList<CAPACITY>; N],
) {
    for square in squares {
        for i in 0..N {
            lists[i].push(perspectives[i].input(color, group, square));
        }
    }
}

/// A list of at most `CAPACITY` inputs. A list of small capacity is quicker to create.
#[derive(Copy, Clone, Debug)]
pub struct InputList<const CAPACITY: usize = MAX_ACTIVE_INPUTS> {
    indices: [u16; CAPACITY],
    len: usize,
}

impl<const CAPACITY: usize> InputList<CAPACITY> {
    /// The empty list.
    pub const EMPTY: Self = Self {
        indices: [0; CAPACITY],
        len: 0,
    };

    /// Appends an input, unless the list is full.
    #[inline]
    pub fn push(&mut self, input: usize) {
        if let Some(slot) = self.indices.get_mut(self.len) {
            *slot = input as u16;
            self.len += 1;
        }
    }

    /// Returns the inputs.
    #[inline]
    pub fn as_slice(&self) -> &[u16] {
        self.indices.get(..self.len).unwrap_or_default()
    }
}

/// Returns the inputs that a position activates from the perspective of the side to move,
/// then of the other side.
pub fn active_inputs<P: NetworkInputs>(position: &P) -> [InputList; 2] {
    active_inputs_of_sets(position, &position.input_sets())
}

/// Returns the inputs that the mirror image of a position activates. They are those of the
/// position itself, except for a side whose king stands on the middle file.
pub fn mirrored_active_inputs<P: NetworkInputs>(position: &P) -> [InputList; 2] {
    inputs_in_orientations(position, &position.input_sets(), |side| {
        position.orientation(side) ^ usize::from(position.is_on_middle_file(side))
    })
}

/// Returns the inputs that sets activate in the orientations of a position.
pub(super) fn active_inputs_of_sets<P: NetworkInputs>(
    position: &P,
    sets: &InputSets,
) -> [InputList; 2] {
    inputs_in_orientations(position, sets, |side| position.orientation(side))
}

fn inputs_in_orientations<P: NetworkInputs>(
    position: &P,
    sets: &InputSets,
    orientation: impl Fn(Color) -> usize,
) -> [InputList; 2] {
    let mover = position.side_to_move();
    let perspectives = [mover, !mover].map(|side| Perspective::new::<P>(side, orientation(side)));
    InputChanges::<2, MAX_ACTIVE_INPUTS>::new(&perspectives, &InputSets::EMPTY, sets).added
}

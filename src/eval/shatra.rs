//! The inputs of the networks for Shatra.
//!
//! Each man activates an input for its side, kind and square. A man in the reserve activates
//! a second one while its side's temdek is on, and then a third if it is urgent: the value of
//! a man depends on whether it waits to be dropped.

use crate::base::{Bitboard, Color, Square};
use crate::eval::network::inputs::{GROUP_INPUTS, InputSets, NetworkInputs, Orientations};
use crate::rules::shatra::geometry::{SQUARES, file_of, half_turn, rank_of, square_at};
use crate::rules::shatra::{Kind, Position, RuleSet};

/// The group of the men in reserve while the temdek is on. The groups before it are those
/// of the kinds.
const RESERVE: usize = Kind::ALL.len();
/// The group of the urgent men.
const URGENT: usize = RESERVE + 1;
/// The number of groups of each side.
const GROUPS: usize = URGENT + 1;
/// The number of inputs.
pub const INPUTS: usize = 2 * GROUPS * GROUP_INPUTS;
/// The number of men that fit in a side's reserve.
const MAX_RESERVE: usize = 10;

/// Returns the maximum number of inputs that a position with this many men activates: one
/// for each man, and two more for each in the reserves.
pub const fn max_active(max_men: usize) -> usize {
    max_men + 2 * 2 * MAX_RESERVE
}

/// The index of each square in each orientation. Bit 0 of an orientation reverses the files,
/// and bit 1 rotates the board by a half turn.
static ORIENTATIONS: Orientations = {
    let mut table = [[0; GROUP_INPUTS]; 4];
    let mut i = 0;
    while i < 4 * SQUARES {
        let (orientation, index) = (i / SQUARES, i % SQUARES);
        let mut square = Square::new(index as u8);
        if orientation & 2 != 0 {
            square = half_turn(square);
        }
        if orientation & 1 != 0 {
            square = mirrored(square);
        }
        table[orientation][index] = square.index() as u8;
        i += 1;
    }
    table
};

/// Returns the mirror image of a square: a5 for g5.
const fn mirrored(square: Square) -> Square {
    match square_at(6 - file_of(square), rank_of(square)) {
        Some(image) => image,
        None => square,
    }
}

impl<R: RuleSet> NetworkInputs for Position<R> {
    const GROUPS: usize = GROUPS;
    const KINDS: &'static [&'static str] = &["shatra", "batyr", "tura", "yalkyn"];
    const ORIENTATIONS: &'static Orientations = &ORIENTATIONS;

    #[inline]
    fn input_sets(&self) -> InputSets {
        let board = self.board();
        let mut sets = InputSets::EMPTY;
        for (color, groups) in Color::ALL.into_iter().zip(&mut sets.0) {
            for kind in Kind::ALL {
                groups[kind.index()] = board.of(color, kind);
            }
            if self.temdek(color) {
                groups[RESERVE] = self.reserve(color);
                groups[URGENT] = board.urgent().and(board.men(color));
            }
        }
        sets
    }

    /// The board is rotated so that a side's own fortress is at the bottom and, because mirror
    /// images have nearly the same value, reflected so that its biy is on one of the files a
    /// to d.
    #[inline]
    fn orientation(&self, side: Color) -> usize {
        let is_reflected = self.biy(side).is_some_and(|biy| match side {
            Color::White => file_of(biy) > 3,
            Color::Black => file_of(biy) < 3,
        });
        2 * side.index() + usize::from(is_reflected)
    }

    fn is_on_middle_file(&self, side: Color) -> bool {
        self.biy(side).is_none_or(|biy| mirrored(biy) == biy)
    }

    #[inline]
    fn men(&self) -> usize {
        self.board()
            .men(Color::White)
            .or(self.board().men(Color::Black))
            .count() as usize
    }

    fn men_of_kind(&self, side: Color, kind: usize) -> Bitboard {
        // The first kind is the biy.
        let kind = Kind::ALL.get(kind + 1);
        kind.map_or(Bitboard::EMPTY, |&kind| self.board().of(side, kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EvaluatedPosition;
    use crate::eval::network::inputs::{InputList, active_inputs, mirrored_active_inputs};
    use crate::game::Playable;
    use crate::rules::shatra::{Extended, Original};
    use crate::rules::{Game, MoveList};
    use crate::util::rng::Rng;

    /// Checks that the score does not depend on the colour of the side to move.
    fn check_symmetry<R: RuleSet>()
    where
        Position<R>: EvaluatedPosition,
    {
        let network = Position::<R>::FAMILY.built_in_network();
        let mut scores = std::collections::HashSet::new();
        for game in 0..60 {
            let mut rng = Rng::new(4, game);
            let mut position = Position::<R>::start();
            for _ in 0..100 {
                let mut turns = MoveList::new();
                position.generate(&mut turns);
                if turns.is_empty() {
                    break;
                }
                position = position.after(turns[rng.below(turns.len())]);
                if position.board_outcome().is_none() {
                    let exchanged = position.exchanged();
                    assert_eq!(exchanged.side_to_move(), !position.side_to_move());
                    let score = network.score(&position);
                    assert_eq!(network.score(&exchanged), score, "{position}");
                    scores.insert(score);
                }
            }
        }
        assert!(scores.len() > 300, "{}", scores.len());
    }

    #[test]
    fn the_evaluations_are_symmetric() {
        check_symmetry::<Extended>();
        check_symmetry::<Original>();
    }

    #[test]
    fn a_reserve_man_activates_a_second_input_while_the_temdek_is_on() {
        let counts = ["Tt", "-"].map(|temdeks| {
            let spn =
                format!("SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w {temdeks} - - - 1");
            Position::<Extended>::read(&spn).map(|position| {
                let [own, _] = active_inputs(&position);
                own.as_slice().len() as u32
            })
        });
        let [with, without] = counts.map(Result::unwrap);
        let reserve = Position::<Extended>::start().reserve(Color::White).count();
        assert_eq!(with, without + 2 * reserve);
    }

    #[test]
    fn a_position_and_its_mirror_image_activate_the_same_inputs() {
        // White's biy is on the middle file, Black's is not.
        let texts = [
            "S8/K/SS5/3R3/Q6/7/7/k6/1/9 w - - - - 1",
            "2S6/K/5SS/3R3/6Q/7/7/6k/1/9 w - - - - 1",
        ];
        let [position, mirrored] = texts.map(|text| Position::<Extended>::read(text).unwrap());
        let sorted = |[own, other]: [InputList; 2]| {
            [own, other].map(|list| {
                let mut inputs = list.as_slice().to_vec();
                inputs.sort_unstable();
                inputs
            })
        };
        let [own, other] = sorted(active_inputs(&position));
        let [own_mirrored, other_mirrored] = sorted(active_inputs(&mirrored));
        assert_ne!(own, own_mirrored);
        assert_eq!(other, other_mirrored);
        let [own_as_mirrored, other_as_mirrored] = sorted(mirrored_active_inputs(&position));
        assert_eq!(own_as_mirrored, own_mirrored);
        assert_eq!(other_as_mirrored, other);
    }
}

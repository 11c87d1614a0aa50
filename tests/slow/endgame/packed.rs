//! Positions packed into one number, so that a million of them fit in memory.

use std::collections::BTreeMap;

use super::super::{
    Kind, Position, RuleSet, Side,
    man::Man,
    square::{from_spn_number, spn_number},
};
use super::{Class, MAX_MEN, half_turn};

/// The bits of a man: side 1, kind 3, urgent mark 1, SPN number 6; no man is 0.
const MAN_BITS: u32 = 11;

/// A position without what a table leaves out, as a number.
pub type Packed = u64;

/// Packs a position that is not in mid-chain.
pub fn pack(position: &Position) -> Packed {
    assert!(position.transit.is_none() && position.men.len() <= MAX_MEN);
    let mut packed = u64::from(position.side_to_move == Side::Black);
    // In Online, the temdeks follow from the board.
    packed = packed << 1 | u64::from(position.white_temdek);
    packed = packed << 1 | u64::from(position.black_temdek);
    packed = packed << 3 | u64::from(clock(position));
    for (&square, man) in &position.men {
        let kind = Kind::ALL.iter().position(|&kind| kind == man.kind).unwrap();
        let mut bits = u64::from(man.side == Side::Black);
        bits = bits << 3 | kind as u64;
        bits = bits << 1 | u64::from(man.urgent);
        bits = bits << 6 | spn_number(square) as u64;
        packed = packed << MAN_BITS | bits;
    }
    // The position of the leading bit gives the number of men.
    packed | 1 << (6 + MAN_BITS * position.men.len() as u32)
}

/// Returns the halfmove clock as far as it counts.
fn clock(position: &Position) -> u32 {
    match position.rule_set.bare_biy_limit() {
        Some(limit) if position.only_biys_left() => position.halfmoves.min(limit),
        _ => 0,
    }
}

/// Returns the position of a number that [`pack`] returned for this rule set.
pub fn unpack(rule_set: RuleSet, packed: Packed) -> Position {
    let count = (packed.ilog2() - 6) / MAN_BITS;
    let mut men = BTreeMap::new();
    for index in 0..count {
        let bits = packed >> (MAN_BITS * index);
        let man = Man {
            side: side(bits >> 10),
            kind: Kind::ALL[(bits >> 7 & 7) as usize],
            urgent: bits >> 6 & 1 == 1,
        };
        men.insert(from_spn_number((bits & 63) as usize).unwrap(), man);
    }
    let head = packed >> (MAN_BITS * count);
    Position {
        rule_set,
        men,
        ghosts: BTreeMap::new(),
        side_to_move: side(head >> 5),
        white_temdek: head >> 4 & 1 == 1,
        black_temdek: head >> 3 & 1 == 1,
        transit: None,
        passed: None,
        halfmoves: (head & 7) as u32,
        move_number: 1,
    }
}

fn side(bit: u64) -> Side {
    if bit & 1 == 1 {
        Side::Black
    } else {
        Side::White
    }
}

/// Returns the position after a half turn of the board that exchanges the sides.
pub fn turned(position: &Position) -> Position {
    let turned_man = |man: &Man| Man {
        side: man.side.other(),
        ..*man
    };
    let men = position.men.iter();
    Position {
        men: men
            .map(|(&at, man)| (half_turn(at), turned_man(man)))
            .collect(),
        side_to_move: position.side_to_move.other(),
        white_temdek: position.black_temdek,
        black_temdek: position.white_temdek,
        ..position.clone()
    }
}

/// Returns all positions of a class with the halfmove clock 0 and without urgent marks.
pub fn positions(class: &Class) -> Vec<Packed> {
    let mut boards = vec![BTreeMap::new()];
    for (side, kind) in class.men() {
        let man = Man {
            side,
            kind,
            urgent: false,
        };
        boards = boards
            .into_iter()
            .flat_map(|board| {
                super::super::square::all_squares().filter_map(move |square| {
                    let mut board = board.clone();
                    board.insert(square, man).is_none().then_some(board)
                })
            })
            .collect();
    }
    let temdeks = [(false, false), (true, false), (false, true), (true, true)];
    let mut all = Vec::new();
    for men in boards {
        for side_to_move in Side::BOTH {
            for (white_temdek, black_temdek) in temdeks {
                let mut position = Position {
                    rule_set: class.rule_set,
                    men: men.clone(),
                    ghosts: BTreeMap::new(),
                    side_to_move,
                    white_temdek,
                    black_temdek,
                    transit: None,
                    passed: None,
                    halfmoves: 0,
                    move_number: 1,
                };
                if class.rule_set.temdek_follows_from_board() {
                    (position.white_temdek, position.black_temdek) = (false, false);
                }
                position.switch_off_temdeks_without_reserve();
                all.push(pack(&position));
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

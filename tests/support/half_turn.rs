//! The half turn of the board, which exchanges the colours.

use batyr::rules::shatra::{Occupant, Setup, half_turn, square_name};

use super::turn_lists::square;

/// The board turned by half, colours exchanged.
pub fn half_turned(setup: &Setup) -> Setup {
    let mut turned = Setup {
        to_move: !setup.to_move,
        temdeks: [setup.temdeks[1], setup.temdeks[0]],
        transit: setup.transit.map(half_turn),
        en_passant: setup.en_passant.map(half_turn),
        ..setup.clone()
    };
    turned.squares.reverse();
    for occupant in turned.squares.iter_mut().flatten() {
        if let Occupant::Man { man, .. } = occupant {
            man.color = !man.color;
        }
    }
    turned
}

/// A turn's text after the half turn: a5 becomes g10.
pub fn half_turn_text(text: &str) -> String {
    if text == "pass" {
        return text.to_owned();
    }
    let signs = |c: char| matches!(c, '-' | ':');
    let turn = |part: &str| {
        let (name, rest) = part.split_at(part.find('=').unwrap_or(part.len()));
        square_name(half_turn(square(name))) + rest
    };
    let mut parts = text.split_inclusive(signs).map(|part| {
        let (body, sign) = part.split_at(part.find(signs).unwrap_or(part.len()));
        turn(body) + sign
    });
    parts.by_ref().collect()
}

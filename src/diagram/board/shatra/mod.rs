//! Draws positions of Shatra as SVG: the men (a spiked helmet for the batyr, a crown for the biy,
//! a tower for the tura, a flame for the yalkyn and a foot soldier for the shatra), and the marks
//! of ghosts and urgent men.

mod board;

use super::drawing::{SvgOptions, draw_ring};
use super::figures::{CROWN, FLAME, FOOT_SOLDIER, Figure, HELMET, TOWER};
use crate::base::Color;
use crate::rules::shatra::{Kind, Man, Occupant, Setup};
use board::ShatraBoardDrawing;

/// Draws a position as an SVG document.
pub fn draw(setup: &Setup, options: &SvgOptions) -> String {
    let drawing = ShatraBoardDrawing::new(options);
    let centre = |square| drawing.centre(square);
    let numbers = options.numbering;
    let numbers = numbers.map(|numbering| drawing.draw_square_numbers(numbering));
    let occupants = setup.occupants();
    let occupants =
        occupants.map(|(square, occupant)| draw_occupant(setup, occupant, centre(square)));
    [
        options.open_document(drawing.size(), &setup.to_string()),
        drawing.draw(),
        options.draw_last_turn(centre),
        numbers.unwrap_or_default(),
        draw_state(setup, &drawing),
        occupants.collect(),
        options.draw_marks(centre),
        "</svg>\n".to_owned(),
    ]
    .concat()
}

/// Draws what the fields of SPN after the board describe: the side to move, temdeks, the
/// en-passant square and the man in mid-chain.
fn draw_state(setup: &Setup, drawing: &ShatraBoardDrawing) -> String {
    let mut state = drawing.draw_side_to_move(setup.to_move);
    for (color, is_on) in Color::ALL.into_iter().zip(setup.temdeks) {
        if is_on {
            state += &drawing.draw_temdek(color);
        }
    }
    if let Some(square) = setup.en_passant {
        let (x, y) = drawing.centre(square);
        state += &format!(
            "<path d=\"M{x} {}l7 7l-7 7l-7-7z\" fill=\"#c62828\" opacity=\".7\"/>",
            y - 7
        );
    }
    if let Some(square) = setup.transit {
        state += &draw_ring(drawing.centre(square), "#1565c0", "8 5");
    }
    state
}

fn draw_occupant(setup: &Setup, occupant: Occupant, centre: (i32, i32)) -> String {
    match occupant {
        Occupant::Man { man, urgent } => {
            let mark = urgent.then(|| draw_urgent(centre));
            draw_man(man, centre) + &mark.unwrap_or_default()
        }
        // A ghost was captured by the side to move, which is in mid-chain.
        Occupant::Ghost(kind) => {
            let color = !setup.to_move;
            draw_ghost(Man { color, kind }, centre)
        }
    }
}

/// Draws a man centred on a point.
fn draw_man(man: Man, centre: (i32, i32)) -> String {
    figure(man.kind).draw(man.color, centre)
}

const fn figure(kind: Kind) -> Figure {
    match kind {
        Kind::Shatra => FOOT_SOLDIER,
        Kind::Tura => TOWER,
        Kind::Yalkyn => FLAME,
        Kind::Batyr => HELMET,
        Kind::Biy => CROWN,
    }
}

/// Draws a ghost (a man captured earlier in the chain): pale and crossed out.
fn draw_ghost(man: Man, (x, y): (i32, i32)) -> String {
    format!(
        "<g opacity=\".38\">{}</g><path d=\"M{} {}l36 36m0-36l-36 36\" stroke=\"#b3261e\" \
         stroke-width=\"3\" stroke-linecap=\"round\" opacity=\".75\"/>",
        draw_man(man, (x, y)),
        x - 18,
        y - 18
    )
}

/// Draws the mark of an urgent man on the square that is centred on a point.
fn draw_urgent((x, y): (i32, i32)) -> String {
    format!(
        "<g transform=\"translate({} {})\"><circle r=\"8.5\" fill=\"#c62828\" stroke=\"#fff\" \
         stroke-width=\"1.5\"/><path d=\"M0-4.500v5M0 4.2v.1\" stroke=\"#fff\" \
         stroke-width=\"2.5\" stroke-linecap=\"round\"/></g>",
        x + 19,
        y - 19
    )
}

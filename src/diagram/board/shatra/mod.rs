//! Draws positions of Shatra as SVG.

mod board;
mod men;

use std::fmt::{self, Write};

use super::{LAST_TURN_COLOR, SvgOptions, draw_ring, fill_square};
use crate::base::Color;
use crate::rules::shatra::{Man, Occupant, Setup};
use board::ShatraBoardDrawing;

/// Draws a position as an SVG document.
pub fn draw(out: &mut String, setup: &Setup, options: &SvgOptions) -> fmt::Result {
    let drawing = ShatraBoardDrawing::new(options.view, options.coordinates);
    options.open_document(out, drawing.size(), &setup.to_string())?;
    drawing.draw(out)?;
    for &square in &options.last_turn {
        fill_square(out, drawing.centre(square), LAST_TURN_COLOR, ".55")?;
    }
    if let Some(numbering) = options.numbering {
        drawing.draw_square_numbers(out, numbering)?;
    }
    draw_state(setup, out, &drawing)?;
    for (square, occupant) in setup.occupants() {
        draw_occupant(setup, out, occupant, drawing.centre(square))?;
    }
    options.draw_marks(out, |square| drawing.centre(square))?;
    out.push_str("</svg>\n");
    Ok(())
}

/// Draws what the fields of SPN after the board describe: the side to move, temdeks, the
/// en-passant square and the man in mid-chain.
fn draw_state(setup: &Setup, out: &mut String, drawing: &ShatraBoardDrawing) -> fmt::Result {
    drawing.draw_side_to_move(out, setup.to_move)?;
    for (color, is_on) in Color::ALL.into_iter().zip(setup.temdeks) {
        if is_on {
            drawing.draw_temdek(out, color)?;
        }
    }
    if let Some(square) = setup.en_passant {
        let (x, y) = drawing.centre(square);
        write!(
            out,
            "<path d=\"M{x} {}l7 7l-7 7l-7-7z\" fill=\"#c62828\" opacity=\".7\"/>",
            y - 7
        )?;
    }
    match setup.transit {
        Some(square) => draw_ring(out, drawing.centre(square), "#1565c0", "8 5"),
        None => Ok(()),
    }
}

fn draw_occupant(
    setup: &Setup,
    out: &mut String,
    occupant: Occupant,
    centre: (i32, i32),
) -> fmt::Result {
    match occupant {
        Occupant::Man { man, urgent } => {
            men::draw(out, man, centre)?;
            if urgent {
                men::draw_urgent(out, centre)?;
            }
            Ok(())
        }
        // A ghost was captured by the side to move, which is in mid-chain.
        Occupant::Ghost(kind) => {
            let color = !setup.to_move;
            men::draw_ghost(out, Man { color, kind }, centre)
        }
    }
}

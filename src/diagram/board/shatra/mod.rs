//! The SVG picture of a position of Shatra.

mod board;
mod men;

use std::fmt::{self, Write};

use super::{LAST, SvgOptions, fill, ring};
use crate::base::Color;
use crate::rules::shatra::{Man, Occupant, Setup};
use board::Frame;

/// Writes the picture of a position as an SVG document.
pub fn draw(out: &mut String, setup: &Setup, options: &SvgOptions) -> fmt::Result {
    let frame = Frame::new(options.view, options.letters);
    options.open(out, frame.size(), &setup.to_string())?;
    frame.draw(out)?;
    for &square in &options.last_turn {
        fill(out, frame.centre(square), LAST, ".55")?;
    }
    if let Some(numbering) = options.numbers {
        frame.numbers(out, numbering)?;
    }
    draw_fields(setup, out, &frame)?;
    for (square, occupant) in setup.occupants() {
        draw_occupant(setup, out, occupant, frame.centre(square))?;
    }
    options.point(out, |square| frame.centre(square))?;
    out.push_str("</svg>\n");
    Ok(())
}

/// Draws the state that the fields of SPN after the board describe: side to
/// move, temdeks, en-passant square, and the man in mid-chain.
fn draw_fields(setup: &Setup, out: &mut String, frame: &Frame) -> fmt::Result {
    frame.side_to_move(out, setup.to_move)?;
    for (color, on) in Color::ALL.into_iter().zip(setup.temdeks) {
        if on {
            frame.temdek(out, color)?;
        }
    }
    if let Some(square) = setup.en_passant {
        let (x, y) = frame.centre(square);
        write!(
            out,
            "<path d=\"M{x} {}l7 7l-7 7l-7-7z\" fill=\"#c62828\" opacity=\".7\"/>",
            y - 7
        )?;
    }
    match setup.transit {
        Some(square) => ring(out, frame.centre(square), "#1565c0", "8 5"),
        None => Ok(()),
    }
}

fn draw_occupant(
    setup: &Setup,
    out: &mut String,
    occupant: Occupant,
    at: (i32, i32),
) -> fmt::Result {
    match occupant {
        Occupant::Man { man, urgent } => {
            men::draw(out, man, at)?;
            if urgent {
                men::draw_urgent(out, at)?;
            }
            Ok(())
        }
        // The side in mid-chain, which is to move, has captured this man.
        Occupant::Ghost(kind) => {
            let color = !setup.to_move;
            men::draw_ghost(out, Man { color, kind }, at)
        }
    }
}

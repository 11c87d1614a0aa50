//! A position as a picture: SVG that needs nothing besides itself.
//!
//! **The decision:** no element has an id and nothing refers to another, so
//! that many pictures may stand in one page. A square is 60 units wide; only
//! the size of the whole is an option.

mod board;
mod men;

use std::fmt::{self, Write};

use super::kind::Man;
use super::notation::Numbering;
use super::setup::{Occupant, Setup};
use crate::base::{Color, Square};
use board::{Frame, HALF};

/// How a picture looks and what it points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SvgOptions {
    /// The width of the picture in pixels.
    pub width: u32,
    /// The side at the bottom.
    pub view: Color,
    /// Whether files and ranks are named at the edge.
    pub letters: bool,
    /// Numbers in the squares.
    pub numbers: Option<Numbering>,
    /// The squares of the last turn, in order.
    pub last_turn: Vec<Square>,
    /// Squares with a ring.
    pub marked: Vec<Square>,
    /// Arrows from a square to a square.
    pub arrows: Vec<(Square, Square)>,
}

impl Default for SvgOptions {
    /// 480 pixels, White at the bottom, letters at the edge, nothing more.
    fn default() -> Self {
        Self {
            width: 480,
            view: Color::White,
            letters: true,
            numbers: None,
            last_turn: Vec::new(),
            marked: Vec::new(),
            arrows: Vec::new(),
        }
    }
}

impl Setup {
    /// The picture of the position as an SVG document.
    pub fn svg(&self, options: &SvgOptions) -> String {
        let mut out = String::new();
        // Writing into a String can't fail.
        let _ = self.draw(&mut out, options);
        out
    }

    fn draw(&self, out: &mut String, options: &SvgOptions) -> fmt::Result {
        let frame = Frame::new(options.view, options.letters);
        let (width, height) = frame.size();
        let pixels = u64::from(options.width) * height as u64 / width as u64;
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{}\" height=\"{pixels}\" role=\"img\"><title>{self}</title>",
            options.width
        )?;
        frame.draw(out)?;
        for &square in &options.last_turn {
            frame.fill(out, square, "#f4c542", ".55")?;
        }
        if let Some(numbering) = options.numbers {
            frame.numbers(out, numbering)?;
        }
        self.draw_fields(out, &frame)?;
        for (square, occupant) in self.occupants() {
            self.draw_occupant(out, occupant, frame.centre(square))?;
        }
        for &square in &options.marked {
            ring(out, frame.centre(square), "#2e7d32", "")?;
        }
        for &(from, to) in &options.arrows {
            arrow(out, frame.centre(from), frame.centre(to))?;
        }
        out.push_str("</svg>\n");
        Ok(())
    }

    /// What the fields of SPN behind the board say.
    fn draw_fields(&self, out: &mut String, frame: &Frame) -> fmt::Result {
        frame.side_to_move(out, self.to_move)?;
        for (color, on) in Color::ALL.into_iter().zip(self.temdeks) {
            if on {
                frame.temdek(out, color)?;
            }
        }
        if let Some(square) = self.en_passant {
            let (x, y) = frame.centre(square);
            write!(
                out,
                "<path d=\"M{x} {}l7 7l-7 7l-7-7z\" fill=\"#c62828\" opacity=\".7\"/>",
                y - 7
            )?;
        }
        match self.transit {
            Some(square) => ring(out, frame.centre(square), "#1565c0", "8 5"),
            None => Ok(()),
        }
    }

    fn draw_occupant(&self, out: &mut String, occupant: Occupant, at: (i32, i32)) -> fmt::Result {
        match occupant {
            Occupant::Man { man, urgent } => {
                men::draw(out, man, at)?;
                if urgent {
                    men::draw_urgent(out, at)?;
                }
                Ok(())
            }
            // The side in mid-chain has captured it.
            Occupant::Ghost(kind) => {
                let color = !self.to_move;
                men::draw_ghost(out, Man { color, kind }, at)
            }
        }
    }
}

fn ring(out: &mut String, (x, y): (i32, i32), color: &str, dashes: &str) -> fmt::Result {
    write!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{color}\" \
         stroke-width=\"3.5\" stroke-dasharray=\"{dashes}\"/>",
        HALF - 3
    )
}

/// An arrow from the middle of a square to the middle of another; none if that
/// is the same square.
fn arrow(out: &mut String, from: (i32, i32), to: (i32, i32)) -> fmt::Result {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy);
    if length < 1.0 {
        return Ok(());
    }
    let angle = dy.atan2(dx).to_degrees();
    let neck = length - 20.0;
    write!(
        out,
        "<path transform=\"translate({} {}) rotate({angle:.1})\" \
         d=\"M12-4.500H{neck:.0}v-8.500L{length:.0} 0L{neck:.0} 13v-8.500H12z\" \
         fill=\"#1b5e20\" opacity=\".72\"/>",
        from.0, from.1
    )
}

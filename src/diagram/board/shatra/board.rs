//! Draws the empty board: field, ditch, fortresses, gates and towers, with coordinates,
//! square numbers, and the marks for the side to move and the temdeks.

use std::fmt::{self, Write};

use super::super::{
    BORDER, COORDINATES_WIDTH, DARK, HALF_SQUARE, LIGHT, SQUARE, WALL, draw_disc, fill_color,
    fill_square, open_coordinates,
};
use crate::base::{Color, Square};
use crate::rules::shatra::Numbering;
use crate::rules::shatra::geometry::{FIELD, SIDES, file_of, rank_of, squares};

/// The width of the ditch between ranks 7 and 8.
const DITCH: i32 = 14;
const STONE_LIGHT: &str = "#dad7d2";
const STONE_DARK: &str = "#c3bfb9";
const GATE: &str = "#b98a56";
const WATER: &str = "#6fa8c9";

/// The drawing of Shatra's board.
#[derive(Debug)]
pub struct ShatraBoardDrawing {
    view: Color,
    has_coordinates: bool,
}

impl ShatraBoardDrawing {
    /// Creates a drawing with the side `view` at the bottom.
    pub const fn new(view: Color, has_coordinates: bool) -> Self {
        Self {
            view,
            has_coordinates,
        }
    }

    /// Returns the x coordinate of the left edge of the board.
    const fn left(&self) -> i32 {
        if self.has_coordinates {
            BORDER + COORDINATES_WIDTH
        } else {
            BORDER
        }
    }

    /// Returns the width and height of the picture.
    pub const fn size(&self) -> (i32, i32) {
        let coordinates = if self.has_coordinates {
            COORDINATES_WIDTH
        } else {
            0
        };
        (
            7 * SQUARE + 2 * BORDER + coordinates,
            14 * SQUARE + DITCH + 2 * BORDER + coordinates,
        )
    }

    /// Returns the centre of the cell at a file (0 to 6) and a rank (1 to 14). The cells
    /// beside a fortress are not squares of the board.
    const fn cell_centre(&self, file: i32, rank: i32) -> (i32, i32) {
        let (column, row) = match self.view {
            Color::White => (file, 14 - rank),
            Color::Black => (6 - file, rank - 1),
        };
        let ditch = if row >= 7 { DITCH } else { 0 };
        (
            self.left() + column * SQUARE + HALF_SQUARE,
            BORDER + row * SQUARE + HALF_SQUARE + ditch,
        )
    }

    /// Returns the centre of a square.
    pub const fn centre(&self, square: Square) -> (i32, i32) {
        self.cell_centre(file_of(square) as i32, rank_of(square) as i32)
    }

    /// Draws the board without its men.
    pub fn draw(&self, out: &mut String) -> fmt::Result {
        for square in squares() {
            fill_square(out, self.centre(square), square_color(square), "1")?;
        }
        self.draw_ditch(out)?;
        for color in Color::ALL {
            self.draw_fortress(out, color)?;
        }
        if self.has_coordinates {
            self.draw_coordinates(out)?;
        }
        Ok(())
    }

    /// Draws the ditch and the outlines of the two halves of the field.
    fn draw_ditch(&self, out: &mut String) -> fmt::Result {
        let left = self.left();
        let top = BORDER + 7 * SQUARE;
        write!(
            out,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{DITCH}\" fill=\"{WATER}\"/>\
             <path d=\"M{left} {}",
            7 * SQUARE,
            top + DITCH / 2
        )?;
        for _ in 0..14 {
            out.push_str("q7.5-7 15 0t15 0");
        }
        out.push_str("\" fill=\"none\" stroke=\"#d7ebf5\" stroke-width=\"1.5\"/>");
        let half = 3 * SQUARE;
        for y in [top - half, top + DITCH] {
            write!(
                out,
                "<rect x=\"{left}\" y=\"{y}\" width=\"{}\" height=\"{half}\" fill=\"none\" \
                 stroke=\"{WALL}\" stroke-width=\"2\"/>",
                7 * SQUARE
            )?;
        }
        Ok(())
    }

    /// Draws the walls of a side's fortress, its gate and its two towers.
    fn draw_fortress(&self, out: &mut String, color: Color) -> fmt::Result {
        let side = &SIDES[color.index()];
        let back = if color == Color::White { 1 } else { 14 };
        let front = if color == Color::White { 3 } else { 12 };
        let (x, y) = self.cell_centre(2, back);
        let (x2, y2) = self.cell_centre(4, front);
        write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{WALL}\" \
             stroke-width=\"6\"/><rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" fill=\"none\" \
             stroke=\"#8a705c\" stroke-width=\"2\" stroke-dasharray=\"7 5\"/>",
            x.min(x2) - HALF_SQUARE,
            y.min(y2) - HALF_SQUARE,
            (x - x2).abs() + SQUARE,
            (y - y2).abs() + SQUARE
        )?;
        for gate in side.gate {
            self.draw_gate(out, gate)?;
        }
        for tower in side.towers {
            self.draw_tower(out, tower)?;
        }
        Ok(())
    }

    /// Draws a gate: an arch between two posts.
    fn draw_gate(&self, out: &mut String, gate: Square) -> fmt::Result {
        let (x, y) = self.centre(gate);
        write!(
            out,
            "<g transform=\"translate({x} {y})\"><path d=\"M-30-30v60M30-30v60\" stroke=\"{WALL}\" \
             stroke-width=\"6\"/><path d=\"M-21 30v-28a21 21 0 0 1 42 0v28\" fill=\"#d9b483\" \
             stroke=\"{WALL}\" stroke-width=\"2.5\"/></g>"
        )
    }

    /// Draws a tower square: a frame with bastions at its four corners.
    fn draw_tower(&self, out: &mut String, tower: Square) -> fmt::Result {
        let (x, y) = self.centre(tower);
        write!(
            out,
            "<path transform=\"translate({x} {y})\" d=\"M-30-30h13v13h-13zM17-30h13v13h-13z\
             M-30 17h13v13h-13zM17 17h13v13h-13z\" fill=\"{WALL}\" opacity=\".8\"/>\
             <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{WALL}\" \
             stroke-width=\"3\" opacity=\".8\"/>",
            x - HALF_SQUARE + 2,
            y - HALF_SQUARE + 2,
            SQUARE - 4,
            SQUARE - 4
        )
    }

    /// Draws the file letters and rank numbers at the edge of the board.
    fn draw_coordinates(&self, out: &mut String) -> fmt::Result {
        open_coordinates(out);
        let (_, height) = self.size();
        for (file, name) in (0..).zip('a'..='g') {
            let (x, _) = self.cell_centre(file, 1);
            write!(out, "<text x=\"{x}\" y=\"{}\">{name}</text>", height - 10)?;
        }
        for rank in 1..=14 {
            let (_, y) = self.cell_centre(0, rank);
            write!(out, "<text x=\"18\" y=\"{}\">{rank}</text>", y + 5)?;
        }
        out.push_str("</g>");
        Ok(())
    }

    /// Draws the number of each square in its corner.
    pub fn draw_square_numbers(&self, out: &mut String, numbering: Numbering) -> fmt::Result {
        out.push_str(
            "<g font-family=\"sans-serif\" font-size=\"12\" font-weight=\"bold\" fill=\"#4a3728\" \
             stroke=\"#faf6ec\" stroke-width=\"2.5\" paint-order=\"stroke\">",
        );
        for square in squares() {
            let (x, y) = self.centre(square);
            let number = numbering.number(square);
            let (x, y) = (x - HALF_SQUARE + 4, y - HALF_SQUARE + 14);
            write!(out, "<text x=\"{x}\" y=\"{y}\">{number}</text>")?;
        }
        out.push_str("</g>");
        Ok(())
    }

    /// Draws a disc in the colour of the side to move beside its fortress.
    pub fn draw_side_to_move(&self, out: &mut String, color: Color) -> fmt::Result {
        draw_disc(out, self.beside(color, 6), color)
    }

    /// Draws a pennant beside the fortress of a side whose temdek is on.
    pub fn draw_temdek(&self, out: &mut String, color: Color) -> fmt::Result {
        let (x, y) = self.beside(color, 0);
        let fill = fill_color(color);
        write!(
            out,
            "<g transform=\"translate({x} {y})\" stroke=\"#1d1a16\" stroke-linejoin=\"round\">\
             <path d=\"M-11 22v-44\" stroke-width=\"3.5\"/><path d=\"M-9-21l27 10l-27 10z\" \
             fill=\"{fill}\" stroke-width=\"2.5\"/></g>"
        )
    }

    /// Returns the centre of a cell on the back rank of a side's fortress; `column`
    /// (0 to 6) is counted from the left of the picture.
    const fn beside(&self, color: Color, column: i32) -> (i32, i32) {
        let file = match self.view {
            Color::White => column,
            Color::Black => 6 - column,
        };
        self.cell_centre(file, if matches!(color, Color::White) { 1 } else { 14 })
    }
}

fn square_color(square: Square) -> &'static str {
    let is_dark = (file_of(square) + rank_of(square)).is_multiple_of(2);
    let [white, black] = &SIDES;
    let [light, dark] = if white.gate.has(square) || black.gate.has(square) {
        [GATE, GATE]
    } else if FIELD.has(square) {
        [LIGHT, DARK]
    } else {
        [STONE_LIGHT, STONE_DARK]
    };
    if is_dark { dark } else { light }
}

//! Draws the empty board: field, ditch, fortresses, gates and towers, with coordinates,
//! square numbers, and the marks for the side to move and the temdeks.

use crate::base::{Color, Square};
use crate::diagram::board::drawing::{
    BORDER, DARK, Grid, HALF_SQUARE, LIGHT, SQUARE, SvgOptions, WALL, draw_disc, fill_square,
};
use crate::diagram::board::figures::fill_color;
use crate::rules::shatra::Numbering;
use crate::rules::shatra::geometry::{FIELD, SIDES, file_of, rank_of, squares};

/// The height of the ditch between ranks 7 and 8.
const DITCH: i32 = 14;
const STONE_LIGHT: &str = "#dad7d2";
const STONE_DARK: &str = "#c3bfb9";
const GATE: &str = "#b98a56";
const WATER: &str = "#6fa8c9";

/// The drawing of Shatra's board. The cells beside a fortress are not squares of the board.
#[derive(Debug)]
pub struct ShatraBoardDrawing(Grid);

impl ShatraBoardDrawing {
    /// Creates a drawing with these options.
    pub const fn new(options: &SvgOptions) -> Self {
        let mut grid = Grid::new(options, 7, 14);
        grid.ditch = DITCH;
        Self(grid)
    }

    /// Returns the width and height of the picture.
    pub const fn size(&self) -> (i32, i32) {
        self.0.size()
    }

    /// Returns the centre of a square.
    pub const fn centre(&self, square: Square) -> (i32, i32) {
        self.0
            .centre(file_of(square) as i32, rank_of(square) as i32)
    }

    /// Draws the board without its men.
    pub fn draw(&self) -> String {
        let fill = |square| fill_square(self.centre(square), square_color(square), "1");
        let ditch = self.draw_ditch();
        let fortresses = Color::ALL.map(|color| self.draw_fortress(color));
        let parts = squares().map(fill).chain([ditch]).chain(fortresses);
        parts.chain([self.0.draw_coordinates()]).collect()
    }

    /// Draws the ditch and the outlines of the two halves of the field.
    fn draw_ditch(&self) -> String {
        let (left, top, width) = (self.0.left(), BORDER + 7 * SQUARE, self.0.board_width());
        let waves = "q7.5-7 15 0t15 0".repeat(14);
        let half = 3 * SQUARE;
        let outlines = [top - half, top + DITCH].map(|y| {
            format!(
                "<rect x=\"{left}\" y=\"{y}\" width=\"{width}\" height=\"{half}\" fill=\"none\" \
                 stroke=\"{WALL}\" stroke-width=\"2\"/>"
            )
        });
        format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{DITCH}\" fill=\"{WATER}\"/>\
             <path d=\"M{left} {}{waves}\" fill=\"none\" stroke=\"#d7ebf5\" stroke-width=\"1.5\"/>{}",
            top + DITCH / 2,
            outlines.concat()
        )
    }

    /// Draws the walls of a side's fortress, its gate and its two towers.
    fn draw_fortress(&self, color: Color) -> String {
        let side = &SIDES[color.index()];
        let back = if color == Color::White { 1 } else { 14 };
        let front = if color == Color::White { 3 } else { 12 };
        let (x, y) = self.0.centre(2, back);
        let (x2, y2) = self.0.centre(4, front);
        let walls = format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{WALL}\" \
             stroke-width=\"6\"/><rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" fill=\"none\" \
             stroke=\"#8a705c\" stroke-width=\"2\" stroke-dasharray=\"7 5\"/>",
            x.min(x2) - HALF_SQUARE,
            y.min(y2) - HALF_SQUARE,
            (x - x2).abs() + SQUARE,
            (y - y2).abs() + SQUARE
        );
        let gates = side.gate.into_iter().map(|gate| self.draw_gate(gate));
        let towers = side.towers.into_iter().map(|tower| self.draw_tower(tower));
        [walls].into_iter().chain(gates).chain(towers).collect()
    }

    /// Draws a gate: an arch between two posts.
    fn draw_gate(&self, gate: Square) -> String {
        let (x, y) = self.centre(gate);
        format!(
            "<g transform=\"translate({x} {y})\"><path d=\"M-30-30v60M30-30v60\" stroke=\"{WALL}\" \
             stroke-width=\"6\"/><path d=\"M-21 30v-28a21 21 0 0 1 42 0v28\" fill=\"#d9b483\" \
             stroke=\"{WALL}\" stroke-width=\"2.5\"/></g>"
        )
    }

    /// Draws a tower square: a frame with bastions at its four corners.
    fn draw_tower(&self, tower: Square) -> String {
        let (x, y) = self.centre(tower);
        format!(
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

    /// Draws the number of each square in the square's upper left corner.
    pub fn draw_square_numbers(&self, numbering: Numbering) -> String {
        let numbers = squares().map(|square| {
            let (x, y) = self.centre(square);
            let (x, y) = (x - HALF_SQUARE + 4, y - HALF_SQUARE + 14);
            format!(
                "<text x=\"{x}\" y=\"{y}\">{}</text>",
                numbering.number(square)
            )
        });
        let numbers: String = numbers.collect();
        format!(
            "<g font-family=\"sans-serif\" font-size=\"12\" font-weight=\"bold\" fill=\"#4a3728\" \
             stroke=\"#faf6ec\" stroke-width=\"2.5\" paint-order=\"stroke\">{numbers}</g>"
        )
    }

    /// Draws a disc in the colour of the side to move beside its fortress.
    pub fn draw_side_to_move(&self, color: Color) -> String {
        draw_disc(self.beside(color, 6), color)
    }

    /// Draws a pennant beside the fortress of a side whose temdek is on.
    pub fn draw_temdek(&self, color: Color) -> String {
        let (x, y) = self.beside(color, 0);
        let fill = fill_color(color);
        format!(
            "<g transform=\"translate({x} {y})\" stroke=\"#1d1a16\" stroke-linejoin=\"round\">\
             <path d=\"M-11 22v-44\" stroke-width=\"3.5\"/><path d=\"M-9-21l27 10l-27 10z\" \
             fill=\"{fill}\" stroke-width=\"2.5\"/></g>"
        )
    }

    /// Returns the centre of a cell on the back rank of a side's fortress; `column`
    /// (0 to 6) is counted from the left of the picture.
    const fn beside(&self, color: Color, column: i32) -> (i32, i32) {
        let file = match self.0.view {
            Color::White => column,
            Color::Black => 6 - column,
        };
        self.0
            .centre(file, if matches!(color, Color::White) { 1 } else { 14 })
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

//! What the drawings of all boards have in common: the grid of squares, and marks on it.

use super::figures::fill_color;
use crate::base::{Color, Square};
use crate::rules::shatra::Numbering;

/// Half the width of a square.
pub const HALF_SQUARE: i32 = 30;
/// The width of a square.
pub const SQUARE: i32 = 2 * HALF_SQUARE;
/// The width of the border around the board.
pub const BORDER: i32 = 14;
/// The additional width of a border with coordinates.
pub const COORDINATES_WIDTH: i32 = 20;

pub const LIGHT: &str = "#f0dfb8";
pub const DARK: &str = "#dcbf8a";
pub const WALL: &str = "#5b4636";
/// The colour that highlights the squares of the last turn.
pub const LAST_TURN_COLOR: &str = "#f4c542";

/// The options of a picture: its appearance and the marks on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SvgOptions {
    /// The width of the picture in pixels.
    pub width: u32,
    /// The side at the bottom.
    pub view: Color,
    /// Whether to print file letters and rank numbers at the edge of the board.
    pub coordinates: bool,
    /// The numbering of the squares, or `None` to print no square numbers; ignored on
    /// boards whose squares have no numbers.
    pub numbering: Option<Numbering>,
    /// The squares of the last turn, in order.
    pub last_turn: Vec<Square>,
    /// The squares to mark with a ring.
    pub marked: Vec<Square>,
    /// The arrows to draw, each from its first square to its second.
    pub arrows: Vec<(Square, Square)>,
}

impl Default for SvgOptions {
    /// Returns the options of a picture that is 480 pixels wide and has White at the
    /// bottom, coordinates at the edge and no marks.
    fn default() -> Self {
        Self {
            width: 480,
            view: Color::White,
            coordinates: true,
            numbering: None,
            last_turn: Vec::new(),
            marked: Vec::new(),
            arrows: Vec::new(),
        }
    }
}

impl SvgOptions {
    /// Returns the beginning of a document of this size, with its title and background.
    pub(super) fn open_document(&self, (width, height): (i32, i32), title: &str) -> String {
        let pixels = u64::from(self.width) * height as u64 / width as u64;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{}\" height=\"{pixels}\" role=\"img\"><title>{title}</title>\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#faf6ec\"/>",
            self.width
        )
    }

    /// Draws the squares of the last turn. `centre` returns the centre of a square.
    pub(super) fn draw_last_turn(&self, centre: impl Fn(Square) -> (i32, i32)) -> String {
        let squares = self.last_turn.iter();
        let draw = |&square: &Square| fill_square(centre(square), LAST_TURN_COLOR, ".55");
        squares.map(draw).collect()
    }

    /// Draws the rings and arrows that the options specify. `centre` returns the centre
    /// of a square.
    pub(super) fn draw_marks(&self, centre: impl Fn(Square) -> (i32, i32)) -> String {
        let marked = self.marked.iter();
        let rings = marked.map(|&square| draw_ring(centre(square), "#2e7d32", ""));
        let arrows = self.arrows.iter();
        let arrows = arrows.map(|&(from, to)| draw_arrow(centre(from), centre(to)));
        rings.chain(arrows).collect()
    }
}

/// The layout of the squares of a board in its picture.
#[derive(Debug)]
pub struct Grid {
    pub view: Color,
    pub files: i32,
    pub ranks: i32,
    /// The height of the ditch between the two halves of the board, if it has one.
    pub ditch: i32,
    /// The width of the margin to the right of the board.
    pub margin: i32,
    /// The space for coordinates below and to the left of the board, 0 without them.
    coordinates_width: i32,
}

impl Grid {
    /// Returns the grid of a board without a ditch or a margin.
    pub const fn new(options: &SvgOptions, files: i32, ranks: i32) -> Self {
        Self {
            view: options.view,
            files,
            ranks,
            ditch: 0,
            margin: 0,
            coordinates_width: if options.coordinates {
                COORDINATES_WIDTH
            } else {
                0
            },
        }
    }

    /// Returns the x coordinate of the left edge of the board.
    pub const fn left(&self) -> i32 {
        BORDER + self.coordinates_width
    }

    /// Returns the width of the board.
    pub const fn board_width(&self) -> i32 {
        self.files * SQUARE
    }

    /// Returns the width and height of the picture.
    pub const fn size(&self) -> (i32, i32) {
        (
            self.left() + self.board_width() + self.margin + BORDER,
            self.ranks * SQUARE + self.ditch + 2 * BORDER + self.coordinates_width,
        )
    }

    /// Returns the centre of the cell at a file, from 0, and a rank, from 1.
    pub const fn centre(&self, file: i32, rank: i32) -> (i32, i32) {
        let (column, row) = match self.view {
            Color::White => (file, self.ranks - rank),
            Color::Black => (self.files - 1 - file, rank - 1),
        };
        let ditch = if row >= self.ranks / 2 { self.ditch } else { 0 };
        (
            self.left() + column * SQUARE + HALF_SQUARE,
            BORDER + row * SQUARE + HALF_SQUARE + ditch,
        )
    }

    /// Draws the file letters and rank numbers at the edge of the board, unless they are omitted.
    pub fn draw_coordinates(&self) -> String {
        if self.coordinates_width == 0 {
            return String::new();
        }
        let (_, height) = self.size();
        let files = (0..self.files).zip('a'..).map(|(file, name)| {
            let (x, _) = self.centre(file, 1);
            format!("<text x=\"{x}\" y=\"{}\">{name}</text>", height - 10)
        });
        let ranks = (1..=self.ranks).map(|rank| {
            let (_, y) = self.centre(0, rank);
            format!("<text x=\"18\" y=\"{}\">{rank}</text>", y + 5)
        });
        let texts: String = files.chain(ranks).collect();
        format!(
            "<g font-family=\"sans-serif\" font-size=\"15\" fill=\"#5b4636\" \
             text-anchor=\"middle\">{texts}</g>"
        )
    }
}

/// Fills the square centred on a point.
pub fn fill_square((x, y): (i32, i32), color: &str, opacity: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{color}\" \
         opacity=\"{opacity}\"/>",
        x - HALF_SQUARE,
        y - HALF_SQUARE
    )
}

/// Draws a ring on the square that is centred on a point.
pub fn draw_ring((x, y): (i32, i32), color: &str, dashes: &str) -> String {
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{color}\" \
         stroke-width=\"3.5\" stroke-dasharray=\"{dashes}\"/>",
        HALF_SQUARE - 3
    )
}

/// Draws a disc in the colour of the side to move.
pub fn draw_disc((x, y): (i32, i32), color: Color) -> String {
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{}\" stroke=\"#1d1a16\" \
         stroke-width=\"2.5\"/>",
        fill_color(color)
    )
}

/// Draws an arrow from one point to another, or nothing if they are the same point.
fn draw_arrow(from: (i32, i32), to: (i32, i32)) -> String {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy);
    if length < 1.0 {
        return String::new();
    }
    let angle = dy.atan2(dx).to_degrees();
    let neck = length - 20.0;
    format!(
        "<path transform=\"translate({} {}) rotate({angle:.1})\" \
         d=\"M12-4.500H{neck:.0}v-8.500L{length:.0} 0L{neck:.0} 13v-8.500H12z\" \
         fill=\"#1b5e20\" opacity=\".72\"/>",
        from.0, from.1
    )
}

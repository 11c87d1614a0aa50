//! Draws boards with their men as self-contained SVG documents.
//!
//! No element has an id or refers to another one, so a page can contain many pictures. A
//! square is 60 units wide; only the size of the whole picture can be chosen. This
//! module draws what all boards have in common, and a module for each board draws the
//! rest.

mod board8;
mod figures;
mod shatra;

use std::fmt::{self, Write};

use crate::base::{Color, Square};
use crate::game::{BoardContents, GameRecord};
use crate::rules::shatra::Numbering;
use figures::{
    CAMEL, CROWN, ELEPHANT, FIGURES, FLAME, FOOT_SOLDIER, HELMET, HORSE, TOWER, fill_color,
};

pub use figures::Figure;

/// Returns the shapes of the men, by name.
pub const fn figures() -> [(&'static str, Figure); 8] {
    FIGURES
}

/// Half the width of a square.
const HALF_SQUARE: i32 = 30;
/// The width of a square.
const SQUARE: i32 = 2 * HALF_SQUARE;
/// The width of the border around the board.
const BORDER: i32 = 14;
/// The additional width of a border with coordinates.
const COORDINATES_WIDTH: i32 = 20;

const LIGHT: &str = "#f0dfb8";
const DARK: &str = "#dcbf8a";
const WALL: &str = "#5b4636";
/// The colour that highlights the squares of the last turn.
const LAST_TURN_COLOR: &str = "#f4c542";

/// The options of a picture: its appearance and the marks on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SvgOptions {
    /// The width of the picture in pixels.
    pub width: u32,
    /// The side at the bottom.
    pub view: Color,
    /// Whether to print file letters and rank numbers at the edge of the board.
    pub coordinates: bool,
    /// The numbering with which to number the squares; ignored on boards whose squares
    /// have no numbers.
    pub numbering: Option<Numbering>,
    /// The squares of the last turn, in order.
    pub last_turn: Vec<Square>,
    /// The squares to mark with a ring.
    pub marked: Vec<Square>,
    /// The arrows to draw, each from its first square to its second.
    pub arrows: Vec<(Square, Square)>,
}

/// Returns a picture of the current position of a game as an SVG document. If the
/// options do not specify a last turn, the game's last turn is highlighted.
pub fn svg(game: &GameRecord, options: &SvgOptions) -> String {
    let mut options = options.clone();
    if let Some(turn) = game.turns().last()
        && options.last_turn.is_empty()
    {
        options.last_turn.clone_from(&turn.squares);
    }
    let mut out = String::new();
    // Writing into a String can't fail.
    let _ = match game.contents() {
        BoardContents::Shatra(setup) => shatra::draw(&mut out, &setup, &options),
        BoardContents::Board8(board) => board8::draw(&mut out, game, &board, &options),
    };
    out
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
    /// Writes the beginning of a document of this size, with its title and background.
    fn open_document(
        &self,
        out: &mut String,
        (width, height): (i32, i32),
        title: &str,
    ) -> fmt::Result {
        let pixels = u64::from(self.width) * height as u64 / width as u64;
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{}\" height=\"{pixels}\" role=\"img\"><title>{title}</title>\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#faf6ec\"/>",
            self.width
        )
    }

    /// Draws the rings and arrows that the options specify. `centre` returns the centre
    /// of a square.
    fn draw_marks(&self, out: &mut String, centre: impl Fn(Square) -> (i32, i32)) -> fmt::Result {
        for &square in &self.marked {
            draw_ring(out, centre(square), "#2e7d32", "")?;
        }
        for &(from, to) in &self.arrows {
            draw_arrow(out, centre(from), centre(to))?;
        }
        Ok(())
    }
}

/// Fills the square centred on a point.
fn fill_square(out: &mut String, (x, y): (i32, i32), color: &str, opacity: &str) -> fmt::Result {
    write!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{color}\" \
         opacity=\"{opacity}\"/>",
        x - HALF_SQUARE,
        y - HALF_SQUARE
    )
}

/// Opens the group of elements for the coordinates at the edge of a board.
fn open_coordinates(out: &mut String) {
    out.push_str(
        "<g font-family=\"sans-serif\" font-size=\"15\" fill=\"#5b4636\" text-anchor=\"middle\">",
    );
}

/// Draws a ring around the man on the square that is centred on a point.
fn draw_ring(out: &mut String, (x, y): (i32, i32), color: &str, dashes: &str) -> fmt::Result {
    write!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{color}\" \
         stroke-width=\"3.5\" stroke-dasharray=\"{dashes}\"/>",
        HALF_SQUARE - 3
    )
}

/// Draws a disc in the colour of the side to move.
fn draw_disc(out: &mut String, (x, y): (i32, i32), color: Color) -> fmt::Result {
    write!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{}\" stroke=\"#1d1a16\" \
         stroke-width=\"2.5\"/>",
        fill_color(color)
    )
}

/// Draws an arrow from one point to another, or nothing if they are the same point.
fn draw_arrow(out: &mut String, from: (i32, i32), to: (i32, i32)) -> fmt::Result {
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

//! Draws positions of Shatranj and Shatar as SVG.

use std::fmt::{self, Write};

use super::{
    BORDER, CAMEL, COORDINATES_WIDTH, CROWN, DARK, ELEPHANT, FOOT_SOLDIER, Figure, HALF_SQUARE,
    HELMET, HORSE, LAST_TURN_COLOR, LIGHT, SQUARE, SvgOptions, TOWER, WALL, draw_disc, fill_square,
    open_coordinates,
};
use crate::base::{Color, Square};
use crate::game::{Board8Contents, GameRecord};
use crate::rules::board8::geometry::{file_of, rank_of, squares};
use crate::rules::board8::{BishopMovement, Kind};

/// The width of the margin beside the board, which shows the disc of the side to move.
const MARGIN: i32 = 34;
/// The colour that highlights a king in check.
const CHECK_COLOR: &str = "#c62828";

/// The drawing of an 8×8 board.
struct Board8Drawing {
    view: Color,
    left: i32,
    /// The space for coordinates below and to the left of the board, 0 without them.
    coordinates_width: i32,
}

impl Board8Drawing {
    const fn new(options: &SvgOptions) -> Self {
        let coordinates_width = if options.coordinates {
            COORDINATES_WIDTH
        } else {
            0
        };
        Self {
            view: options.view,
            left: BORDER + coordinates_width,
            coordinates_width,
        }
    }

    const fn size(&self) -> (i32, i32) {
        let board = 8 * SQUARE;
        (
            self.left + board + MARGIN + BORDER,
            board + 2 * BORDER + self.coordinates_width,
        )
    }

    /// Returns the centre of the square on a file (0 to 7) and a rank (1 to 8).
    const fn square_centre(&self, file: i32, rank: i32) -> (i32, i32) {
        let (column, row) = match self.view {
            Color::White => (file, 8 - rank),
            Color::Black => (7 - file, rank - 1),
        };
        (
            self.left + column * SQUARE + HALF_SQUARE,
            BORDER + row * SQUARE + HALF_SQUARE,
        )
    }

    const fn centre(&self, square: Square) -> (i32, i32) {
        self.square_centre(file_of(square) as i32, rank_of(square) as i32)
    }

    fn draw(&self, out: &mut String) -> fmt::Result {
        for square in squares() {
            let is_light = (file_of(square) + rank_of(square)).is_multiple_of(2);
            let color = if is_light { LIGHT } else { DARK };
            fill_square(out, self.centre(square), color, "1")?;
        }
        let board = 8 * SQUARE;
        write!(
            out,
            "<rect x=\"{}\" y=\"{BORDER}\" width=\"{board}\" height=\"{board}\" fill=\"none\" \
             stroke=\"{WALL}\" stroke-width=\"2\"/>",
            self.left
        )
    }

    /// Draws the file letters and rank numbers at the edge of the board.
    fn draw_coordinates(&self, out: &mut String) -> fmt::Result {
        open_coordinates(out);
        let (_, height) = self.size();
        for (index, file) in (0..8).zip('a'..='h') {
            let (x, _) = self.square_centre(index, 1);
            let (_, y) = self.square_centre(0, index + 1);
            let rank = index + 1;
            write!(
                out,
                "<text x=\"{x}\" y=\"{}\">{file}</text><text x=\"18\" y=\"{}\">{rank}</text>",
                height - 10,
                y + 5
            )?;
        }
        out.push_str("</g>");
        Ok(())
    }

    /// Returns the centre of the disc that marks a side as the one to move, beside its first
    /// rank.
    const fn disc_centre(&self, color: Color) -> (i32, i32) {
        let rank = if matches!(color, Color::White) { 1 } else { 8 };
        let (_, y) = self.square_centre(0, rank);
        (self.left + 8 * SQUARE + MARGIN / 2 + 4, y)
    }
}

const fn figure(kind: Kind, board: &Board8Contents) -> Figure {
    match kind {
        Kind::Pawn => FOOT_SOLDIER,
        Kind::Knight => HORSE,
        Kind::Bishop => match board.bishop {
            BishopMovement::DiagonalLeap => ELEPHANT,
            BishopMovement::DiagonalSlide => CAMEL,
        },
        Kind::Rook => TOWER,
        Kind::Queen => HELMET,
        Kind::King => CROWN,
    }
}

/// Draws the current position of a game as an SVG document.
pub fn draw(
    out: &mut String,
    game: &GameRecord,
    board: &Board8Contents,
    options: &SvgOptions,
) -> fmt::Result {
    let drawing = Board8Drawing::new(options);
    options.open_document(out, drawing.size(), &game.position_text())?;
    drawing.draw(out)?;
    if options.coordinates {
        drawing.draw_coordinates(out)?;
    }
    for &square in &options.last_turn {
        fill_square(out, drawing.centre(square), LAST_TURN_COLOR, ".55")?;
    }
    if let Some(king) = board.checked_king {
        fill_square(out, drawing.centre(king), CHECK_COLOR, ".45")?;
    }
    let to_move = game.side_to_move();
    draw_disc(out, drawing.disc_centre(to_move), to_move)?;
    for (square, man) in squares().zip(board.men) {
        if let Some(man) = man {
            figure(man.kind, board).draw(out, man.color, drawing.centre(square))?;
        }
    }
    options.draw_marks(out, |square| drawing.centre(square))?;
    out.push_str("</svg>\n");
    Ok(())
}

//! Draws positions of Shatranj and Shatar as SVG.

use super::drawing::{BORDER, DARK, Grid, LIGHT, SQUARE, SvgOptions, WALL, draw_disc, fill_square};
use super::figures::{CAMEL, CROWN, ELEPHANT, FOOT_SOLDIER, Figure, HELMET, HORSE, TOWER};
use crate::base::{Color, Square};
use crate::game::{Board8Contents, GameRecord};
use crate::rules::board8::geometry::{file_of, rank_of, squares};
use crate::rules::board8::{BishopMovement, Kind};

/// The width of the margin beside the board, which shows the disc of the side to move.
const MARGIN: i32 = 34;
/// The colour that highlights a king in check.
const CHECK_COLOR: &str = "#c62828";

/// Draws the current position of a game as an SVG document.
pub fn draw(game: &GameRecord, board: &Board8Contents, options: &SvgOptions) -> String {
    let mut grid = Grid::new(options, 8, 8);
    grid.margin = MARGIN;
    let centre = |square: Square| grid.centre(file_of(square) as i32, rank_of(square) as i32);
    let king = board.checked_king;
    let check = king.map(|king| fill_square(centre(king), CHECK_COLOR, ".45"));
    let men = squares().zip(board.men).filter_map(|(square, man)| {
        let man = man?;
        Some(figure(man.kind, board).draw(man.color, centre(square)))
    });
    let to_move = game.side_to_move();
    [
        options.open_document(grid.size(), &game.position_text()),
        draw_board(&grid, centre),
        grid.draw_coordinates(),
        options.draw_last_turn(centre),
        check.unwrap_or_default(),
        draw_disc(disc_centre(&grid, to_move), to_move),
        men.collect(),
        options.draw_marks(centre),
        "</svg>\n".to_owned(),
    ]
    .concat()
}

fn draw_board(grid: &Grid, centre: impl Fn(Square) -> (i32, i32)) -> String {
    let cells = squares().map(|square| {
        let is_light = (file_of(square) + rank_of(square)).is_multiple_of(2);
        fill_square(centre(square), if is_light { LIGHT } else { DARK }, "1")
    });
    let (left, board) = (grid.left(), grid.board_width());
    let outline = format!(
        "<rect x=\"{left}\" y=\"{BORDER}\" width=\"{board}\" height=\"{board}\" fill=\"none\" \
         stroke=\"{WALL}\" stroke-width=\"2\"/>"
    );
    cells.chain([outline]).collect()
}

/// Returns the centre of the disc that marks a side as the one to move, beside its first
/// rank.
const fn disc_centre(grid: &Grid, color: Color) -> (i32, i32) {
    let rank = if matches!(color, Color::White) { 1 } else { 8 };
    let (_, y) = grid.centre(0, rank);
    (grid.left() + 8 * SQUARE + MARGIN / 2 + 4, y)
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

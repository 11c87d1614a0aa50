//! Draws the chessboard, vertically centred in [`ROWS`] rows of text.

use anstyle::Style;

use super::{Marks, ROWS, coordinates, styled};
use crate::base::{Color, Square};
use crate::cli::play::palette;
use crate::game::Board8Contents;
use crate::rules::board8::geometry::square_at;

const SIZE: u8 = 8;
/// The width of a row, in columns.
pub const WIDTH: usize = 6 + 3 * SIZE as usize;
/// The number of rows used: the ranks and the names of the files.
const HEIGHT: usize = SIZE as usize + 1;
/// The number of empty rows above the board.
const EMPTY_ROWS_ABOVE: usize = (ROWS - HEIGHT) / 2;

/// Returns the rows, with colours, starting at the top. A king in check is highlighted
/// and followed by a `*`.
pub fn rows(board: &Board8Contents, marks: &Marks) -> Vec<String> {
    // The squares of the chessboard have no numbers.
    let marks = Marks {
        is_numbered: false,
        ..*marks
    };
    let mut rows = vec![" ".repeat(WIDTH); EMPTY_ROWS_ABOVE];
    for row in 0..SIZE {
        let rank = if marks.is_flipped {
            row + 1
        } else {
            SIZE - row
        };
        let cells: String = marks
            .files_in_view(SIZE)
            .filter_map(|file| square_at(file, rank).map(|square| (file, square)))
            .map(|(file, square)| cell(board, &marks, square, (file + rank) % 2 == 0))
            .collect();
        let left = styled(palette::DIM, &format!("{rank:>2}"));
        let right = styled(palette::DIM, &format!("{rank:<2}"));
        rows.push(format!("{left} {cells} {right}"));
    }
    rows.push(coordinates(SIZE, &marks));
    rows.resize(ROWS, " ".repeat(WIDTH));
    rows
}

fn cell(board: &Board8Contents, marks: &Marks, square: Square, is_light: bool) -> String {
    let is_last = marks.last_turn.has(square);
    let is_checked = board.checked_king == Some(square);
    let [light, dark] = palette::FIELD;
    let background: Style = match (is_checked, is_last, is_light) {
        (true, ..) => palette::ALERT,
        (_, true, _) => palette::LAST_TURN,
        (_, _, true) => light,
        _ => dark,
    };
    let (letter, style) = match board.letters.get(square.index()).copied().flatten() {
        None => ('.', palette::faint(background)),
        Some(letter) if letter.is_ascii_uppercase() => {
            (letter, palette::man(Color::White, background))
        }
        Some(letter) => (letter, palette::man(Color::Black, background)),
    };
    let (before, after) = match (is_last, is_checked) {
        (true, _) => ('[', ']'),
        (_, true) => (' ', '*'),
        _ => (' ', ' '),
    };
    styled(style, &format!("{before}{letter}{after}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{MARKS, plain};
    use super::*;
    use crate::game::{GameRecord, Variant};

    #[test]
    fn the_start_position_is_drawn() {
        let expected = "


 8  r  n  b  k  q  b  n  r  8
 7  p  p  p  p  p  p  p  p  7
 6  .  .  .  .  .  .  .  .  6
 5  .  .  .  .  .  .  .  .  5
 4  .  .  .  .  .  .  .  .  4
 3  .  .  .  .  .  .  .  .  3
 2  P  P  P  P  P  P  P  P  2
 1  R  N  B  K  Q  B  N  R  1
    a  b  c  d  e  f  g  h
";
        let contents = GameRecord::new(Variant::Shatranj).contents();
        let text = plain(&contents, &MARKS);
        assert_eq!(text.trim(), expected.trim());
    }

    #[test]
    fn a_check_and_the_last_turn_are_marked() {
        let fen = "4k3/8/8/8/8/8/8/4R2K b";
        let game = GameRecord::from_text(Variant::Shatar, fen).unwrap();
        let last = [(4, 1), (4, 3)].map(|(file, rank)| square_at(file, rank).unwrap());
        let marks = Marks {
            is_flipped: true,
            last_turn: last.into_iter().collect(),
            ..MARKS
        };
        let text = plain(&game.contents(), &marks);
        let rows: Vec<_> = text.lines().skip(4).collect();
        assert_eq!(rows[0], " 1  K  .  . [R] .  .  .  .  1");
        assert_eq!(rows[2], " 3  .  .  . [.] .  .  .  .  3");
        assert_eq!(rows[7], " 8  .  .  .  k* .  .  .  .  8");
        assert_eq!(rows[8], "    h  g  f  e  d  c  b  a");
    }
}

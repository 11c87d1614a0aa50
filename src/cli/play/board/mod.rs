//! Draws the board as rows of characters.
//!
//! A picture has 16 rows of the same width, so that a terminal with 24 rows has room for
//! the picture, a column of text beside it, and messages. `[S]` marks a square of the
//! last turn.

mod board8;
mod shatra;

use anstyle::Style;

use super::palette;
use crate::base::Bitboard;
use crate::game::BoardContents;
pub use shatra::reserve;

/// The number of rows in a picture.
pub const ROWS: usize = 16;

/// The marks that a picture shows in addition to the men.
#[derive(Copy, Clone, Debug)]
pub struct Marks {
    /// Whether the board is seen from Black's side.
    pub is_flipped: bool,
    /// The squares of the last turn.
    pub last_turn: Bitboard,
    /// The squares of the men that can capture.
    pub capturing: Bitboard,
    /// Whether each square shows its official number, if the board has numbers.
    pub is_numbered: bool,
}

impl Marks {
    /// Returns the width of a square, in columns.
    const fn cell_width(&self) -> usize {
        if self.is_numbered { 5 } else { 3 }
    }

    /// Returns the indices of the files from left to right, as the board is seen.
    fn files_in_view(&self, files: u8) -> impl Iterator<Item = u8> {
        let is_flipped = self.is_flipped;
        (0..files).map(move |i| if is_flipped { files - 1 - i } else { i })
    }
}

/// Returns the width of a row, in columns.
pub const fn width(contents: &BoardContents, marks: &Marks) -> usize {
    match contents {
        BoardContents::Shatra(_) => shatra::width(marks),
        BoardContents::Board8(_) => board8::WIDTH,
    }
}

/// Returns the rows, with colours, starting at the top.
pub fn rows(contents: &BoardContents, marks: &Marks) -> Vec<String> {
    match contents {
        BoardContents::Shatra(setup) => shatra::rows(setup, marks),
        BoardContents::Board8(board) => board8::rows(board, marks),
    }
}

/// Returns the row of file names below a board.
fn coordinates(files: u8, marks: &Marks) -> String {
    let width = marks.cell_width();
    let names = marks
        .files_in_view(files)
        .map(|file| char::from(b'a' + file));
    let cells: String = names.map(|name| format!("{name:^width$}")).collect();
    format!("   {}   ", styled(palette::DIM, &cells))
}

fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    pub const MARKS: Marks = Marks {
        is_flipped: false,
        last_turn: Bitboard::EMPTY,
        capturing: Bitboard::EMPTY,
        is_numbered: false,
    };

    /// Returns the picture without colours and trailing spaces.
    pub fn plain(contents: &BoardContents, marks: &Marks) -> String {
        let rows = rows(contents, marks);
        assert_eq!(rows.len(), ROWS);
        let strip = |row: &String| anstream::adapter::strip_str(row).to_string();
        let rows: Vec<_> = rows.iter().map(strip).collect();
        for row in &rows {
            assert_eq!(row.chars().count(), width(contents, marks), "{row:?}");
        }
        let rows: Vec<_> = rows.iter().map(|row| row.trim_end()).collect();
        format!("\n{}\n", rows.join("\n"))
    }
}

//! Draws the board as rows of characters.
//!
//! A picture has 16 rows of the same width, so that a terminal with 24 rows has room for
//! the picture, a column of text beside it, and messages. Shatra fills the 16 rows with its
//! ranks, the ditch and the names of the files; a chessboard is centred in them.
//!
//! Squares have their own background colours, so that white and black men stand out on
//! both dark and light terminals. Every mark that has a colour also has a character:
//! `[S]` is on a square of the last turn, `S*` is a man that can capture or a king in
//! check, and `!S` is a man that must be dropped.

use anstyle::{Ansi256Color, Color, Style};

use super::screen::{DIM, styled};
use crate::base::{Bitboard, Square};
use crate::game::BoardContents;
use crate::rules::shatra::geometry::SIDES;
use crate::rules::shatra::{Numbering, Occupant};
use crate::rules::{board8, shatra};

/// The number of rows in a picture.
pub const ROWS: usize = 16;

/// The ANSI 256 colours of the field: its light and its dark squares.
const FIELD: [u8; 2] = [137, 101];
/// A fortress and its gate.
const FORTRESS: u8 = 95;
/// A square of the last turn.
const LAST_TURN: u8 = 65;
/// A man that can capture or must be dropped, or a king in check.
const ALERT: u8 = 167;

const WHITE_MAN: u8 = 231;
const BLACK_MAN: u8 = 16;
/// Empty squares, ghosts and the numbers of squares.
const FAINT: u8 = 187;

/// What a picture shows in addition to the men.
#[derive(Copy, Clone, Debug)]
pub struct Marks {
    /// Whether the board is seen from Black's side.
    pub is_flipped: bool,
    /// The squares of the last turn.
    pub last_turn: Bitboard,
    /// The squares of the men that can capture, or of the king in check.
    pub alerts: Bitboard,
    /// Whether each square shows its official number, if the board has numbers.
    pub is_numbered: bool,
}

/// Returns the width of a row, in columns.
pub const fn width(contents: &BoardContents, marks: &Marks) -> usize {
    6 + files(contents) as usize * cell_width(contents, marks)
}

const fn files(contents: &BoardContents) -> u8 {
    match contents {
        BoardContents::Shatra(_) => 7,
        BoardContents::Board8(_) => 8,
    }
}

const fn cell_width(contents: &BoardContents, marks: &Marks) -> usize {
    match contents {
        BoardContents::Shatra(_) if marks.is_numbered => 5,
        _ => 3,
    }
}

/// Returns the rows of the picture, with colours, starting at the top.
pub fn rows(contents: &BoardContents, marks: &Marks) -> Vec<String> {
    let width = cell_width(contents, marks);
    let mut files: Vec<u8> = (0..files(contents)).collect();
    let mut ranks: Vec<u8> = match contents {
        BoardContents::Shatra(_) => (1..=14).collect(),
        BoardContents::Board8(_) => (1..=8).collect(),
    };
    match marks.is_flipped {
        true => files.reverse(),
        false => ranks.reverse(),
    }
    let mut rows = Vec::new();
    for rank in &ranks {
        let cells = files.iter().enumerate();
        let cells = cells.map(|(column, &file)| cell(contents, marks, column, file, *rank));
        let [left, right] = [format!("{rank:>2}"), format!("{rank:<2}")].map(|n| styled(DIM, &n));
        rows.push(format!("{left} {} {right}", cells.collect::<String>()));
    }
    let names = files.iter().map(|file| char::from(b'a' + file));
    let names: String = names.map(|name| format!("{name:^width$}")).collect();
    rows.push(format!("   {}   ", styled(DIM, &names)));
    if matches!(contents, BoardContents::Shatra(_)) {
        let ditch = "~".repeat(files.len() * width);
        rows.insert(7, format!("   {}   ", styled(DIM, &ditch)));
    }
    let empty = " ".repeat(self::width(contents, marks));
    let above = (ROWS - rows.len()) / 2;
    rows.splice(0..0, std::iter::repeat_n(empty.clone(), above));
    rows.resize(ROWS, empty);
    rows
}

fn cell(contents: &BoardContents, marks: &Marks, column: usize, file: u8, rank: u8) -> String {
    let square = match contents {
        BoardContents::Shatra(_) => shatra::square_at(file, rank),
        BoardContents::Board8(_) => board8::square_at(file, rank),
    };
    let Some(square) = square else {
        return wall(column, rank, cell_width(contents, marks));
    };
    let (letter, is_man, is_urgent) = occupant(contents, square);
    let is_alert = marks.alerts.has(square);
    let is_last = marks.last_turn.has(square);
    let is_shatra = matches!(contents, BoardContents::Shatra(_));
    let background = if is_alert || is_urgent {
        ALERT
    } else if is_last {
        LAST_TURN
    } else if is_shatra && SIDES.iter().any(|side| side.zone.has(square)) {
        FORTRESS
    } else {
        FIELD[usize::from((file + rank) % 2)]
    };
    let style = Style::new().bg_color(Some(Ansi256Color(background).into()));
    let colored = |color| style.fg_color(Some(Color::Ansi256(Ansi256Color(color))));
    let man_style = match (is_man, letter.is_ascii_uppercase()) {
        (false, _) => colored(FAINT),
        (true, true) => colored(WHITE_MAN).bold(),
        (true, false) => colored(BLACK_MAN).bold(),
    };
    let (before, after) = match (is_last, is_urgent, is_alert) {
        (true, ..) => ('[', ']'),
        (_, true, _) => ('!', ' '),
        (_, _, true) => (' ', '*'),
        _ => (' ', ' '),
    };
    let man = styled(man_style, &format!("{before}{letter}{after}"));
    if is_shatra && marks.is_numbered {
        let number = format!("{:>2}", Numbering::Official.number(square));
        return styled(colored(FAINT), &number) + &man;
    }
    man
}

/// Returns the letter on a square, whether it is that of a man, and whether the man must be
/// dropped.
fn occupant(contents: &BoardContents, square: Square) -> (char, bool, bool) {
    let index = square.index();
    match contents {
        BoardContents::Shatra(setup) => match setup.squares.get(index).copied().flatten() {
            None => ('.', false, false),
            Some(Occupant::Man { man, urgent }) => (man.letter(), true, urgent),
            Some(Occupant::Ghost(kind)) => (kind.ghost_letter().unwrap_or('?'), false, false),
        },
        BoardContents::Board8(board) => match board.letters.get(index).copied().flatten() {
            None => ('.', false, false),
            Some(letter) => (letter, true, false),
        },
    }
}

/// Draws a cell outside the board of Shatra: part of the wall of a fortress, or blank.
fn wall(column: usize, rank: u8, width: usize) -> String {
    let is_gate = rank == 4 || rank == 11;
    let corner = if is_gate { "+" } else { "|" };
    let text = match column {
        1 => format!("{corner:>width$}"),
        5 => format!("{corner:<width$}"),
        2 | 4 if is_gate => "-".repeat(width),
        _ => " ".repeat(width),
    };
    styled(DIM, &text)
}

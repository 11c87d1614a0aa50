//! Draws the board of Shatra.
//!
//! The 16 rows include the walls, the gates and the ditch. `S*` is a man that can
//! capture, and must do so unless it may decline; `!S` is a man that must be dropped.

use anstyle::Style;

use super::{Marks, coordinates, styled};
use crate::base::{Color, Square};
use crate::cli::play::palette;
use crate::rules::shatra::geometry::SIDES;
use crate::rules::shatra::{
    Kind, Man, Numbering, Occupant, ReserveRule, Setup, file_of, rank_of, square_at,
};

const FILES: u8 = 7;
const RANKS: u8 = 14;

/// Returns the width of a row, in columns.
pub const fn width(marks: &Marks) -> usize {
    6 + FILES as usize * marks.cell_width()
}

/// Returns the rows, with colours, starting at the top.
pub fn rows(setup: &Setup, marks: &Marks) -> Vec<String> {
    Drawing { setup, marks }.rows()
}

struct Drawing<'p> {
    setup: &'p Setup,
    marks: &'p Marks,
}

impl Drawing<'_> {
    fn rows(&self) -> Vec<String> {
        let mut rows = Vec::new();
        for row in 0..RANKS {
            let rank = if self.marks.is_flipped {
                row + 1
            } else {
                RANKS - row
            };
            rows.push(self.rank(rank));
            if row == RANKS / 2 - 1 {
                rows.push(self.ditch());
            }
        }
        rows.push(coordinates(FILES, self.marks));
        rows
    }

    fn rank(&self, rank: u8) -> String {
        let dim = palette::DIM;
        let mut text = format!("{dim}{rank:>2}{dim:#} ");
        for (column, file) in self.marks.files_in_view(FILES).enumerate() {
            text += &match square_at(file, rank) {
                Some(square) => self.cell(square),
                None => self.wall(column, rank),
            };
        }
        text + &format!(" {dim}{rank:<2}{dim:#}")
    }

    /// Draws a cell outside the board: part of the wall of a fortress, or blank.
    fn wall(&self, column: usize, rank: u8) -> String {
        let width = self.marks.cell_width();
        let is_gate = rank == 4 || rank == 11;
        let text = match (column, is_gate) {
            (1, true) => format!("{:>width$}", "+"),
            (5, true) => format!("{:<width$}", "+"),
            (2 | 4, true) => "-".repeat(width),
            (1, false) => format!("{:>width$}", "|"),
            (5, false) => format!("{:<width$}", "|"),
            _ => " ".repeat(width),
        };
        let dim = palette::DIM;
        format!("{dim}{text}{dim:#}")
    }

    fn ditch(&self) -> String {
        let dim = palette::DIM;
        let water = "~".repeat(FILES as usize * self.marks.cell_width());
        format!("   {dim}{water}{dim:#}   ")
    }

    fn cell(&self, square: Square) -> String {
        let occupant = self.setup.squares.get(square.index()).copied().flatten();
        let square_style = self.style(square, occupant);
        let faint = palette::faint(square_style);
        let (letter, style) = match occupant {
            None => ('.', faint),
            Some(Occupant::Man { man, .. }) => {
                (man.letter(), palette::man(man.color, square_style))
            }
            Some(Occupant::Ghost(kind)) => (kind.ghost_letter().unwrap_or('?'), faint),
        };
        let (before, after) = self.brackets(square, occupant);
        let number = match self.marks.is_numbered {
            true => format!("{:>2}", Numbering::Official.number(square)),
            false => String::new(),
        };
        let number = styled(faint, &number);
        number + &styled(style, &format!("{before}{letter}{after}"))
    }

    /// Returns the characters before and after the letter of a square, which mark it.
    fn brackets(&self, square: Square, occupant: Option<Occupant>) -> (char, char) {
        if self.marks.last_turn.has(square) {
            return ('[', ']');
        }
        let is_urgent = matches!(occupant, Some(Occupant::Man { urgent: true, .. }));
        let before = if is_urgent { '!' } else { ' ' };
        let after = if self.marks.capturing.has(square) {
            '*'
        } else {
            ' '
        };
        (before, after)
    }

    fn style(&self, square: Square, occupant: Option<Occupant>) -> Style {
        let has_to_be_dropped = matches!(occupant,
            Some(Occupant::Man { urgent: true, man }) if man.color == self.setup.to_move);
        if self.marks.capturing.has(square) || has_to_be_dropped {
            palette::ALERT
        } else if self.marks.last_turn.has(square) {
            palette::LAST_TURN
        } else if SIDES.iter().any(|side| side.gate.has(square)) {
            palette::GATE
        } else if SIDES.iter().any(|side| side.fortress.has(square)) {
            palette::FORTRESS
        } else {
            let [light, dark] = palette::FIELD;
            match (file_of(square) + rank_of(square)) % 2 {
                0 => light,
                _ => dark,
            }
        }
    }
}

/// Returns the letters of the men that keep a side's temdek on, strongest first.
pub fn reserve(setup: &Setup, color: Color, rule: ReserveRule) -> String {
    let side = &SIDES[color.index()];
    let mut men: Vec<Man> = side
        .zone
        .into_iter()
        .filter_map(|square| {
            let occupant = setup.squares.get(square.index()).copied().flatten();
            match occupant {
                Some(Occupant::Man { man, .. }) if man.color == color => Some((square, man)),
                _ => None,
            }
        })
        .filter(|&(square, man)| match rule {
            ReserveRule::AllMen => true,
            ReserveRule::AllButBiy => man.kind != Kind::Biy,
            ReserveRule::FortressShatras => man.kind == Kind::Shatra && side.fortress.has(square),
        })
        .map(|(_, man)| man)
        .collect();
    men.sort_by_key(|man| "KQRBS".find(man.letter().to_ascii_uppercase()));
    men.into_iter().map(Man::letter).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{MARKS, plain};
    use super::*;
    use crate::base::Bitboard;
    use crate::game::{GameRecord, Variant};

    fn start(marks: &Marks) -> String {
        plain(&GameRecord::new(Variant::Extended).contents(), marks)
    }

    fn setup() -> Setup {
        crate::rules::shatra::Position::<crate::rules::shatra::Extended>::start().setup()
    }

    fn at(names: &[(u8, u8)]) -> Bitboard {
        let squares = names
            .iter()
            .filter_map(|&(file, rank)| square_at(file, rank));
        squares.collect()
    }

    #[test]
    fn the_start_position_is_drawn() {
        let expected = "
14      | s  q  s |      14
13      | s  r  s |      13
12      | b  r  b |      12
11      +--- k ---+      11
10  s  s  s  s  s  s  s  10
 9  .  .  .  .  .  .  .  9
 8  .  .  .  .  .  .  .  8
   ~~~~~~~~~~~~~~~~~~~~~
 7  .  .  .  .  .  .  .  7
 6  .  .  .  .  .  .  .  6
 5  S  S  S  S  S  S  S  5
 4      +--- K ---+      4
 3      | B  R  B |      3
 2      | S  R  S |      2
 1      | S  Q  S |      1
    a  b  c  d  e  f  g
";
        assert_eq!(start(&MARKS), expected);
    }

    #[test]
    fn the_board_can_be_flipped() {
        let text = start(&Marks {
            is_flipped: true,
            last_turn: at(&[(3, 5), (3, 6)]),
            capturing: at(&[(0, 10)]),
            ..MARKS
        });
        let rows: Vec<_> = text.lines().skip(1).collect();
        assert!(rows[0].starts_with(" 1      | S  Q  S |"));
        assert_eq!(rows[4], " 5  S  S  S [S] S  S  S  5");
        assert_eq!(rows[5], " 6  .  .  . [.] .  .  .  6");
        assert_eq!(rows[10], "10  s  s  s  s  s  s  s* 10");
        assert_eq!(rows[15], "    g  f  e  d  c  b  a");
    }

    #[test]
    fn squares_show_their_official_numbers() {
        let marks = Marks {
            is_numbered: true,
            ..MARKS
        };
        let text = start(&marks);
        let rows: Vec<_> = text.lines().skip(1).collect();
        assert!(rows[0].contains("| 1 s  2 q  3 s |"), "{}", rows[0]);
        assert!(rows[4].starts_with("10 11 s 12 s 13 s"), "{}", rows[4]);
        assert!(width(&marks) < 45);
    }

    #[test]
    fn the_reserve_lists_the_strongest_first() {
        let setup = setup();
        assert_eq!(
            reserve(&setup, Color::White, ReserveRule::AllMen),
            "KQRRBBSSSS"
        );
        assert_eq!(
            reserve(&setup, Color::Black, ReserveRule::AllButBiy),
            "qrrbbssss"
        );
    }
}

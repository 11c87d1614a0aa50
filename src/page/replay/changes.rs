//! What each turn of a game changes on the board.
//!
//! Most turns only carry a man from the first square of their text to the last. Any
//! other change is written after the turn's text: captured men, promotions, a temdek. A
//! game of 100 turns takes about 1 kB in this form; its positions would take 6 kB.
//!
//! An entry is the text of a turn and its changes, separated by spaces: `d6` empties a
//! square, `d6S` puts a man with this letter on it (`d6!S`: with an urgent mark), `=Tt`
//! sets the field of the temdeks, and `>w` names the side to move if the same side moves
//! again.

use crate::base::Square;
use crate::game::{GameRecord, TurnDetails, Variant};

/// A position text, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PositionFields {
    /// The letters on each square, in the order of the text; empty for none.
    cells: Vec<String>,
    side: String,
    /// The temdeks that are on, in games that have them.
    temdeks: String,
}

impl PositionFields {
    fn read(text: &str, has_temdeks: bool) -> Self {
        let mut fields = text.split_whitespace();
        let mut cells = Vec::new();
        let mut mark = "";
        for c in fields.next().unwrap_or_default().chars() {
            match c {
                '/' => {}
                '!' => mark = "!",
                c => {
                    match c.to_digit(10) {
                        Some(empty) => cells.extend((0..empty).map(|_| String::new())),
                        None => cells.push(format!("{mark}{c}")),
                    }
                    mark = "";
                }
            }
        }
        let side = fields.next().unwrap_or_default().to_owned();
        let temdeks = fields.next().filter(|_| has_temdeks);
        Self {
            cells,
            side,
            temdeks: temdeks.unwrap_or_default().to_owned(),
        }
    }

    /// Carries a man from the first square of a turn to the last, if the turn moves one.
    fn carry(&mut self, variant: Variant, turn: &TurnDetails) {
        let index = |square: &Square| index_of(variant, *square);
        let ends = (turn.path.first(), turn.path.last());
        if let (Some(from), Some(to)) = (ends.0.map(index), ends.1.map(index))
            && from != to
            && let Some(man) = self.cells.get_mut(from).map(std::mem::take)
            && let Some(cell) = self.cells.get_mut(to)
        {
            *cell = man;
        }
    }
}

/// Returns the index, from 0, of a square in position texts: SPN lists squares in the order of
/// their indices, FEN begins with the eighth rank.
const fn index_of(variant: Variant, square: Square) -> usize {
    let index = square.index();
    if variant.is_shatra() {
        index
    } else {
        (7 - index / 8) * 8 + index % 8
    }
}

/// Returns an entry for each turn of the game.
pub fn turn_entries(record: &GameRecord) -> Vec<String> {
    let variant = record.variant();
    let read = |game: &GameRecord| PositionFields::read(&game.position_text(), variant.is_shatra());
    let mut game = record.clone();
    let mut boards = vec![read(&game)];
    while game.undo() {
        boards.push(read(&game));
    }
    boards.reverse();
    let steps = boards.iter().zip(boards.iter().skip(1));
    let turns = record.turns().iter();
    turns
        .zip(steps)
        .map(|(turn, (before, after))| entry(variant, turn, before, after))
        .collect()
}

fn entry(
    variant: Variant,
    turn: &TurnDetails,
    before: &PositionFields,
    after: &PositionFields,
) -> String {
    let mut carried = before.clone();
    carried.carry(variant, turn);
    let mut entry = turn.text.clone();
    let squares = (0..64).map(Square::new).take(after.cells.len());
    for square in squares {
        let index = index_of(variant, square);
        let (expected, found) = (carried.cells.get(index), after.cells.get(index));
        if let Some(found) = found.filter(|_| expected != found) {
            entry += &format!(" {}{found}", variant.square_name(square));
        }
    }
    if before.temdeks != after.temdeks {
        entry += &format!(" ={}", after.temdeks);
    }
    if before.side == after.side {
        entry += &format!(" >{}", after.side);
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shatra::Numbering;

    /// Returns the entries of a game from this position.
    fn entries(variant: Variant, start: Option<&str>, turns: &[&str]) -> Vec<String> {
        let mut game = match start {
            None => GameRecord::new(variant),
            Some(text) => GameRecord::from_text(variant, text).unwrap(),
        };
        for turn in turns {
            game.play(turn, Numbering::Official).unwrap();
        }
        turn_entries(&game)
    }

    #[test]
    fn a_quiet_turn_is_its_text() {
        let turns = ["d6-d7", "d9-d8"];
        assert_eq!(entries(Variant::Original, None, &turns), turns);
        assert_eq!(entries(Variant::Shatar, None, &["d2d4"]), ["d2d4"]);
    }

    #[test]
    fn captures_promotions_and_temdeks_are_written() {
        let game = "9/1/K6/5s1/4S1R/7/7/k6/1/9 w";
        let record = GameRecord::from_text(Variant::Extended, game).unwrap();
        for turn in record.legal_texts(100) {
            let entry = entries(Variant::Extended, Some(game), &[&turn]).remove(0);
            let changes = entry.split(' ').count() - 1;
            assert_eq!(changes, turn.matches(':').count(), "{entry}");
        }
        let shatranj = "7k/P6p/8/8/8/8/7P/K7 w - - 0 1";
        assert_eq!(
            entries(Variant::Shatranj, Some(shatranj), &["a7a8q"]),
            ["a7a8q a8Q"]
        );
    }

    /// Applies entries to a board, as the page's script does.
    fn apply(variant: Variant, board: &mut PositionFields, turn: &TurnDetails, entry: &str) {
        board.carry(variant, turn);
        board.side = if board.side == "w" { "b" } else { "w" }.to_owned();
        for change in entry.split(' ').skip(1) {
            if let Some(temdeks) = change.strip_prefix('=') {
                board.temdeks = temdeks.to_owned();
            } else if let Some(side) = change.strip_prefix('>') {
                board.side = side.to_owned();
            } else {
                let digits = change.get(1..).unwrap_or_default();
                let length = 1 + digits.chars().take_while(char::is_ascii_digit).count();
                let square = variant.square_named(&change[..length]).unwrap();
                board.cells[index_of(variant, square)] = change[length..].to_owned();
            }
        }
    }

    #[test]
    fn the_entries_lead_from_each_position_to_the_next() {
        for variant in Variant::ALL {
            let mut game = GameRecord::new(variant);
            let mut choice = 1_usize;
            while game.outcome().is_none() && game.turns().len() < 200 {
                choice = choice
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let turns = game.legal_texts(100);
                let turn = &turns[(choice >> 33) % turns.len()];
                game.play(turn, Numbering::Official).unwrap();
            }
            let mut board = PositionFields::read(&game.start_text(), variant.is_shatra());
            for (ply, entry) in turn_entries(&game).iter().enumerate() {
                apply(variant, &mut board, &game.turns()[ply], entry);
                let text = game.up_to(ply + 1).position_text();
                assert_eq!(
                    board,
                    PositionFields::read(&text, variant.is_shatra()),
                    "{entry}"
                );
            }
        }
    }
}

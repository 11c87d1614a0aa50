//! Lays out the view of a game: the board and the column of text beside it.

use super::args::{Sides, SquareNames};
use super::board::{self, Marks, ROWS};
use super::clock::time_text;
use super::game::Game;
use super::screen::{STRONG, WARNING, styled};
use crate::base::{Bitboard, Color, Square};
use crate::engine::Strength;
use crate::game::{BoardContents, Variant};
use crate::page::{Texts, side_key};
use crate::rules::shatra::{Numbering, square_named};

/// The assumed width of a terminal, in columns.
const WIDTH: usize = 80;
/// The number of moves shown, counted from the last; a move is one turn of each side.
const SHOWN_MOVES: usize = 4;
/// The characters between and after squares in Shatra.
const SEPARATORS: [char; 3] = ['-', ':', '='];

/// The players of a game, and how the game is shown.
#[derive(Copy, Clone, Debug)]
pub struct View {
    /// The sides that the user plays.
    pub sides: Sides,
    /// The strength at which the engine plays.
    pub strength: Strength,
    /// The names of squares: letters or official numbers.
    pub names: SquareNames,
    /// Whether the board is seen from Black's side.
    pub is_flipped: bool,
}

impl View {
    /// Returns the text of a turn with its squares named as the user has chosen.
    pub fn shown_turn(&self, text: &str) -> String {
        match self.names {
            SquareNames::Letters => text.to_owned(),
            SquareNames::Official => in_numbers(text),
        }
    }

    /// Returns the names of squares, in the form that the user has chosen, joined by `separator`.
    pub fn shown_squares(
        &self,
        variant: Variant,
        squares: impl IntoIterator<Item = Square>,
        separator: &str,
    ) -> String {
        let squares = squares.into_iter();
        let names = squares.map(|square| self.shown_turn(&variant.square_name(square)));
        names.collect::<Vec<_>>().join(separator)
    }

    /// Returns the name of a side's player; `human` is what the user is called.
    pub fn player(&self, color: Color, human: &str, texts: &Texts) -> String {
        match self.strength {
            _ if self.sides.has(color) => human.to_owned(),
            Strength::Level(level) => {
                texts.fill("play.engine-level", &[("level", &shown_level(level))])
            }
            Strength::Full | Strength::Varied(_) | Strength::Seeded(_) => {
                texts.text("play.against-engine")
            }
        }
    }

    /// Returns the board with the column of text beside it.
    pub fn board(&self, game: &Game, texts: &Texts) -> String {
        let record = game.record();
        let contents = record.contents();
        let legal = game.legal_turns();
        let captures = legal.iter().filter(|turn| !turn.captures.is_empty());
        let (alerts, notice): (Bitboard, _) = match &contents {
            BoardContents::Shatra(_) => {
                let is_free = legal.iter().any(|turn| turn.captures.is_empty());
                let key = match is_free {
                    true => "terminal.may-capture",
                    false => "terminal.must-capture",
                };
                let men = captures.filter_map(|turn| turn.path.first().copied());
                (men.collect(), key)
            }
            BoardContents::Board8(board) => {
                (board.checked_king.into_iter().collect(), "terminal.check")
            }
        };
        let notice = match alerts.is_empty() {
            true => String::new(),
            false => {
                let squares = self.shown_squares(record.variant(), alerts, " ");
                texts.fill(notice, &[("squares", &squares)])
            }
        };
        let last_turn = record.turns().last().map(|turn| turn.path.iter());
        let marks = Marks {
            is_flipped: self.is_flipped,
            last_turn: last_turn.into_iter().flatten().copied().collect(),
            alerts,
            is_numbered: self.names == SquareNames::Official,
        };
        let width = WIDTH - board::width(&contents, &marks) - 3;
        let column = self.column(game, &notice, width, texts);
        let rows = board::rows(&contents, &marks).into_iter().zip(column);
        let rows = rows.map(|(row, text)| format!("{row}  {text}").trim_end().to_owned());
        rows.collect::<Vec<_>>().join("\n")
    }

    fn column(&self, game: &Game, notice: &str, width: usize, texts: &Texts) -> Vec<String> {
        let [top, bottom] = match self.is_flipped {
            false => [Color::Black, Color::White],
            true => [Color::White, Color::Black],
        };
        let record = game.record();
        let (number, mover) = record.move_at(record.turns().len());
        let state = match game.ending() {
            Some(_) => texts.text("why.game-over"),
            None => texts.of_side("terminal.to-move", mover, &[("number", &number)]),
        };
        let clip = |text: &str| text.chars().take(width).collect::<String>();
        let game_name = texts.text(&variant_key(record.variant()));
        let mut lines = vec![styled(STRONG, &game_name), String::new()];
        lines.extend(self.side_lines(game, top, texts));
        lines.extend([String::new(), clip(&state), styled(WARNING, &clip(notice))]);
        lines.extend(self.last_moves(game).iter().map(|line| clip(line)));
        lines.resize(ROWS - 3, String::new());
        lines.extend(self.side_lines(game, bottom, texts));
        lines.push(String::new());
        lines
    }

    /// Returns two lines about a side: its player and clock, and its reserve.
    fn side_lines(&self, game: &Game, color: Color, texts: &Texts) -> [String; 2] {
        let side = styled(STRONG, &texts.text(&side_key("side", color)));
        let player = self.player(color, &texts.text("terminal.you"), texts);
        let clock = game.left(color).map(time_text).unwrap_or_default();
        let reserve = game.record().reserves().map(|reserves| {
            let count = reserves[color.index()].men;
            match count {
                0 => texts.text("terminal.temdek-off"),
                _ => texts.fill("terminal.temdek-on", &[("count", &count)]),
            }
        });
        [
            format!("{side}  {player}  {}", styled(STRONG, &clock)),
            format!("  {}", reserve.unwrap_or_default()),
        ]
    }

    /// Returns the last moves, one on each line.
    fn last_moves(&self, game: &Game) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (ply, turn) in game.record().turns().iter().enumerate() {
            let text = self.shown_turn(&turn.text);
            let (number, side) = game.record().move_at(ply);
            match (side, lines.last_mut()) {
                (Color::White, _) => lines.push(format!("{number:>3}. {text}")),
                (Color::Black, Some(line)) => *line = format!("{line:<18} {text}"),
                (Color::Black, None) => lines.push(format!("{number:>3}. {:<13} {text}", "...")),
            }
        }
        lines.split_off(lines.len().saturating_sub(SHOWN_MOVES))
    }
}

/// Returns the key of a game's name.
pub fn variant_key(variant: Variant) -> String {
    format!("variant.{}", variant.id())
}

/// Rounds a level to one decimal for display. Elo ratings correspond to fractional levels.
pub fn shown_level(level: f64) -> f64 {
    (level * 10.0).round() / 10.0
}

/// Returns the square that a word denotes. In Shatra, the word may be an official number.
pub fn resolve_square(variant: Variant, word: &str) -> Option<Square> {
    let by_number = || Numbering::Official.square(word.parse().ok()?);
    let named = variant.square_named(&word.to_ascii_lowercase());
    named.or_else(|| by_number().filter(|_| variant.is_shatra()))
}

/// Returns the text of a turn with its squares as official numbers: `d4-d6` becomes
/// `53-42`. A turn on the chessboard, which has no separators, is unchanged.
fn in_numbers(turn: &str) -> String {
    let pieces = turn.split_inclusive(SEPARATORS).map(|piece| {
        let name = piece.trim_end_matches(SEPARATORS);
        match square_named(name) {
            Some(square) => piece.replace(name, &Numbering::Official.number(square).to_string()),
            None => piece.to_owned(),
        }
    });
    pieces.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_become_numbers_and_promotions_stay() {
        assert_eq!(in_numbers("c10:c6:a6"), "13:41:39");
        assert_eq!(in_numbers("e12:e14=Q:c12"), "9:3=Q:7");
        assert_eq!(in_numbers("pass"), "pass");
        assert_eq!(in_numbers("e2e4"), "e2e4");
    }
}

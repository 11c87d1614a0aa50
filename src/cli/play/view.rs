//! Lays out the view of a game: the board and the column of text beside it.

use super::args::{Sides, SquareNames};
use super::board::{self, Marks, ROWS, reserve};
use super::game_state::GameState;
use super::squares::{in_numbers, start_of};
use super::{clock, palette};
use crate::base::{Bitboard, Color, Square};
use crate::engine::Strength;
use crate::game::{Board8Contents, BoardContents, Variant, VariantRules};
use crate::page::{Texts, side_key};
use crate::rules::shatra::{Occupant, Setup, regions, square_name};

/// The assumed width of a terminal, in columns.
const WIDTH: usize = 80;
/// The number of moves shown, counted from the last; a move is one turn of each side.
const SHOWN_MOVES: usize = 4;

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
            // Only Shatra's squares have numbers. A turn on the chessboard has no
            // separators between its squares, so `in_numbers` leaves it unchanged.
            SquareNames::Official => in_numbers(text),
        }
    }

    /// Returns the name of a side's player; `human` is what the user is called.
    pub fn player(&self, color: Color, human: &str, texts: &Texts) -> String {
        if self.sides.has(color) {
            return human.to_owned();
        }
        match self.strength {
            Strength::Level(level) => {
                texts.fill("play.engine-level", &[("level", &shown_level(level))])
            }
            Strength::Full | Strength::Varied(_) => texts.text("play.against-engine"),
        }
    }

    /// Returns [`ROWS`] lines: the board with the column beside it.
    pub fn lines(&self, game: &GameState, legal: &[String], texts: &Texts) -> Vec<String> {
        let contents = game.record().contents();
        let last = game.record().turns().last();
        let marks = Marks {
            is_flipped: self.is_flipped,
            last_turn: last.map_or(Bitboard::EMPTY, |turn| {
                turn.squares.iter().copied().collect()
            }),
            capturing: capturing(legal),
            is_numbered: self.names == SquareNames::Official,
        };
        let width = WIDTH - board::width(&contents, &marks) - 3;
        let column = self.column(game, &contents, legal, width, texts);
        let rows = board::rows(&contents, &marks).into_iter().zip(column);
        rows.map(|(row, text)| format!("{row}  {text}")).collect()
    }

    fn column(
        &self,
        game: &GameState,
        contents: &BoardContents,
        legal: &[String],
        width: usize,
        texts: &Texts,
    ) -> Vec<String> {
        let strong = palette::STRONG;
        let variant = game.record().variant();
        let (top, bottom) = match self.is_flipped {
            false => (Color::Black, Color::White),
            true => (Color::White, Color::Black),
        };
        let clip = |text: String| text.chars().take(width).collect::<String>();
        let mut lines = vec![format!(
            "{strong}{}{strong:#}",
            texts.text(&variant_key(variant))
        )];
        lines.push(String::new());
        lines.extend(self.side_lines(game, contents, top, texts));
        lines.push(String::new());
        lines.push(clip(state_line(game, texts)));
        let warning = palette::WARNING;
        let notice = clip(match contents {
            BoardContents::Shatra(setup) => self.capturing_or_urgent_line(setup, legal, texts),
            BoardContents::Board8(board) => check_line(board, texts),
        });
        lines.push(format!("{warning}{notice}{warning:#}"));
        lines.extend(self.last_moves(game).into_iter().map(clip));
        lines.resize(ROWS - 3, String::new());
        lines.extend(self.side_lines(game, contents, bottom, texts));
        lines.push(String::new());
        lines
    }

    /// Returns two lines about a side: its player and clock, and its men.
    fn side_lines(
        &self,
        game: &GameState,
        contents: &BoardContents,
        color: Color,
        texts: &Texts,
    ) -> [String; 2] {
        let strong = palette::STRONG;
        let clock = match &game.clocks {
            Some(clocks) => format!(
                "  {strong}{}{strong:#}",
                clock::time_text(clocks.left(color))
            ),
            None => String::new(),
        };
        let player = self.player(color, &texts.text("terminal.you"), texts);
        let men = match contents {
            BoardContents::Shatra(setup) => {
                temdek_line(setup, color, game.record().variant(), texts)
            }
            BoardContents::Board8(board) => men_line(board, color, texts),
        };
        let side = texts.text(&side_key("side", color));
        [
            format!("{strong}{side}{strong:#}  {player}{clock}"),
            format!("  {men}"),
        ]
    }

    /// Returns a line that names the men that can capture or must be dropped, in Shatra;
    /// empty if there are none.
    fn capturing_or_urgent_line(&self, setup: &Setup, legal: &[String], texts: &Texts) -> String {
        let named = |squares: Bitboard| {
            let names = squares.into_iter().map(square_name);
            let names: Vec<_> = names.map(|square| self.shown_turn(&square)).collect();
            names.join(" ")
        };
        let capturing = capturing(legal);
        if !capturing.is_empty() {
            let is_free = legal.iter().any(|turn| !turn.contains(':'));
            let key = match is_free {
                true => "terminal.may-capture",
                false => "terminal.must-capture",
            };
            return texts.fill(key, &[("squares", &named(capturing))]);
        }
        let starts: Bitboard = legal.iter().filter_map(|turn| start_of(turn)).collect();
        let zone = regions(setup.to_move).zone;
        let is_urgent = |square: Square| {
            let occupant = setup.squares.get(square.index()).copied().flatten();
            matches!(occupant, Some(Occupant::Man { urgent: true, .. }))
        };
        let urgent: Bitboard = zone
            .into_iter()
            .filter(|&square| is_urgent(square) && starts.has(square))
            .collect();
        if urgent.is_empty() {
            return String::new();
        }
        texts.fill("terminal.must-drop", &[("squares", &named(urgent))])
    }

    /// Returns the last moves, one on each line.
    fn last_moves(&self, game: &GameState) -> Vec<String> {
        let record = game.record();
        let offset = record.first_to_move().index();
        let mut lines: Vec<String> = Vec::new();
        for (i, turn) in record.turns().iter().enumerate() {
            let text = self.shown_turn(&turn.text);
            let half = i + offset;
            let number = usize::from(record.first_move_number()) + half / 2;
            match lines.last_mut() {
                Some(line) if half % 2 == 1 => *line = format!("{line:<18} {text}"),
                _ if half % 2 == 1 => lines.push(format!("{number:>3}. {:<13} {text}", "...")),
                _ => lines.push(format!("{number:>3}. {text}")),
            }
        }
        lines.split_off(lines.len().saturating_sub(SHOWN_MOVES))
    }
}

/// Returns the key of a game's name.
pub fn variant_key(variant: Variant) -> String {
    format!("variant.{}", variant.id())
}

/// Rounds a level to what is shown. Elo ratings correspond to fractional levels.
pub fn shown_level(level: f64) -> f64 {
    (level * 10.0).round() / 10.0
}

/// Returns a line with the move number and the side to move, or one that says that the
/// game is over.
fn state_line(game: &GameState, texts: &Texts) -> String {
    if game.ending().is_some() {
        return texts.text("why.game-over");
    }
    let record = game.record();
    let offset = record.first_to_move().index() + record.turns().len();
    let number = usize::from(record.first_move_number()) + offset / 2;
    let mover = record.side_to_move();
    texts.of_side("terminal.to-move", mover, &[("number", &number)])
}

/// Returns the men that can capture.
fn capturing(legal: &[String]) -> Bitboard {
    let captures = legal.iter().filter(|turn| turn.contains(':'));
    captures.filter_map(|turn| start_of(turn)).collect()
}

/// Returns a line about a side's temdek and reserve, in Shatra.
fn temdek_line(setup: &Setup, color: Color, variant: Variant, texts: &Texts) -> String {
    let [white, black] = setup.temdeks;
    let is_on = match color {
        Color::White => white,
        Color::Black => black,
    };
    let reserve = match variant.rules() {
        VariantRules::Shatra(rules) => Some(reserve(setup, color, rules.reserve)),
        VariantRules::Board8(_) => None,
    };
    match reserve.filter(|_| is_on) {
        Some(reserve) => texts.fill("terminal.temdek-on", &[("count", &reserve)]),
        None => texts.text("terminal.temdek-off"),
    }
}

/// Returns a line with the number of a side's men on the chessboard.
fn men_line(board: &Board8Contents, color: Color, texts: &Texts) -> String {
    let is_white = color == Color::White;
    let letters = board.letters.iter().flatten();
    let count = letters.filter(|letter| letter.is_ascii_uppercase() == is_white);
    match count.count() {
        1 => texts.text("terminal.bare-king"),
        count => texts.count("terminal.men", count as u64, &[]),
    }
}

/// Returns a line that says whether a king is in check; empty if none is.
fn check_line(board: &Board8Contents, texts: &Texts) -> String {
    let check = board.checked_king.map(|_| texts.text("terminal.check"));
    check.unwrap_or_default()
}

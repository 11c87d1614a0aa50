//! The notation of squares and turns (RULES.md sections 1 and 11).

use super::geometry::{SQUARES, file_of, rank_of, square_at};
use super::kind::Kind;
use super::path::{LandingSquare, Path};
use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use crate::base::Square;

/// A numbering of the squares, which determines the square that a bare number denotes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// The official numbering: from 1 (c14), left to right and top to bottom, to 62
    /// (e1).
    Official,
    /// The numbering of SPN and USHI: 63 minus the official number.
    Spn,
}

impl Numbering {
    /// Returns the square with this number, or `None` if it is not from 1 to 62.
    pub const fn square(self, number: u16) -> Option<Square> {
        if number == 0 || number as usize > SQUARES {
            return None;
        }
        Some(Square::new(match self {
            Self::Official => SQUARES as u8 - number as u8,
            Self::Spn => number as u8 - 1,
        }))
    }

    /// Returns the number of a square, from 1 to 62.
    pub const fn number(self, square: Square) -> usize {
        match self {
            Self::Official => SQUARES - square.index(),
            Self::Spn => square.index() + 1,
        }
    }
}

/// Returns the algebraic name of a square, such as `c14`.
pub fn square_name(square: Square) -> String {
    format!("{}{}", (b'a' + file_of(square)) as char, rank_of(square))
}

/// Returns the square with this algebraic name, or `None` if the board has no such square.
pub fn square_named(name: &str) -> Option<Square> {
    let file = name
        .bytes()
        .next()
        .filter(|file| (b'a'..=b'g').contains(file))?;
    let rank = name.get(1..)?;
    if rank.starts_with('0') || !rank.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    square_at(file - b'a', rank.parse().ok()?)
}

impl<R: RuleSet> Position<R> {
    /// Returns the exact text of a legal turn, with algebraic squares: `d4-d6`,
    /// `a5:a7:g7`, `e12:e14=Q:c12` or `pass`. Returns an empty text if the turn is not
    /// legal in this position.
    pub fn turn_text(&self, turn: Turn) -> String {
        self.path(turn).map_or_else(String::new, |path| path.text())
    }

    /// Returns the steps of a turn in USHI notation, one for each jump, with SPN
    /// numbers: `18-25`, `44:28` and `28:30`, or `58-60Q`. The last step is `pass` if
    /// the man stops a chain that could continue. An illegal turn has no steps.
    pub fn step_texts(&self, turn: Turn) -> Vec<String> {
        self.path(turn).map_or_else(Vec::new, |path| path.steps())
    }
}

impl Path {
    const fn separator(&self) -> char {
        if self.is_capture { ':' } else { '-' }
    }

    /// Returns the text of the turn with squares in letters and each promotion after its
    /// square.
    pub fn text(&self) -> String {
        if self.landings.is_empty() {
            return "pass".to_owned();
        }
        let mut text = square_name(self.from);
        for landing in &self.landings {
            text.push(self.separator());
            text.push_str(&square_name(landing.at));
            if let Some(kind) = landing.promotion {
                text.push('=');
                text.push(kind.letter());
            }
        }
        text
    }

    /// Returns the steps of the path in USHI notation: one for each jump, with SPN
    /// numbers, and `pass` if the man stops although it could continue.
    pub fn steps(&self) -> Vec<String> {
        let numbering = Numbering::Spn;
        self.tokens(|_, from, &LandingSquare { at, promotion }| {
            let (from, to) = (numbering.number(from), numbering.number(at));
            let promotion = promotion.map(Kind::letter);
            format!("{from}{}{to}", self.separator()) + &String::from_iter(promotion)
        })
    }

    /// Returns the tokens of the path in game files. They are like [`Path::steps`], but
    /// with official numbers, and jumps after the first name only the landing square:
    /// `36-29`, or `19:35` and `:33`. If two squares suffice in the notation of the
    /// rule set, each token has both, and no promotion: `19-35` and `35-33`.
    pub fn file_tokens<R: RuleSet>(&self) -> Vec<String> {
        let numbering = Numbering::Official;
        self.tokens(|index, from, &LandingSquare { at, promotion }| {
            let (from, to) = (numbering.number(from), numbering.number(at));
            if R::RULES.squares_suffice_in_notation {
                return format!("{from}-{to}");
            }
            let from = (index == 0).then(|| from.to_string());
            let promotion = promotion.map(Kind::letter);
            format!("{}{}{to}", from.unwrap_or_default(), self.separator())
                + &String::from_iter(promotion)
        })
    }

    /// Returns a token for each landing, made by `token` from its index, the square that the
    /// man leaves and the landing; then `pass` if the man stops although it could continue.
    fn tokens(&self, token: impl Fn(usize, Square, &LandingSquare) -> String) -> Vec<String> {
        let mut from = self.from;
        let mut tokens = Vec::with_capacity(self.landings.len());
        for (i, landing) in self.landings.iter().enumerate() {
            tokens.push(token(i, from, landing));
            from = landing.at;
        }
        if self.stops || tokens.is_empty() {
            tokens.push("pass".to_owned());
        }
        tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_denote_the_same_squares() {
        for (name, official) in [("c14", 1), ("d14", 2), ("e14", 3), ("e1", 62)] {
            let square = Numbering::Official.square(official).unwrap();
            assert_eq!(square_name(square), name);
            assert_eq!(Numbering::Spn.number(square) as u16, 63 - official);
        }
        for square in super::super::geometry::squares() {
            assert_eq!(square_named(&square_name(square)), Some(square));
        }
        for name in [
            "", "d", "4", "a4", "h7", "d15", "d+4", "d04", "d0", "d444", "ж4",
        ] {
            assert_eq!(square_named(name), None, "{name}");
        }
        assert_eq!(Numbering::Spn.square(0), None);
        assert_eq!(Numbering::Official.square(63), None);
    }
}

//! Names of squares and turns (RULES.md sections 1 and 11).

use std::ops::ControlFlow;

use super::geometry::{SQUARES, file_of, rank_of, square_at};
use super::kind::Kind;
use super::path::{Landing, Path};
use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use crate::base::Square;

/// What a bare number in a move stands for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// 1 = c14, left to right and top to bottom, 62 = e1.
    Official,
    /// 63 less the official number, as in SPN and USHI.
    Spn,
}

impl Numbering {
    /// The square of a number from 1 to 62.
    pub const fn square(self, number: u16) -> Option<Square> {
        if number == 0 || number as usize > SQUARES {
            return None;
        }
        Some(Square::new(match self {
            Self::Official => SQUARES as u8 - number as u8,
            Self::Spn => number as u8 - 1,
        }))
    }

    /// The number of a square.
    pub const fn number(self, square: Square) -> usize {
        match self {
            Self::Official => SQUARES - square.index(),
            Self::Spn => square.index() + 1,
        }
    }
}

/// The algebraic name of a square, such as `c14`.
pub fn square_name(square: Square) -> String {
    format!("{}{}", (b'a' + file_of(square)) as char, rank_of(square))
}

/// The square of an algebraic name.
pub fn square_named(name: &str) -> Option<Square> {
    let file = name
        .bytes()
        .next()
        .filter(|file| (b'a'..=b'g').contains(file))?;
    let rank = name.get(1..)?;
    if !rank.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    square_at(file - b'a', rank.parse().ok()?)
}

impl<R: RuleSet> Position<R> {
    /// The exact text of a legal turn, all squares in letters: `d4-d6`,
    /// `a5:a7:g7`, `e12:e14=Q:c12`, `pass`. Empty if the turn is not legal here.
    pub fn turn_text(&self, turn: Turn) -> String {
        self.path(turn).map_or_else(String::new, |path| path.text())
    }

    /// The exact texts of legal turns, `most` of them at the most.
    pub fn turn_texts(&self, most: usize) -> Vec<String> {
        let mut texts = Vec::new();
        self.for_each_path(|_, path| {
            if texts.len() < most {
                texts.push(path.text());
            }
            if texts.len() < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        texts
    }

    /// The turn as USHI wants it, jump by jump in SPN numbers: `18-25`, or
    /// `44:28` and `28:30`, or `58-60Q`; `pass` where a man stops a chain that
    /// could go on.
    pub fn jump_texts(&self, turn: Turn) -> Vec<String> {
        self.path(turn).map_or_else(Vec::new, |path| path.jumps())
    }
}

impl Path {
    const fn separator(&self) -> char {
        if self.is_capture { ':' } else { '-' }
    }

    /// The turn's text in letters, each promotion behind its square.
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

    /// One text a jump, in SPN numbers, and `pass` where the man stops although
    /// it could go on.
    pub fn jumps(&self) -> Vec<String> {
        self.tokens(Numbering::Spn, true)
    }

    /// The tokens of a game file: as [`Path::jumps`] but in official numbers,
    /// and a later jump names only where it lands: `36-29`, or `19:35` and
    /// `:33`.
    pub fn file_tokens(&self) -> Vec<String> {
        self.tokens(Numbering::Official, false)
    }

    /// A token for each landing; `each_from`: also of a later jump the square
    /// that it leaves.
    fn tokens(&self, numbering: Numbering, each_from: bool) -> Vec<String> {
        let mut from = Some(self.from);
        let mut token = |&Landing { at, promotion }: &Landing| {
            let mut text = from.map_or_else(String::new, |from| numbering.number(from).to_string());
            text.push(self.separator());
            text += &numbering.number(at).to_string();
            text.extend(promotion.map(Kind::letter));
            from = each_from.then_some(at);
            text
        };
        let mut tokens: Vec<_> = self.landings.iter().map(&mut token).collect();
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
    fn the_three_ways_to_name_a_square() {
        for (name, official) in [("c14", 1), ("d14", 2), ("e14", 3), ("e1", 62)] {
            let square = Numbering::Official.square(official).unwrap();
            assert_eq!(square_name(square), name);
            assert_eq!(Numbering::Spn.number(square) as u16, 63 - official);
        }
        for square in super::super::geometry::squares() {
            assert_eq!(square_named(&square_name(square)), Some(square));
        }
        for name in ["", "d", "4", "a4", "h7", "d15", "d+4", "d444", "ж4"] {
            assert_eq!(square_named(name), None, "{name}");
        }
        assert_eq!(Numbering::Spn.square(0), None);
        assert_eq!(Numbering::Official.square(63), None);
    }
}

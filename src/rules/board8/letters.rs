//! Converts between men and their letters in FEN, moves and diagrams.

use super::kind::{Kind, Man};
use super::ruleset::RuleSet;
use crate::base::Color;

/// Returns the letter of a man: a capital for White, lower case for Black.
pub fn letter<R: RuleSet>(man: Man) -> char {
    let letter = R::RULES.letters[man.kind.index()];
    match man.color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    }
}

/// Returns the capital letter of the queen, to which pawns are promoted.
pub const fn promotion_letter<R: RuleSet>() -> char {
    R::RULES.letters[Kind::Queen.index()]
}

/// Returns the man that a letter denotes; `None` if there is none.
pub fn man_of_letter<R: RuleSet>(letter: char) -> Option<Man> {
    let of_color = |color| Kind::ALL.map(|kind| Man { color, kind });
    let mut men = Color::ALL.into_iter().flat_map(of_color);
    men.find(|man| self::letter::<R>(*man) == letter)
}

/// Returns all letters of a game's men, White's first.
pub fn all_letters<R: RuleSet>() -> String {
    let capitals: String = R::RULES.letters.iter().collect();
    format!("{capitals}{}", capitals.to_ascii_lowercase())
}

//! The signs of chess literature in movetext: assessments, and the ways to write a result.
//!
//! The numbers are the NAGs of PGN; the signs beyond its standard are those that lichess and
//! ChessBase write.

use crate::game::GameResult;

const GLYPHS: [(&str, u8); 33] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("⨀", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⊕", 138),
    ("∆", 140),
    ("N", 146),
];

/// Returns the NAG that a sign stands for; `None` if the sign is unknown.
pub fn nag_of_glyph(sign: &str) -> Option<u8> {
    let (_, nag) = GLYPHS.iter().find(|(glyph, _)| *glyph == sign)?;
    Some(*nag)
}

/// Returns the result that a word or the value of a tag states, in any of the ways in which
/// programs and people write it: with a long dash, with blanks, or with 0.5 for a half.
pub fn result_of_word(word: &str) -> Option<GameResult> {
    GameResult::from_text(word).or_else(|| {
        let word: String = word.split_whitespace().collect();
        let word = word.replace(['–', '—', '−'], "-").replace("0,5", "0.5");
        match word.as_str() {
            "0.5-0.5" => Some(GameResult::Draw),
            word => GameResult::from_text(word),
        }
    })
}

//! Formats scores, chances and lists for the user.

use crate::base::score::moves_to_end;
use crate::base::{Color, Score};
use crate::eval::wdl::{Chances, WdlCurve};
use crate::page::{Texts, side_key};

/// Formats a score from the point of view of the side to move: `+0.35 for White`,
/// `White wins in 3`.
pub fn score_text(score: Score, mover: Color, texts: &Texts) -> String {
    let wins_in = |winner, moves: Score| {
        let count = u64::from(moves.unsigned_abs());
        texts.count(&side_key("terminal.wins-in", winner), count, &[])
    };
    match moves_to_end(score) {
        Some(moves) if moves > 0 => wins_in(mover, moves),
        Some(moves) => wins_in(!mover, moves),
        None => {
            let score = format!("{:+.2}", f64::from(score) / 100.0);
            texts.of_side("terminal.score", mover, &[("score", &score)])
        }
    }
}

/// Formats a score and the chances of the side to move: `+0.35 for White; chances of White:
/// win 45 %, draw 20 %, loss 35 %.`
pub fn chances_text(score: Score, mover: Color, curve: WdlCurve, texts: &Texts) -> String {
    let Chances { win, draw, loss } = Chances::at_score(score, curve);
    let percent = |thousandths: u16| format!("{:.0}", f64::from(thousandths) / 10.0);
    let [win, draw, loss] = [win, draw, loss].map(percent);
    let score = score_text(score, mover, texts);
    texts.of_side(
        "terminal.chances",
        mover,
        &[
            ("score", &score),
            ("win", &win),
            ("draw", &draw),
            ("loss", &loss),
        ],
    )
}

/// Breaks a text into lines of at most `width` columns; a longer word gets its own line.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Arranges words in rows of at most `width` columns; a longer word gets its own
/// row.
pub fn in_rows<S: AsRef<str>>(words: &[S], width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in words {
        let word = word.as_ref();
        match rows.last_mut() {
            Some(row) if row.len() + 2 + word.len() <= width => {
                row.push_str("  ");
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::language::texts_of;
    use super::*;
    use crate::base::score::{loss_in, win_in};
    use crate::page::Language;

    #[test]
    fn scores_name_the_side() {
        let texts = texts_of(Language::English);
        let score_text = |score, mover| super::score_text(score, mover, &texts);
        assert_eq!(score_text(35, Color::White), "+0.35 for White");
        assert_eq!(score_text(-120, Color::Black), "-1.20 for Black");
        assert_eq!(score_text(win_in(5), Color::Black), "Black wins in 3");
        assert_eq!(score_text(loss_in(4), Color::Black), "White wins in 2");
    }

    #[test]
    fn lines_fit_the_width() {
        assert_eq!(wrap("бий и шатра", 5), ["бий и", "шатра"]);
        assert_eq!(wrap("a  longword b", 4), ["a ", "longword", "b"]);
    }

    #[test]
    fn rows_fit_the_width() {
        assert_eq!(in_rows(&["aa", "bb", "cc"], 7), ["aa  bb", "cc"]);
        assert_eq!(in_rows(&["much too long"], 3), ["much too long"]);
        assert!(in_rows::<&str>(&[], 10).is_empty());
    }
}

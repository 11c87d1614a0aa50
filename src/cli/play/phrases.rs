//! Formats scores, chances and lists for the user.

use crate::base::score::moves_to_end;
use crate::base::{Color, Score};
use crate::eval::wdl::{Chances, WdlCurve};

/// Formats a score from the point of view of the side to move: `+0.35 for White`,
/// `White wins in 3`.
pub fn score_text(score: Score, mover: Color) -> String {
    match moves_to_end(score) {
        Some(moves) if moves > 0 => format!("{} wins in {moves}", mover.name()),
        Some(moves) => format!("{} wins in {}", (!mover).name(), -moves),
        None => format!("{:+.2} for {}", f64::from(score) / 100.0, mover.name()),
    }
}

/// Formats the chances that correspond to a score: `win 45 %, draw 20 %, loss 35 %`.
pub fn chances_text(score: Score, curve: WdlCurve) -> String {
    let Chances { win, draw, loss } = Chances::at_score(score, curve);
    let percent = |thousandths: u16| f64::from(thousandths) / 10.0;
    let [win, draw, loss] = [win, draw, loss].map(percent);
    format!("win {win:.0} %, draw {draw:.0} %, loss {loss:.0} %")
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
    use super::*;
    use crate::base::score::{loss_in, win_in};

    #[test]
    fn scores_name_the_side() {
        assert_eq!(score_text(35, Color::White), "+0.35 for White");
        assert_eq!(score_text(-120, Color::Black), "-1.20 for Black");
        assert_eq!(score_text(win_in(5), Color::Black), "Black wins in 3");
        assert_eq!(score_text(loss_in(4), Color::Black), "White wins in 2");
    }

    #[test]
    fn rows_fit_the_width() {
        assert_eq!(in_rows(&["aa", "bb", "cc"], 7), ["aa  bb", "cc"]);
        assert_eq!(in_rows(&["much too long"], 3), ["much too long"]);
        assert!(in_rows::<&str>(&[], 10).is_empty());
    }
}

//! The texts of `batyr play`: their language, the texts of scores, and the width of lists.

use std::env;

use crate::base::score::moves_to_end;
use crate::base::{Color, Score};
use crate::eval::wdl::{Chances, WdlCurve};
use crate::page::{Language, Place, Texts, side_key};

/// The width of lists, in columns.
pub const LIST_WIDTH: usize = 78;

/// Returns the texts for a user. Without a choice, the language is that of the locale at a
/// terminal, and English elsewhere: a script's input must not depend on the locale.
pub fn texts_for(choice: Option<Language>, is_interactive: bool) -> Texts {
    texts_of(choice.unwrap_or_else(|| match is_interactive {
        true => Language::from_locale(&locale()),
        false => Language::English,
    }))
}

/// Returns the texts of the terminal in a language.
pub fn texts_of(language: Language) -> Texts {
    Texts::new(language, |language| match language {
        Language::English => include_str!("text/en.json"),
        Language::Russian => include_str!("text/ru.json"),
        // All Altai texts of the terminal are among those that it shares with the page.
        Language::Altai => "{}",
    })
}

/// Returns the locale of messages from the first variable that is not empty; empty if none is.
/// Source: POSIX.1-2017, Base Definitions, section 8.2.
fn locale() -> String {
    let values = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().map(env::var);
    let mut values = values.filter_map(Result::ok);
    values.find(|value| !value.is_empty()).unwrap_or_default()
}

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
    let places: [Place<'_>; 4] = [
        ("score", &score),
        ("win", &win),
        ("draw", &draw),
        ("loss", &loss),
    ];
    texts.of_side("terminal.chances", mover, &places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{loss_in, win_in};

    #[test]
    fn scores_name_the_side() {
        let texts = texts_of(Language::English);
        let score_text = |score, mover| super::score_text(score, mover, &texts);
        assert_eq!(score_text(35, Color::White), "+0.35 for White");
        assert_eq!(score_text(-120, Color::Black), "-1.20 for Black");
        assert_eq!(score_text(win_in(5), Color::Black), "Black wins in 3");
        assert_eq!(score_text(loss_in(4), Color::Black), "White wins in 2");
    }
}

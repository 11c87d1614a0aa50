//! Formats scores, move numbers and lines, for files, pages and tables.

use super::game::TurnAnalysis;
use crate::base::score::{for_white, moves_to_end};
use crate::base::{Color, Score};

/// The maximum number of turns of a better line that are shown.
pub const MAX_LINE_TURNS: usize = 8;

/// Formats a score: its value in shatras (`+0.35`), or the number of moves to a proved win
/// or loss (`+#3`, `-#2`).
pub fn score(score: Score) -> String {
    match moves_to_end(score) {
        Some(moves) => {
            let sign = if score > 0 { '+' } else { '-' };
            format!("{sign}#{}", moves.abs())
        }
        None if score == 0 => "0.00".to_owned(),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// Formats a score from White's point of view, as in game files (`[%eval -0.35]`,
/// `[%eval #-3]`).
pub fn eval(score: Score) -> String {
    match moves_to_end(score) {
        Some(moves) => format!("#{moves}"),
        None => format!("{:.2}", f64::from(score) / 100.0),
    }
}

/// Formats a move number: `12.` before White's turn, `12...` before Black's.
pub fn move_number(turn: &TurnAnalysis) -> String {
    match turn.side {
        Color::White => format!("{}.", turn.number),
        Color::Black => format!("{}...", turn.number),
    }
}

/// Formats the scores of the best turn and the played turn, from White's point
/// of view.
pub fn best_and_played(turn: &TurnAnalysis) -> (String, String) {
    let format = |value| score(for_white(value, turn.side));
    (format(turn.best), format(turn.played))
}

/// Returns the part of the better line that is shown: at most [`MAX_LINE_TURNS`] turns.
pub fn better_line(turn: &TurnAnalysis) -> &[String] {
    turn.better.get(..MAX_LINE_TURNS).unwrap_or(&turn.better)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{loss_in, win_in};
    use crate::files::game_file::Notes;

    #[test]
    fn a_score_is_written_in_shatras_or_moves() {
        let texts = [35, -520, 0, win_in(5), loss_in(4), loss_in(0)].map(score);
        assert_eq!(texts, ["+0.35", "-5.20", "0.00", "+#3", "-#2", "-#0"]);
    }

    #[test]
    fn a_score_in_a_file_is_one_that_the_reader_reads() {
        let texts = [35, -520, 0, -3, win_in(5), loss_in(4)].map(eval);
        assert_eq!(texts, ["0.35", "-5.20", "0.00", "-0.03", "#3", "#-2"]);
        for text in texts {
            let notes = Notes::read(&format!("[%eval {text}]"));
            assert_eq!(notes.eval, Some(text));
        }
    }
}

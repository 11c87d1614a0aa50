//! The texts of scores, move numbers and lines, shared by files, pages and tables.

use super::game::{MoveAnalysis, for_white};
use crate::base::Score;
use crate::base::score::moves_to_end;

/// The maximum number of turns of a better line to show.
pub const MAX_LINE_TURNS: usize = 8;

/// Returns the text of a score: its value in shatras (`+0.35`), or the number of moves
/// to a proved end (`+#3`, `-#2`).
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

/// Returns the text of a move number: `12.` before White's turn, `12...` before
/// Black's.
pub fn move_number(turn: &MoveAnalysis) -> String {
    match turn.side {
        super::Side::White => format!("{}.", turn.number),
        super::Side::Black => format!("{}...", turn.number),
    }
}

/// Returns the scores of the best turn and the played turn as texts, from White's point
/// of view.
pub fn best_and_played(turn: &MoveAnalysis) -> (String, String) {
    let text = |value| score(for_white(value, turn.side));
    (text(turn.best), text(turn.played))
}

/// Returns the part of the better line to show.
pub fn better_line(turn: &MoveAnalysis) -> &[String] {
    turn.better.get(..MAX_LINE_TURNS).unwrap_or(&turn.better)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{loss_in, win_in};

    #[test]
    fn a_score_is_written_in_shatras_or_moves() {
        let texts = [35, -520, 0, win_in(5), loss_in(4), loss_in(0)].map(score);
        assert_eq!(texts, ["+0.35", "-5.20", "0.00", "+#3", "-#2", "-#0"]);
    }
}

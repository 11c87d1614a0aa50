//! Scores and mistakes in words, for people: in files, on pages, in tables.

use super::game::{MoveAnalysis, for_white};
use crate::base::Score;
use crate::base::score::moves_to_end;

/// The greatest number of turns of a better line that are shown.
pub const SHOWN: usize = 8;

/// Returns a score in shatras, `+0.35`, or the moves to a proved end: `+#3`, `-#2`.
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

/// Returns the move number: `12.` before a turn of White's, `12...` before one of
/// Black's.
pub fn number(turn: &MoveAnalysis) -> String {
    match turn.side {
        super::Side::White => format!("{}.", turn.number),
        super::Side::Black => format!("{}...", turn.number),
    }
}

/// Returns the scores of the best turn and the played one, for White.
pub fn scores(turn: &MoveAnalysis) -> (String, String) {
    let text = |worth| score(for_white(worth, turn.side));
    (text(turn.best), text(turn.played))
}

/// Returns the beginning of the better line.
pub fn better(turn: &MoveAnalysis) -> &[String] {
    turn.better.get(..SHOWN).unwrap_or(&turn.better)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{lost_in, win_in};

    #[test]
    fn scores_are_short() {
        let texts = [35, -520, 0, win_in(5), lost_in(4), lost_in(0)].map(score);
        assert_eq!(texts, ["+0.35", "-5.20", "0.00", "+#3", "-#2", "-#0"]);
    }
}

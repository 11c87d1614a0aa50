//! Themes of the end of a line.

use crate::puzzles::played_line::PlayedLine;
use crate::puzzles::puzzle::Goal;
use crate::rules::{Outcome, WinReason};

/// Returns whether every other turn loses.
pub fn is_escape(line: &PlayedLine) -> bool {
    line.goal == Goal::Save
}

/// Returns whether the opponent has no legal turn.
pub fn is_blockade(line: &PlayedLine) -> bool {
    is_won_by(line, WinReason::NoLegalTurn)
}

/// Returns whether the opponent is mated.
pub fn is_mate(line: &PlayedLine) -> bool {
    is_won_by(line, WinReason::Mate)
}

/// Returns whether the opponent has nothing but its king.
pub fn is_baring(line: &PlayedLine) -> bool {
    is_won_by(line, WinReason::Bared)
}

fn is_won_by(line: &PlayedLine, by: WinReason) -> bool {
    matches!(line.end.outcome(), Some(Outcome::Win(winner, reason))
        if winner == line.solver && reason == by)
}

#[cfg(test)]
mod tests {
    use super::super::test_lines::line;
    use super::*;
    use crate::game::Variant;

    #[test]
    fn the_reason_of_the_win_is_the_theme() {
        let mate = line(Variant::Shatranj, "6k1/5ppp/8/8/8/8/8/R3K3 w", "a1a8");
        assert!(is_mate(&mate) && !is_baring(&mate) && !is_blockade(&mate));
        let bared = line(Variant::Shatranj, "7k/8/8/8/3r4/3K4/8/R1R5 w", "d3d4");
        assert!(is_baring(&bared) && !is_mate(&bared));
        let blocked = line(Variant::Shatranj, "7k/5K2/6P1/p7/P7/8/8/R7 w", "a1b1");
        assert!(is_blockade(&blocked) && !is_mate(&blocked) && !is_escape(&blocked));
    }
}

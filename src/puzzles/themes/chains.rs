//! Themes of captures and offers in Shatra, where captures are compulsory.

use super::captures::{can_capture, has_other_capture, makes_capture_possible, must_respond};
use crate::game::BoardContents;
use crate::puzzles::played_line::{PlayedLine, Ply};
use crate::rules::{Outcome, WinReason};

/// The number of jumps of a long chain.
const LONG: usize = 4;
/// The number of offers in a row that make a ladder.
const RUNGS: usize = 2;

/// Returns whether a turn of the solver takes many men.
pub fn has_long_chain(line: &PlayedLine) -> bool {
    line.of_solver()
        .any(|(_, ply)| ply.turn.captures.len() >= LONG)
}

/// Returns whether a turn neither captures nor forces anything, with a capture before it and a capture
/// after it in the line.
pub fn has_quiet_among_captures(line: &PlayedLine) -> bool {
    let captures = |index: usize| {
        line.plies
            .get(index)
            .is_some_and(|ply| !ply.turn.captures.is_empty())
    };
    line.to_find().any(|(index, ply)| {
        ply.turn.captures.is_empty()
            && !must_respond(line.after(index))
            && (0..index).any(captures)
            && (index + 1..line.plies.len()).any(captures)
    })
}

/// Returns whether the solver finds one of several captures.
pub fn has_capture_choice(line: &PlayedLine) -> bool {
    let mut found = line.to_find();
    is_shatra(line) && found.any(|(_, ply)| !ply.turn.captures.is_empty() && has_other_capture(ply))
}

/// Returns whether the solver finds an offer.
pub fn has_offer(line: &PlayedLine) -> bool {
    let mut found = line.to_find();
    is_shatra(line) && found.any(|(index, ply)| is_offer(line, index, ply))
}

/// Returns whether the solver gives men by several offers in a row, each of which the opponent answers by
/// taking.
pub fn has_sacrifice_ladder(line: &PlayedLine) -> bool {
    let mut rungs = 0;
    for (index, ply) in line.of_solver() {
        let reply = line.plies.get(index + 1);
        let is_taken = reply.is_some_and(|reply| !reply.turn.captures.is_empty());
        let is_rung = is_taken && is_offer(line, index, ply);
        rungs = if is_rung { rungs + 1 } else { 0 };
        if rungs >= RUNGS && is_shatra(line) {
            return true;
        }
    }
    false
}

/// Returns whether a turn is an offer: it takes nothing, and makes a capture possible for the opponent.
fn is_offer(line: &PlayedLine, index: usize, ply: &Ply) -> bool {
    ply.turn.captures.is_empty() && makes_capture_possible(&ply.before, line.after(index))
}

/// Returns whether every turn of the solver captures, or lets the opponent capture, and the last takes
/// the biy.
pub fn is_biy_hunt(line: &PlayedLine) -> bool {
    let takes_biy = matches!(
        line.end.outcome(),
        Some(Outcome::Win(winner, WinReason::BiyCaptured)) if winner == line.solver
    );
    let mut turns = line.of_solver();
    takes_biy
        && line.of_solver().count() > 1
        && turns.all(|(index, ply)| {
            let after = line.after(index);
            !ply.turn.captures.is_empty() || can_capture(after)
        })
}

fn is_shatra(line: &PlayedLine) -> bool {
    matches!(line.end.contents(), BoardContents::Shatra(_))
}

#[cfg(test)]
mod tests {
    use super::super::test_lines::line;
    use super::*;
    use crate::game::Variant;

    const HUNT: (&str, &str) = (
        "9/K/S1SS2q/R6/7/7/5k1/3Q3/1/9 w T - - 3 34",
        "d5-d7 a5:f5:c8! d10-f8 c8:g8! g6:g9:a9",
    );

    #[test]
    fn a_chain_of_four_is_long() {
        let text = "9/1/S6/1s1s1s1/7/7/7/7/k/K8 w";
        let three = line(Variant::Original, text, "g5:e7:c5:a7");
        assert!(!has_long_chain(&three));
        let text = "9/1/S6/1s1s1s1/7/5s1/7/k6/1/K8 w";
        let four = line(Variant::Original, text, "g5:e7:c5:a7:c9!");
        assert!(has_long_chain(&four));
    }

    #[test]
    fn a_capture_is_chosen_where_there_is_another() {
        let two = |turns| line(Variant::Original, "9/1/S5S/1s3s1/7/7/7/7/k/K8 w", turns);
        assert!(has_capture_choice(&two("g5:e7")));
        assert!(!has_capture_choice(&two("g5:e7!")));
        // The biy could decline, or stop on d8, but jump over no other man.
        let chain = |turns| line(Variant::Extended, "9/K/2s4/7/2s4/7/7/6k/1/9 w", turns);
        assert!(!has_capture_choice(&chain("d4:f6:d8")));
        assert!(!has_capture_choice(&chain("d4:f6")));
        let pawns = line(Variant::Shatar, "7k/7p/8/3p4/4P3/8/8/K7 w", "e4d5");
        assert!(!has_capture_choice(&pawns));
    }

    #[test]
    fn an_offer_can_be_taken() {
        assert!(has_offer(&line(Variant::Extended, HUNT.0, HUNT.1)));
        // It need not be taken within the line.
        let text = "9/1/K2r3/7/q6/7/4k2/7/1/9 b";
        assert!(has_offer(&line(Variant::Extended, text, "d5-f5")));
        assert!(!has_offer(&line(Variant::Extended, text, "d5-f5!")));
        let quiet = line(Variant::Extended, "9/1/K6/7/7/7/7/k6/1/9 w", "g5-g6");
        assert!(!has_offer(&quiet));
    }

    #[test]
    fn what_could_be_taken_before_is_no_offer() {
        // The batyr on c9 attacks the shatra on c7 already.
        let text = "9/1/K6/7/4S2/7/4q2/6k/1/9 w";
        assert!(!has_offer(&line(Variant::Extended, text, "g5-g6")));
    }

    #[test]
    fn a_quiet_turn_stands_between_captures() {
        let text = "9/1/6K/4S2/3s3/7/7/k5s/1/9 w";
        let turns = "c6:e8! a10-a8 a5-a6 a8-a7 a6:a8";
        assert!(has_quiet_among_captures(&line(
            Variant::Extended,
            text,
            turns
        )));
        let cut = "c6:e8! a10-a8 a5-a6 a8-a7";
        assert!(!has_quiet_among_captures(&line(
            Variant::Extended,
            text,
            cut
        )));
        assert!(!has_quiet_among_captures(&line(
            Variant::Extended,
            HUNT.0,
            HUNT.1
        )));
    }

    #[test]
    fn a_ladder_has_two_rungs() {
        assert!(has_sacrifice_ladder(&line(
            Variant::Extended,
            HUNT.0,
            HUNT.1
        )));
        let text = "9/1/K2r3/7/q6/7/4k2/7/1/9 b";
        let one = line(Variant::Extended, text, "d5-f5 g5:e5! g7:d4");
        assert!(!has_sacrifice_ladder(&one));
    }

    #[test]
    fn a_hunt_ends_with_the_biy() {
        assert!(is_biy_hunt(&line(Variant::Extended, HUNT.0, HUNT.1)));
        let unfinished = line(Variant::Extended, HUNT.0, "d5-d7 a5:f5:c8! d10-f8");
        assert!(!is_biy_hunt(&unfinished));
        let text = "9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w - - - 7 41";
        let quiet = line(Variant::Extended, text, "b5-g10 g9-f8 g10-g8 f8-g7 g8:g5");
        assert!(!is_biy_hunt(&quiet));
    }
}

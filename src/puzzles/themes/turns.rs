//! Themes of single turns: drops, teleports, promotions, captures en passant, temdeks.

use super::rights::moved_kind;
use crate::base::{Color, Square};
use crate::game::{BoardContents, GameRecord};
use crate::puzzles::played_line::{PlayedLine, Ply};
use crate::rules::shatra::{Kind, Occupant, Setup, file_of, rank_of, regions, square_at};

/// Returns whether the solver finds a drop of another man than the biy.
pub fn has_drop(line: &PlayedLine) -> bool {
    line.to_find()
        .any(|(_, ply)| ply.turn.is_drop && moved_kind(ply) != Some(Kind::Biy))
}

/// Returns whether the solver finds the drop of an urgent man. It has to drop one, but which, and
/// where, is its choice.
pub fn has_urgent_drop(line: &PlayedLine) -> bool {
    line.to_find().any(|(_, ply)| {
        let occupant = setup(&ply.before).zip(ply.turn.path.first());
        let occupant = occupant.and_then(|(setup, from)| setup.squares.get(from.index()).copied());
        ply.turn.is_drop && matches!(occupant, Some(Some(Occupant::Man { urgent: true, .. })))
    })
}

/// Returns whether a shatra goes from an enemy tower into the enemy's fortress. Its steps do not reach
/// so far.
pub fn has_teleport(line: &PlayedLine) -> bool {
    line.to_find().any(|(_, ply)| {
        let enemy = regions(!ply.before.side_to_move());
        let is_quiet = ply.turn.captures.is_empty() && !ply.turn.is_drop;
        is_quiet
            && moved_kind(ply) == Some(Kind::Shatra)
            && first(ply).is_some_and(|from| enemy.towers.has(from))
            && last(ply).is_some_and(|to| enemy.fortress.has(to))
    })
}

/// Returns whether the solver finds a promotion without a capture.
pub fn has_promotion(line: &PlayedLine) -> bool {
    promotes(line, false)
}

/// Returns whether the solver finds a capture with a promotion.
pub fn has_promotion_in_chain(line: &PlayedLine) -> bool {
    promotes(line, true)
}

fn promotes(line: &PlayedLine, captures: bool) -> bool {
    line.to_find()
        .any(|(_, ply)| ply.turn.promotion.is_some() && ply.turn.captures.is_empty() != captures)
}

/// Returns whether the solver finds a capture en passant: a jump over the empty square that a shatra has
/// passed.
pub fn has_en_passant(line: &PlayedLine) -> bool {
    line.to_find().any(|(_, ply)| {
        let passed = setup(&ply.before).and_then(|setup| setup.en_passant);
        let jump = ply.turn.path.first().zip(ply.turn.path.get(1));
        let over = jump.and_then(|(&from, &to)| middle(from, to));
        moved_kind(ply) == Some(Kind::Shatra)
            && !ply.turn.captures.is_empty()
            && passed.is_some()
            && over == passed
    })
}

/// Returns whether a temdek goes off by a turn that the solver finds.
pub fn has_temdek_race(line: &PlayedLine) -> bool {
    line.to_find().any(|(index, ply)| {
        let both = setup(&ply.before).zip(setup(line.after(index)));
        both.is_some_and(|(before, after)| {
            let goes_off = |color: &Color| {
                let is_on = |setup: &Setup| setup.temdeks.get(color.index()).copied();
                is_on(&before) == Some(true) && is_on(&after) == Some(false)
            };
            Color::ALL.iter().any(goes_off)
        })
    })
}

/// Returns the square in the middle between two squares that are two steps apart.
fn middle(from: Square, to: Square) -> Option<Square> {
    let [files, ranks] = [file_of(from) + file_of(to), rank_of(from) + rank_of(to)];
    let is_jump =
        file_of(from).abs_diff(file_of(to)) <= 2 && rank_of(from).abs_diff(rank_of(to)) <= 2;
    let is_whole = files % 2 == 0 && ranks % 2 == 0;
    square_at(files / 2, ranks / 2).filter(|_| is_jump && is_whole)
}

fn first(ply: &Ply) -> Option<Square> {
    ply.turn.path.first().copied()
}

fn last(ply: &Ply) -> Option<Square> {
    ply.turn.path.last().copied()
}

fn setup(game: &GameRecord) -> Option<Setup> {
    match game.contents() {
        BoardContents::Shatra(setup) => Some(setup),
        BoardContents::Board8(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_lines::line;
    use super::*;
    use crate::game::Variant;

    const RESERVE: &str = "SS1SR4/1/K6/7/7/7/7/k6/1/9 w T";

    #[test]
    fn a_drop_is_one_of_the_reserve() {
        assert!(has_drop(&line(Variant::Extended, RESERVE, "e1-d7")));
        assert!(!has_drop(&line(Variant::Extended, RESERVE, "g5-g6")));
        assert!(!has_drop(&line(Variant::Extended, RESERVE, "e1-d7!")));
        let on_gate = "SS1SR4/K/7/7/7/7/7/k6/1/9 w T";
        assert!(!has_drop(&line(Variant::Extended, on_gate, "d4-d7")));
    }

    #[test]
    fn an_urgent_drop_is_one_of_an_urgent_man() {
        let text = "1RS3!S2/1/K6/7/5S1/7/4s2/k6/1/9 w T - - - 1";
        assert!(has_urgent_drop(&line(Variant::Extended, text, "e3-f5")));
        assert!(!has_urgent_drop(&line(Variant::Extended, RESERVE, "e1-d7")));
    }

    #[test]
    fn a_teleport_leaves_a_tower_for_the_fortress() {
        let text = "9/1/K6/7/7/7/7/S5k/1/9 w";
        assert!(has_teleport(&line(Variant::Extended, text, "g10-e12")));
        assert!(!has_teleport(&line(Variant::Extended, text, "g10-f10")));
        // From the other tower of Black's half, downwards.
        let text = "9/1/k5s/7/7/7/7/K6/1/9 b";
        assert!(has_teleport(&line(Variant::Extended, text, "a5-c2")));
    }

    #[test]
    fn promotions_capture_or_not() {
        let quiet = "9/1/K6/7/7/7/7/k6/s/3S5 w";
        let quiet = line(Variant::Extended, quiet, "e13-e14=Q");
        assert!(has_promotion(&quiet) && !has_promotion_in_chain(&quiet));
        let chain = "K8/1/7/7/7/7/3s3/6k/1/1S2s4 w";
        let chain = line(Variant::Original, chain, "d12:d14=Q");
        assert!(has_promotion_in_chain(&chain) && !has_promotion(&chain));
        let pawn = line(Variant::Shatar, "7k/4P2p/8/8/8/8/8/K7 w", "e7e8j");
        assert!(has_promotion(&pawn));
    }

    #[test]
    fn a_capture_en_passant_jumps_over_the_passed_square() {
        let text = "9/1/K6/5s1/4S1R/7/7/k6/1/9 b - - 22 - 1";
        assert!(has_en_passant(&line(Variant::Extended, text, "b6:d6")));
        let direct = "9/1/K6/5s1/4S1R/7/7/k6/1/9 b";
        assert!(!has_en_passant(&line(Variant::Extended, direct, "b6:d8")));
    }

    #[test]
    fn a_temdek_goes_off_with_the_last_drop() {
        let last = "S8/1/K6/7/7/7/7/k6/1/9 w T";
        assert!(has_temdek_race(&line(Variant::Extended, last, "e1-f5")));
        assert!(!has_temdek_race(&line(Variant::Extended, RESERVE, "e1-d7")));
    }
}

//! What a side can capture, and whether it must respond to something.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::base::Square;
use crate::game::{BoardContents, GameRecord, TurnDetails};
use crate::puzzles::played_line::Ply;

/// Returns whether the side to move can capture in Shatra, or is in check on the chessboard.
pub fn must_respond(game: &GameRecord) -> bool {
    match game.contents() {
        BoardContents::Shatra(_) => can_capture(game),
        BoardContents::Board8(board) => board.checked_king.is_some(),
    }
}

/// Returns whether a legal turn captures.
pub fn can_capture(game: &GameRecord) -> bool {
    let mut captures = false;
    game.for_each_turn(|turn| {
        captures = !turn.captures.is_empty();
        if captures {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    captures
}

/// Returns whether a turn makes a capture possible: one that the opponent could not begin if the turn
/// had been passed.
pub fn makes_capture_possible(before: &GameRecord, after: &GameRecord) -> bool {
    let passed = before.with_opponent_to_move();
    let known = passed.map_or_else(|_| BTreeSet::new(), |passed| first_jumps(&passed));
    !first_jumps(after).is_subset(&known)
}

/// Returns the first jumps of all captures: the square of the man that jumps, and that of the man it takes.
fn first_jumps(game: &GameRecord) -> BTreeSet<(Square, Square)> {
    let mut jumps = BTreeSet::new();
    game.for_each_turn(|turn| {
        jumps.extend(
            turn.path
                .first()
                .copied()
                .zip(turn.captures.first().copied()),
        );
        ControlFlow::Continue(())
    });
    jumps
}

/// Returns whether a capture is legal that differs from a turn in more than where a chain stops.
pub fn has_other_capture(ply: &Ply) -> bool {
    let is_other = |turn: &TurnDetails| {
        let starts = |a: &TurnDetails, b: &TurnDetails| a.path.starts_with(&b.path);
        !turn.captures.is_empty() && !starts(turn, &ply.turn) && !starts(&ply.turn, turn)
    };
    let mut found = false;
    ply.before.for_each_turn(|turn| {
        found = is_other(&turn);
        if found {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    found
}

//! Whether a side must respond to something.

use std::ops::ControlFlow;

use crate::game::{BoardContents, GameRecord};

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

//! Draws boards with their men as self-contained SVG documents.
//!
//! No element has an id or refers to another one, so a page can contain many pictures. A
//! square is 60 units wide; only the size of the whole picture can be chosen. What all boards
//! have in common is drawn in `drawing`, and a module for each board draws the rest.

mod board8;
mod drawing;
mod figures;
mod shatra;

use crate::game::{BoardContents, GameRecord};

pub use drawing::SvgOptions;
pub use figures::{Figure, figures};

/// Returns a picture of the current position of a game as an SVG document. If the
/// options do not specify a last turn, the game's last turn is highlighted.
pub fn svg(game: &GameRecord, options: &SvgOptions) -> String {
    let mut options = options.clone();
    if let Some(turn) = game.turns().last()
        && options.last_turn.is_empty()
    {
        options.last_turn.clone_from(&turn.path);
    }
    match game.contents() {
        BoardContents::Shatra(setup) => shatra::draw(&setup, &options),
        BoardContents::Board8(board) => board8::draw(game, &board, &options),
    }
}

//! Puzzles: positions of games in which one turn alone wins or saves.
//!
//! A [`PuzzleMaker`] takes them out of games. It scans a game for positions with a gap between the
//! best turn and its rival (`scan.rs`, `rival.rs`), and then tries in every way that it has to find a second solution
//! (`judge.rs`); what is left is a [`Puzzle`], with its line (`line.rs`), the refutation of every wrong
//! first turn (`refute.rs`), a rating (`grade.rs`) and themes (`themes`). The results are plain data,
//! serialized by serde. A puzzle depends only on the game and the settings, so that any number of
//! jobs makes the same.

mod choices;
mod error;
#[cfg(test)]
mod fakes;
mod grade;
mod judge;
mod line;
mod maker;
mod played_line;
mod prover;
mod puzzle;
mod refute;
mod rival;
mod scan;
mod searches;
mod selection;
mod sgn;
mod theme;
mod themes;
mod verify;

pub use error::PuzzleError;
pub use judge::Effort;
pub use maker::PuzzleMaker;
pub use played_line::{LineError, PlayedLine, Ply};
pub use puzzle::{By, Goal, LineEnd, Proof, Puzzle, Refutation, Step};
pub use selection::select;
pub use sgn::{file_game, task};
pub use theme::Theme;
pub use verify::{PuzzleFault, PuzzleVerifier};

//! A game in play, whatever its rules.
//!
//! [`Variant`] names a rule set at run time, [`Record`] is a game of a rule set
//! that is known at compile time, with its repetitions, and [`GameRecord`] is a
//! game of any rule set, with turns as texts.

mod board8;
mod board_contents;
mod game_record;
mod playable;
mod played;
mod record;
mod result;
mod shatra;
mod turn_facts;
mod turn_in_steps;
mod variant;

pub use board_contents::{Board8, BoardContents};
pub use game_record::{GameRecord, START};
pub use playable::{Playable, PlayedTurn, PositionError};
pub use record::Record;
pub use result::GameResult;
pub use turn_facts::TurnFacts;
pub use turn_in_steps::{Progress, TurnInSteps};
pub use variant::Variant;
pub(crate) use variant::for_game;

//! A game in play, under any rule set.
//!
//! [`Variant`] names a rule set at run time, [`Record`] is a game of a rule set
//! that is fixed at compile time, and [`GameRecord`] is a game of any rule set, with
//! turns as texts.

mod any_record;
mod board8;
mod board_contents;
mod game_record;
mod perft_divide;
mod playable;
mod record;
mod result;
mod shatra;
mod turn_details;
mod turn_in_steps;
mod variant;

pub(crate) use any_record::{AnyRecord, match_record};
pub use board_contents::{Board8Contents, BoardContents};
pub(crate) use game_record::for_position;
pub use game_record::{GameRecord, START};
pub use playable::{Playable, PlayedTurn, PositionError};
pub use record::Record;
pub use result::GameResult;
pub use turn_details::TurnDetails;
pub use turn_in_steps::{StepResult, TurnInSteps};
pub use variant::Variant;
pub(crate) use variant::{for_game, games, match_variant};

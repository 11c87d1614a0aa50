//! Games in progress, under any rule set.
//!
//! [`Variant`] identifies a rule set at run time, [`Record`] is a game under a rule set
//! that is known at compile time, and [`GameRecord`] is a game under any rule set, with
//! turns as text.

mod any_record;
mod board8;
mod board_contents;
mod game_record;
mod perft_divide;
mod playable;
mod record;
mod reserve;
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
pub use reserve::Reserve;
pub use result::GameResult;
pub use turn_details::TurnDetails;
pub use turn_in_steps::{StepResult, TurnInSteps};
pub use variant::{UnknownVariant, Variant};
pub(crate) use variant::{for_variant, match_variant, variants};

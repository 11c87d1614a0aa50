//! Games in progress, under any rule set.
//!
//! [`Variant`] identifies a rule set at run time, [`Record`] is a game under a rule set
//! that is known at compile time, and [`GameRecord`] is a game under any rule set, with
//! turns as text.
//!
//! The ways to list the legal turns of a position, the fastest first:
//!
//! | wanted | method |
//! |---|---|
//! | their number | [`Game::count`], [`GameRecord::count_turns`] |
//! | the turns as values | [`Game::generate`] |
//! | the same under any rule set, each with its position | [`GamePosition::for_each_turn`] |
//! | enough turns to reach every next position | [`Game::generate_distinct`] |
//! | each turn with its notations, path and effects | [`Playable::for_each_path`] |
//! | the same without the turn as a value | [`GameRecord::for_each_turn`] |
//! | a list of these, or of the texts alone | [`GameRecord::legal_turns`], [`GameRecord::legal_texts`] |
//!
//! The search generates its own lists, which leave out more turns.
//!
//! [`Game::count`]: crate::rules::Game::count
//! [`Game::generate`]: crate::rules::Game::generate
//! [`Game::generate_distinct`]: crate::rules::Game::generate_distinct

mod any_position;
mod any_record;
mod board8;
mod facts;
mod game_record;
mod playable;
mod record;
mod result;
mod shatra;
mod turn_in_steps;
mod variant;

pub use any_position::{GamePosition, LegalTurn};
pub(crate) use any_record::{AnyRecord, match_record};
pub use facts::{
    AnyTurn, Board8Contents, BoardContents, Reserve, START, StepDetails, TurnDetails, VariantRules,
};
pub use game_record::GameRecord;
#[cfg(feature = "search")]
pub(crate) use game_record::for_position;
pub use playable::{Playable, PositionError};
pub use record::Record;
pub use result::GameResult;
pub use turn_in_steps::{StepResult, TurnInSteps};
#[cfg(feature = "tables")]
pub(crate) use variant::for_variant;
pub use variant::{UnknownVariant, Variant};
pub(crate) use variant::{match_variant, variants};

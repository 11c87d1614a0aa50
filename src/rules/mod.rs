//! The rules of each game, exact and single-threaded.
//!
//! [`shatra`] and [`board8`] define positions whose rule set is known at
//! compile time, for search and counting. [`GameRecord`] is a game whose
//! [`Variant`] is known only at run time, with turns as texts, for code that
//! reads, writes or referees games; [`game_file`] reads and writes whole games
//! with their annotations.

pub mod board8;
pub mod game_file;
mod game_record;
mod game_result;
mod illegal;
mod outcome;
pub mod perft;
mod playable;
mod played;
mod record;
mod scene;
pub mod shatra;
mod svg;
mod turn_error;
mod turn_facts;
mod turn_in_steps;
mod variant;

pub use game_record::{GameRecord, START};
pub use game_result::GameResult;
pub use illegal::Illegal;
pub use outcome::{DrawReason, Outcome, WinReason};
pub use playable::{Playable, PlayedTurn, PositionError};
pub use record::Record;
pub use scene::{Board8, Scene};
pub use svg::SvgOptions;
pub use turn_error::TurnError;
pub use turn_facts::TurnFacts;
pub use turn_in_steps::{Progress, TurnInSteps};
pub use variant::Variant;
pub(crate) use variant::for_game;

//! Shatra, in five rule sets.
//!
//! `protocol/RULES.md` and `protocol/RULES-ONLINE.md` define every rule, and the code
//! cites their sections. [`Rules`] are the facts of a rule set, a [`Position`] is a valid
//! position under a [`RuleSet`], and a [`Turn`] is a legal turn in a position.

mod board;
mod game;
pub(crate) mod geometry;
mod kind;
mod movegen;
mod notation;
mod path;
mod play;
mod position;
mod read_turn;
mod ruleset;
mod setup;
mod spn;
#[cfg(test)]
pub(crate) mod test_games;
mod turn;
mod turn_pattern;
mod why_illegal;

pub use board::Board;
pub use geometry::{
    SQUARES, SideRegions, file_of, half_turn, mirrored, rank_of, regions, square_at, squares,
};
pub use kind::{Kind, Man, OfficerSet};
#[cfg(feature = "search")]
pub(crate) use movegen::{DistinctList, Generator, TurnSink};
pub use notation::{Numbering, square_name, square_named};
pub use path::{LandingSquare, Path, Step, capture_order};
pub use position::Position;
pub use ruleset::{
    EnPassant, EnemyFortressDrops, Extended, GateRights, Ghosts, Kurin, Online, Original,
    PassingPromotion, Pritchard, ReserveRule, RuleSet, Rules,
};
pub use setup::{Occupant, Setup, SetupError};
pub use spn::SpnError;
pub use turn::Turn;

//! Positions whose rule set is chosen at run time.

use batyr::rules::shatra::{
    Extended, Kurin, Online, Original, Position, Pritchard, RuleSet, Setup,
};

/// A position of one of the five rule sets.
#[derive(Clone, Copy, Debug)]
pub enum AnyPosition {
    Extended(Position<Extended>),
    Original(Position<Original>),
    Kurin(Position<Kurin>),
    Pritchard(Position<Pritchard>),
    Online(Position<Online>),
}

/// The IDs of the rule sets.
pub const RULE_SET_IDS: [&str; 5] = [
    Extended::ID,
    Original::ID,
    Kurin::ID,
    Pritchard::ID,
    Online::ID,
];

/// Evaluates an expression with the position inside an [`AnyPosition`].
macro_rules! with_position {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            AnyPosition::Extended($position) => $body,
            AnyPosition::Original($position) => $body,
            AnyPosition::Kurin($position) => $body,
            AnyPosition::Pritchard($position) => $body,
            AnyPosition::Online($position) => $body,
        }
    };
}

pub(crate) use with_position;

impl AnyPosition {
    /// Returns the start position of the rule set with this ID.
    pub fn start(id: &str) -> Self {
        match id {
            Original::ID => Self::Original(Position::start()),
            Kurin::ID => Self::Kurin(Position::start()),
            Pritchard::ID => Self::Pritchard(Position::start()),
            Online::ID => Self::Online(Position::start()),
            _ => Self::Extended(Position::start()),
        }
    }

    /// Parses a position of the rule set with this ID.
    pub fn parse(id: &str, spn: &str) -> Result<Self, String> {
        let setup: Setup = spn.parse().map_err(|error| format!("{error}"))?;
        Self::from_setup(id, &setup)
    }

    /// Builds a position of the rule set with this ID from a setup.
    pub fn from_setup(id: &str, setup: &Setup) -> Result<Self, String> {
        fn checked<R: RuleSet>(setup: &Setup) -> Result<Position<R>, String> {
            setup.position().map_err(|error| format!("{error}"))
        }
        Ok(match id {
            Original::ID => Self::Original(checked(setup)?),
            Kurin::ID => Self::Kurin(checked(setup)?),
            Pritchard::ID => Self::Pritchard(checked(setup)?),
            Online::ID => Self::Online(checked(setup)?),
            _ => Self::Extended(checked(setup)?),
        })
    }
}

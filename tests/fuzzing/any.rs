//! Positions whose rule set is chosen at run time.

use batyr::rules::shatra::{self, Position, RuleSet, Setup};

use super::rule_sets::rule_sets;

/// Declares [`AnyPosition`] from the list of rule sets.
macro_rules! declare_any_position {
    ({} $($name:ident $rules:ident $seed:literal,)*) => {
        /// A position of one of the rule sets.
        #[derive(Clone, Copy, Debug)]
        pub enum AnyPosition {
            $($rules(Position<shatra::$rules>),)*
        }

        /// The IDs of the rule sets.
        pub const RULE_SET_IDS: [&str; [$(stringify!($name)),*].len()] =
            [$(shatra::$rules::RULES.id),*];

        impl AnyPosition {
            /// Returns the start position of the rule set with this ID.
            pub fn start(id: &str) -> Self {
                $(if id == shatra::$rules::RULES.id {
                    return Self::$rules(Position::start());
                })*
                panic!("no rule set {id:?}")
            }

            /// Builds a position of the rule set with this ID from a setup.
            pub fn from_setup(id: &str, setup: &Setup) -> Result<Self, String> {
                $(if id == shatra::$rules::RULES.id {
                    let position = setup.position().map_err(|error| format!("{error}"));
                    return position.map(Self::$rules);
                })*
                panic!("no rule set {id:?}")
            }
        }
    };
}

rule_sets!((declare_any_position) {});

/// The `match` of [`with_position!`].
macro_rules! match_position {
    ({ $any:expr, $position:ident => $body:expr } $($name:ident $rules:ident $seed:literal,)*) => {
        match $any {
            $($crate::fuzzing::any::AnyPosition::$rules($position) => $body,)*
        }
    };
}

pub(crate) use match_position;

/// Evaluates an expression with the position inside an [`AnyPosition`].
macro_rules! with_position {
    ($any:expr, $position:ident => $body:expr) => {
        $crate::fuzzing::rule_sets::rule_sets!(
            ($crate::fuzzing::any::match_position) { $any, $position => $body }
        )
    };
}

pub(crate) use with_position;

impl AnyPosition {
    /// Parses a position of the rule set with this ID.
    pub fn parse(id: &str, spn: &str) -> Result<Self, String> {
        let setup: Setup = spn.parse().map_err(|error| format!("{error}"))?;
        Self::from_setup(id, &setup)
    }
}

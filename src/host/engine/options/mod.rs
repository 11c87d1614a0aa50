//! The options of the engine: their names, kinds and effects.
//!
//! Each option is a row of one table. A row contains the option's name in every dialect,
//! its kind and range, whether a change waits for the end of a search, and the effect as a
//! function of the typed value. So no option can lack an effect, and a dialect without a
//! column does not compile. An option without a name in a dialect is not offered there.
//! Options that concern only the conversation (`batch`, `usemillisec`, …) belong to the
//! session.

mod table;
#[cfg(feature = "tunable")]
mod tunable;

use batyr_protocol::{Dialect, OptionKind, OptionSpec, OptionValue};

use super::HostedEngine;
use super::refusal::Refusal;
use crate::host::limits::HostLimits;
use table::OPTIONS;

/// The definition of an option, which is the same for all hosts.
struct OptionRow {
    /// The name in each dialect, by [`Dialect::index`]; `None` where the option is not
    /// offered.
    names: Names,
    /// Whether a change waits for the end of a running search.
    waits: bool,
    /// Whether the option is offered only to hosts that may name files.
    needs_files: bool,
    kind: RowKind,
}

type Names = [Option<&'static str>; Dialect::ALL.len()];

/// The kind of an option, with its range and its effect.
enum RowKind {
    Spin {
        range: fn(Dialect, &HostLimits) -> SpinRange,
        apply: fn(&mut HostedEngine, i64) -> Result<(), Refusal>,
    },
    /// An option that is off by default.
    Check {
        apply: fn(&mut HostedEngine, bool) -> Result<(), Refusal>,
    },
    Combo {
        choices: fn(Dialect) -> ComboChoices,
        apply: fn(&mut HostedEngine, &str) -> Result<(), Refusal>,
    },
    Button {
        apply: fn(&mut HostedEngine) -> Result<(), Refusal>,
    },
    Text {
        default: &'static str,
        apply: fn(&mut HostedEngine, &str) -> Result<(), Refusal>,
    },
}

/// The default, the minimum and the maximum of a number.
struct SpinRange {
    default: i64,
    min: i64,
    max: i64,
}

/// The default and all choices of a combo option.
struct ComboChoices {
    default: &'static str,
    all: Vec<&'static str>,
}

impl OptionRow {
    /// Makes changes wait for the end of a running search.
    const fn waiting(mut self) -> Self {
        self.waits = true;
        self
    }

    /// Offers the option only to hosts that may name files.
    const fn needing_files(mut self) -> Self {
        self.needs_files = true;
        self
    }

    const fn name(&self, dialect: Dialect) -> Option<&'static str> {
        self.names[dialect.index()]
    }

    /// Returns the declaration of the option; `None` if it is not offered to this host.
    fn spec(&self, dialect: Dialect, limits: &HostLimits) -> Option<OptionSpec> {
        let name = self.name(dialect)?;
        let is_offered = limits.allows_files || !self.needs_files;
        is_offered.then(|| OptionSpec {
            waits: self.waits,
            ..OptionSpec::new(name, self.kind.declaration(dialect, limits))
        })
    }
}

impl RowKind {
    fn declaration(&self, dialect: Dialect, limits: &HostLimits) -> OptionKind {
        match self {
            Self::Spin { range, .. } => {
                let SpinRange { default, min, max } = range(dialect, limits);
                OptionKind::Spin { default, min, max }
            }
            Self::Check { .. } => OptionKind::Check { default: false },
            Self::Combo { choices, .. } => {
                let ComboChoices { default, all } = choices(dialect);
                OptionKind::Combo {
                    default: default.to_owned(),
                    choices: all.into_iter().map(str::to_owned).collect(),
                }
            }
            Self::Button { .. } => OptionKind::Button,
            Self::Text { default, .. } => OptionKind::Text {
                default: (*default).to_owned(),
            },
        }
    }
}

/// Returns the declarations of the options that are offered to a host.
pub fn declarations(dialect: Dialect, limits: &HostLimits) -> Vec<OptionSpec> {
    let offered = OPTIONS.iter().filter_map(|row| row.spec(dialect, limits));
    let offered = offered.collect();
    #[cfg(feature = "tunable")]
    let offered = tunable::with_parameters(offered, dialect, limits);
    offered
}

/// Sets the option with this name to a value that matches its declaration.
///
/// # Errors
/// Returns an error if the engine refuses the value; the option is then unchanged.
pub fn set(
    host: &mut HostedEngine,
    dialect: Dialect,
    name: &str,
    value: &OptionValue,
) -> Result<(), Refusal> {
    #[cfg(feature = "tunable")]
    if tunable::set_parameter(name, value) {
        return Ok(());
    }
    let row = OPTIONS.iter().find(|row| row.name(dialect) == Some(name));
    match (row.map(|row| &row.kind), value) {
        (Some(RowKind::Spin { apply, .. }), OptionValue::Spin(number)) => apply(host, *number),
        (Some(RowKind::Check { apply }), OptionValue::Check(on)) => apply(host, *on),
        (Some(RowKind::Combo { apply, .. }), OptionValue::Combo(choice)) => apply(host, choice),
        (Some(RowKind::Button { apply }), OptionValue::Button) => apply(host),
        (Some(RowKind::Text { apply, .. }), OptionValue::Text(text)) => apply(host, text),
        // The session passes only values that match a declaration.
        _ => {
            log::error!("the value {value:?} does not match the declaration of option {name}");
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dialect: Dialect) -> Vec<&'static str> {
        OPTIONS.iter().filter_map(|row| row.name(dialect)).collect()
    }

    #[test]
    fn no_two_options_of_a_dialect_share_a_name() {
        for dialect in Dialect::ALL {
            let mut names = names(dialect);
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{}", dialect.properties().name);
        }
    }

    #[test]
    fn the_options_that_a_tournament_sets_are_offered() {
        for dialect in Dialect::ALL {
            let required = [
                dialect.properties().variant_option,
                dialect.properties().fairy_rules_option,
            ];
            for name in required
                .into_iter()
                .chain(dialect.properties().version_option)
            {
                assert!(names(dialect).contains(&name), "{name}");
            }
        }
    }

    #[test]
    fn ucci_names_are_single_lower_case_words() {
        for spec in declarations(Dialect::Ucci, &HostLimits::owner()) {
            assert!(
                spec.name.chars().all(|c| c.is_ascii_lowercase()),
                "{}",
                spec.name
            );
        }
    }

    #[test]
    fn every_option_can_be_declared_in_ushi() {
        for spec in declarations(Dialect::Ushi, &HostLimits::owner()) {
            assert!(spec.fits_ushi(), "{}", spec.name);
        }
    }
}

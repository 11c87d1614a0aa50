//! The options of the engine: their names, kinds and effects.
//!
//! One row for each option. A row holds the names in all
//! dialects, the kind with its range, whether a change waits for the end of a
//! search, and the effect as a function of the typed value; so there is no option
//! without an effect, and a dialect without a column does not compile. An option
//! without a name in a dialect is not offered there. Options that concern only
//! the conversation (`batch`, `usemillisec`, …) belong to the session.

mod table;

use batyr_protocol::{Dialect, OptionKind, OptionSpec, OptionValue};

use super::HostedEngine;
use super::refusal::Refusal;
use crate::host::limits::HostLimits;
use table::OPTIONS;

/// The definition of an option, the same for all hosts.
struct OptionRow {
    /// The name in each dialect, by [`Dialect::index`].
    names: Names,
    /// Whether a change waits for the end of a running search.
    waits: bool,
    /// Whether the option is only for hosts that may name files.
    needs_files: bool,
    kind: RowKind,
}

type Names = [Option<&'static str>; Dialect::ALL.len()];

/// The kind of an option: its range, and its effect.
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

/// The default and the bounds of a number.
struct SpinRange {
    default: i64,
    min: i64,
    max: i64,
}

/// The default and all choices of a combo.
struct ComboChoices {
    default: &'static str,
    all: Vec<&'static str>,
}

impl OptionRow {
    const fn waiting(mut self) -> Self {
        self.waits = true;
        self
    }

    const fn with_files(mut self) -> Self {
        self.needs_files = true;
        self
    }

    const fn name(&self, dialect: Dialect) -> Option<&'static str> {
        self.names[dialect.index()]
    }

    /// Returns the declaration of the option; `None` if it is not offered to
    /// this host.
    fn spec(&self, dialect: Dialect, limits: &HostLimits) -> Option<OptionSpec> {
        let name = self.name(dialect)?;
        let is_offered = limits.files || !self.needs_files;
        is_offered.then(|| OptionSpec {
            waits: self.waits,
            ..OptionSpec::new(name, self.kind.declared(dialect, limits))
        })
    }
}

impl RowKind {
    fn declared(&self, dialect: Dialect, limits: &HostLimits) -> OptionKind {
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

/// Returns the options that are offered to a host.
pub fn declared(dialect: Dialect, limits: &HostLimits) -> Vec<OptionSpec> {
    let offered = OPTIONS.iter().filter_map(|row| row.spec(dialect, limits));
    offered.collect()
}

/// Sets the option of this name, with a value that fits its declaration.
///
/// # Errors
/// Returns an error if the engine refuses the value; the old one stays.
pub fn set(
    host: &mut HostedEngine,
    dialect: Dialect,
    name: &str,
    value: &OptionValue,
) -> Result<(), Refusal> {
    let row = OPTIONS.iter().find(|row| row.name(dialect) == Some(name));
    match (row.map(|row| &row.kind), value) {
        (Some(RowKind::Spin { apply, .. }), OptionValue::Spin(number)) => apply(host, *number),
        (Some(RowKind::Check { apply }), OptionValue::Check(on)) => apply(host, *on),
        (Some(RowKind::Combo { apply, .. }), OptionValue::Combo(choice)) => apply(host, choice),
        (Some(RowKind::Button { apply }), OptionValue::Button) => apply(host),
        (Some(RowKind::Text { apply, .. }), OptionValue::Text(text)) => apply(host, text),
        // The session sends only values that fit a declaration.
        _ => {
            log::error!("option {name} is not declared with a value such as {value:?}");
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
            let mut all = names(dialect);
            all.sort_unstable();
            let count = all.len();
            all.dedup();
            assert_eq!(all.len(), count, "{}", dialect.name());
        }
    }

    #[test]
    fn the_options_that_a_tournament_sets_are_offered() {
        for dialect in Dialect::ALL {
            let set = [dialect.variant_option(), dialect.fairy_rules_option()];
            for name in set.into_iter().chain(dialect.version_option()) {
                assert!(names(dialect).contains(&name), "{name}");
            }
        }
    }

    #[test]
    fn ucci_names_are_one_lower_case_word() {
        for spec in declared(Dialect::Ucci, &HostLimits::owner()) {
            assert!(
                spec.name.chars().all(|c| c.is_ascii_lowercase()),
                "{}",
                spec.name
            );
        }
    }

    #[test]
    fn ushi_can_show_every_option() {
        for spec in declared(Dialect::Ushi, &HostLimits::owner()) {
            assert!(spec.fits_ushi(), "{}", spec.name);
        }
    }
}

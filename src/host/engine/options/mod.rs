//! The options of the engine: their names, kinds and effects.
//!
//! Each option is a row of one table. A dialect without a column does not compile; an option
//! without a name in a dialect is not offered there. Options that concern only the conversation
//! (`batch`, `usemillisec`, …) belong to the session.

mod row;
mod table;
#[cfg(feature = "tunable")]
mod tunable;

use batyr_protocol::{Dialect, OptionSpec, OptionValue};

use super::HostedEngine;
use super::refusal::Refusal;
use crate::host::limits::HostLimits;
use table::OPTIONS;

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
pub fn set(host: &mut HostedEngine, name: &str, value: &OptionValue) -> Result<(), Refusal> {
    #[cfg(feature = "tunable")]
    if tunable::set_parameter(name, value) {
        return Ok(());
    }
    let row = OPTIONS
        .iter()
        .find(|row| row.name(host.dialect) == Some(name));
    // The session passes only names of options that are declared.
    row.map_or(Ok(()), |row| row.set(host, value))
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

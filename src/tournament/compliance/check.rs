//! The type of a compliance check.

use batyr_protocol::Dialect;

use super::engine_under_test::{CheckError, EngineUnderTest};

/// A check of a single requirement of the document.
pub struct Check {
    /// The requirement, in a few words.
    pub name: &'static str,
    /// The section of the document that states it.
    pub section: &'static str,
    /// Returns whether the requirement applies to a dialect.
    pub(super) applies_to: fn(Dialect) -> bool,
    /// Runs the check.
    pub(super) run: fn(&mut EngineUnderTest) -> Result<(), CheckError>,
}

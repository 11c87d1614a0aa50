//! The type of a compliance check.

use batyr_protocol::{ClockForm, Dialect, Notation};

use super::engine_under_test::EngineUnderTest;
use super::failure::CheckResult;

/// A check of a single requirement of `protocol/PROTOCOL.md`.
pub struct Check {
    /// The requirement, in a few words.
    pub name: &'static str,
    /// The section of PROTOCOL.md that states the requirement.
    pub section: &'static str,
    /// Returns whether the requirement applies to a dialect.
    pub(super) applies_to: fn(Dialect) -> bool,
    /// Runs the check.
    pub(super) run: fn(&mut EngineUnderTest) -> CheckResult,
}

/// Creates a check that applies to every dialect.
pub const fn check(
    name: &'static str,
    section: &'static str,
    run: fn(&mut EngineUnderTest) -> CheckResult,
) -> Check {
    Check {
        name,
        section,
        applies_to: |_| true,
        run,
    }
}

impl Check {
    /// Restricts the check to the dialects that `applies_to` accepts.
    pub const fn for_dialects(self, applies_to: fn(Dialect) -> bool) -> Self {
        Self { applies_to, ..self }
    }
}

/// Returns whether each move in the protocol is a complete turn.
pub const fn sends_turns(dialect: Dialect) -> bool {
    matches!(dialect.properties().notation, Notation::Turns)
}

/// Returns whether `go` sends the clocks by colour.
pub fn has_clocks_by_color(dialect: Dialect) -> bool {
    dialect.clock_form() == ClockForm::Colors
}

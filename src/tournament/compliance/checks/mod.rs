//! The checks, grouped by subject.

mod ending;
mod game;
mod input;
mod limits;
mod lines;
mod opening;
mod positions;
mod stopping;
mod ucci;

use batyr_protocol::{ClockForm, Dialect, Notation};

use super::check::Check;

/// All checks, in the order in which they are run.
pub const ALL: &[&[Check]] = &[
    opening::CHECKS,
    positions::CHECKS,
    limits::CHECKS,
    stopping::CHECKS,
    lines::CHECKS,
    input::CHECKS,
    ucci::CHECKS,
    game::CHECKS,
    ending::CHECKS,
];

/// Applies a check to all dialects.
const fn every_dialect(_: Dialect) -> bool {
    true
}

/// Whether each move of the protocol is a complete turn.
const fn sends_turns(dialect: Dialect) -> bool {
    matches!(dialect.notation(), Notation::Turns)
}

fn has_clocks_by_color(dialect: Dialect) -> bool {
    dialect.clock_form() == ClockForm::Colors
}

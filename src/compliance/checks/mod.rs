//! The checks, grouped by subject.

mod ending;
mod facts;
mod game;
mod input;
mod limits;
mod lines;
mod opening;
mod positions;
mod stopping;
mod ucci;

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
    facts::CHECKS,
    game::CHECKS,
    ending::CHECKS,
];

//! The parts that the subcommands for many positions or games share: the
//! inputs, the output, the progress bar.

pub mod conflict;
pub mod input;
pub mod output;
pub mod progress;
mod stdin;

use crate::host::limits::HostLimits;

/// Returns the parser of a thread count on the command line: from 1 to the
/// maximum that the engine allows its owner.
pub fn threads() -> impl clap::builder::TypedValueParser<Value = u16> {
    let max = i64::try_from(HostLimits::owner().max_threads).unwrap_or(i64::MAX);
    clap::value_parser!(u16).range(1..=max.min(u16::MAX.into()))
}

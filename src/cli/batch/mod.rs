//! What the subcommands for many positions or games share: inputs, output and
//! progress bar.

pub mod conflict;
pub mod input;
pub mod items;
pub mod output;
pub mod progress;
pub mod run;
mod stdin;

use crate::host::limits::HostLimits;

/// Returns a parser for the value of --jobs: the number of items processed at a time, 1 to 1024.
pub fn jobs_parser() -> impl clap::builder::TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(1..=1024)
}

/// Returns a parser for the value of --threads: from 1 to the maximum that a local
/// user of the engine may set.
pub fn threads_parser() -> impl clap::builder::TypedValueParser<Value = u16> {
    let max = i64::try_from(HostLimits::owner().max_threads).unwrap_or(i64::MAX);
    clap::value_parser!(u16).range(1..=max.min(u16::MAX.into()))
}

//! Measurements of times, on a busy machine and of a processor.

use std::{
    fs,
    time::{Duration, Instant},
};

use super::refereed_engine::RefereedEngine;
use crate::host::{ConversationFault, metronome::Metronome};

/// The time within which an answer counts as immediate.
pub const AT_ONCE: Duration = Duration::from_millis(50);

/// The maximum number of measurements. Other work may disturb one of them, but hardly all.
const MAX_MEASUREMENTS: usize = 5;

/// An interval of time.
pub struct Interval {
    pub from: Instant,
    pub to: Instant,
}

/// Measures up to [`MAX_MEASUREMENTS`] times, until an interval is no longer than the bound, not
/// counting the time for which the machine was stalled.
///
/// # Errors
///
/// Returns a fault that lists all times if none of them is within the bound.
pub fn check_within(
    bound: Duration,
    mut measure: impl FnMut() -> Result<Interval, ConversationFault>,
) -> Result<(), ConversationFault> {
    let metronome = Metronome::default();
    let mut times = Vec::new();
    for _ in 0..MAX_MEASUREMENTS {
        let Interval { from, to } = measure()?;
        let elapsed = to.saturating_duration_since(from);
        let engine_time = elapsed.saturating_sub(metronome.stalled_since(from));
        if engine_time <= bound {
            return Ok(());
        }
        times.push(engine_time);
    }
    Err(ConversationFault::Stall(format!(
        "expected at most {bound:?}, measured {times:?}"
    )))
}

/// Does the same as [`check_within`] in one conversation, whose last lines are added to the fault.
pub fn check_engine_within(
    engine: &mut RefereedEngine,
    bound: Duration,
    mut measure: impl FnMut(&mut RefereedEngine) -> Result<Interval, ConversationFault>,
) -> Result<(), ConversationFault> {
    match check_within(bound, || measure(engine)) {
        Err(ConversationFault::Stall(fault)) => {
            Err(ConversationFault::Stall(engine.with_log(&fault)))
        }
        result => result,
    }
}

/// Returns the processor time that a process has used, to the nearest hundredth of a second.
pub fn processor_time(id: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("the process is running");
    // The name of the program, in parentheses, may contain spaces.
    let (_, rest) = stat.rsplit_once(')').expect("the name is in parentheses");
    let ticks = rest.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    Duration::from_millis(ticks * 10)
}

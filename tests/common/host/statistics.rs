//! Statistics of many games, with the faults that occurred.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use super::{ConversationFault, metronome::Metronome};

/// The overrun above which the machine itself may be the cause.
const SUSPICIOUS_OVERRUN: Duration = Duration::from_millis(5);

/// The numbers of games and answers, the delays and the faults of a test run.
#[derive(Default)]
pub struct RunStatistics {
    pub games: usize,
    /// The number of answers to `go`: turns, or steps in USHI.
    pub answers: usize,
    /// The time by which each answer exceeded `movetime`.
    overruns: Vec<Duration>,
    /// The overruns, minus the times for which the machine was stalled.
    engine_overruns: Vec<Duration>,
    metronome: Metronome,
    /// The longest of the other recorded times, by name.
    longest: BTreeMap<&'static str, Duration>,
    /// Other counts, by name.
    counts: BTreeMap<&'static str, usize>,
    faults: Vec<ConversationFault>,
}

impl RunStatistics {
    /// Records an answer that arrived this long after its `go`.
    pub fn record_answer(&mut self, elapsed: Duration, movetime: Duration) {
        self.answers += 1;
        let sent_at = Instant::now() - elapsed;
        let overrun = elapsed.saturating_sub(movetime);
        self.overruns.push(overrun);
        let stall = if overrun > SUSPICIOUS_OVERRUN {
            self.metronome.stalled_since(sent_at)
        } else {
            Duration::ZERO
        };
        self.engine_overruns.push(overrun.saturating_sub(stall));
    }

    /// Adds one to the count with this name.
    pub fn count(&mut self, name: &'static str) {
        *self.counts.entry(name).or_default() += 1;
    }

    /// Records a time under this name.
    pub fn record_time(&mut self, name: &'static str, elapsed: Duration) {
        let longest = self.longest.entry(name).or_default();
        *longest = elapsed.max(*longest);
    }

    /// Returns the longest time recorded under this name; zero if none was recorded.
    pub fn longest(&self, name: &str) -> Duration {
        self.longest.get(name).copied().unwrap_or_default()
    }

    /// Records a fault, which makes [`Self::print_and_check`] panic.
    pub fn record_fault(&mut self, fault: ConversationFault) {
        self.faults.push(fault);
    }

    /// Returns the longest of these overruns; zero if there are none.
    fn longest_of(overruns: &[Duration]) -> Duration {
        overruns.iter().max().copied().unwrap_or_default()
    }

    /// Returns the overrun that at most one answer in `n` exceeds.
    fn exceeded_by_one_in(&self, n: usize) -> Duration {
        let mut sorted = self.overruns.clone();
        sorted.sort_unstable();
        let index = sorted.len().saturating_sub(1 + sorted.len() / n);
        sorted.get(index).copied().unwrap_or_default()
    }

    fn count_overruns_above(&self, milliseconds: u64) -> usize {
        let limit = Duration::from_millis(milliseconds);
        self.overruns.iter().filter(|&&time| time > limit).count()
    }

    fn count_faults(&self, condition: impl Fn(&ConversationFault) -> bool) -> usize {
        self.faults.iter().filter(|fault| condition(fault)).count()
    }

    /// Returns a summary of a few lines.
    fn summary(&self, title: &str) -> String {
        let mut summary = format!(
            "{title}: {} games, {} answers\n  overrun: longest {:?}, 99th percentile {:?}, median \
             {:?}; above 5 ms: {}, above 10 ms: {}, above 20 ms: {}\n  longest overrun, \
             excluding the time for which the machine was stalled: {:?}\n  faults: {} illegal \
             moves, {} crashes, {} stalls, {} protocol faults\n",
            self.games,
            self.answers,
            Self::longest_of(&self.overruns),
            self.exceeded_by_one_in(100),
            self.exceeded_by_one_in(2),
            self.count_overruns_above(5),
            self.count_overruns_above(10),
            self.count_overruns_above(20),
            Self::longest_of(&self.engine_overruns),
            self.count_faults(|fault| matches!(fault, ConversationFault::Illegal(_))),
            self.count_faults(|fault| matches!(fault, ConversationFault::Crash(_))),
            self.count_faults(|fault| matches!(fault, ConversationFault::Stall(_))),
            self.count_faults(|fault| matches!(fault, ConversationFault::Protocol(_))),
        );
        for (name, count) in &self.counts {
            summary += &format!("  {name}: {count}\n");
        }
        for (name, time) in &self.longest {
            summary += &format!("  {name}: at most {time:?}\n");
        }
        summary
    }

    /// Prints the summary. Panics if there was a fault, or if an answer overran its `movetime` by
    /// more than `max_overrun`, not counting the time for which the machine was stalled.
    pub fn print_and_check(&self, title: &str, max_overrun: Duration) {
        println!("{}", self.summary(title));
        let faults: Vec<_> = self
            .faults
            .iter()
            .take(5)
            .map(ConversationFault::to_string)
            .collect();
        assert!(faults.is_empty(), "{}", faults.join("\n\n"));
        assert!(self.answers > 0, "{title}: nothing was answered");
        let longest = Self::longest_of(&self.engine_overruns);
        assert!(
            longest <= max_overrun,
            "{title}: an answer was {longest:?} late"
        );
    }
}

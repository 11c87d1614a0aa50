//! The statistics of many games.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use super::{ConversationFault, metronome::Metronome};

/// The overrun above which the machine itself may be at fault.
const SUSPICIOUS: Duration = Duration::from_millis(5);

/// The counts of games and moves, the delays and the faults.
#[derive(Default)]
pub struct RunStatistics {
    pub games: usize,
    /// The answers to `go`: turns, or jumps in USHI.
    pub moves: usize,
    /// The time by which each answer exceeded `movetime`.
    overruns: Vec<Duration>,
    /// The same times, minus the time for which the machine was stalled.
    own_overruns: Vec<Duration>,
    metronome: Metronome,
    /// The maximum of each other kind of time, by name.
    longest: BTreeMap<&'static str, Duration>,
    /// Other counts, by name.
    counts: BTreeMap<&'static str, usize>,
    faults: Vec<ConversationFault>,
}

impl RunStatistics {
    /// Records an answer that arrived this long after its `go`.
    pub fn answered(&mut self, elapsed: Duration, movetime: Duration) {
        self.moves += 1;
        let sent_at = Instant::now() - elapsed;
        let overrun = elapsed.saturating_sub(movetime);
        self.overruns.push(overrun);
        let machine = if overrun > SUSPICIOUS {
            self.metronome.stalled_since(sent_at)
        } else {
            Duration::ZERO
        };
        self.own_overruns.push(overrun.saturating_sub(machine));
    }

    pub fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    pub fn time(&mut self, what: &'static str, elapsed: Duration) {
        let longest = self.longest.entry(what).or_default();
        *longest = elapsed.max(*longest);
    }

    /// Returns the longest time of this kind.
    pub fn longest(&self, what: &str) -> Duration {
        self.longest.get(what).copied().unwrap_or_default()
    }

    pub fn fault(&mut self, fault: ConversationFault) {
        self.faults.push(fault);
    }

    fn worst(overruns: &[Duration]) -> Duration {
        overruns.iter().max().copied().unwrap_or_default()
    }

    /// Returns the overrun that at most one answer in `n` exceeds.
    fn quantile(&self, n: usize) -> Duration {
        let mut sorted = self.overruns.clone();
        sorted.sort_unstable();
        let index = sorted.len().saturating_sub(1 + sorted.len() / n);
        sorted.get(index).copied().unwrap_or_default()
    }

    fn over(&self, milliseconds: u64) -> usize {
        let bound = Duration::from_millis(milliseconds);
        self.overruns.iter().filter(|&&time| time > bound).count()
    }

    fn faults_of(&self, condition: impl Fn(&ConversationFault) -> bool) -> usize {
        self.faults.iter().filter(|fault| condition(fault)).count()
    }

    /// Returns a summary of a few lines.
    pub fn text(&self, title: &str) -> String {
        let mut text = format!(
            "{title}: {} games, {} moves\n  overrun: worst {:?}, 1 in 100 over {:?}, half over \
             {:?}; over 5 ms {}, 10 ms {}, 20 ms {}\n  worst without the time in \
             which the machine was stalled: {:?}\n  illegal {}, crashed {}, stalled {}, \
             protocol faults {}\n",
            self.games,
            self.moves,
            Self::worst(&self.overruns),
            self.quantile(100),
            self.quantile(2),
            self.over(5),
            self.over(10),
            self.over(20),
            Self::worst(&self.own_overruns),
            self.faults_of(|fault| matches!(fault, ConversationFault::Illegal(_))),
            self.faults_of(|fault| matches!(fault, ConversationFault::Crash(_))),
            self.faults_of(|fault| matches!(fault, ConversationFault::Stall(_))),
            self.faults_of(|fault| matches!(fault, ConversationFault::Protocol(_))),
        );
        for (what, count) in &self.counts {
            text += &format!("  {what}: {count}\n");
        }
        for (what, time) in &self.longest {
            text += &format!("  {what}: at most {time:?}\n");
        }
        text
    }

    /// Prints the summary. Panics if there was a fault, or if an answer arrived more than `bound`
    /// late, not counting the time for which the machine was stalled.
    pub fn finish(&self, title: &str, bound: Duration) {
        println!("{}", self.text(title));
        let faults: Vec<_> = self
            .faults
            .iter()
            .take(5)
            .map(ConversationFault::to_string)
            .collect();
        assert!(faults.is_empty(), "{}", faults.join("\n\n"));
        assert!(self.moves > 0, "{title}: nothing was played");
        let worst = Self::worst(&self.own_overruns);
        assert!(worst <= bound, "{title}: an answer came {worst:?} late");
    }
}

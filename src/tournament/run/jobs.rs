//! The number of concurrent games, which may change while they are played.
//!
//! A worker has a number for as long as the run lasts, and with it processors of its own, so that a
//! change moves no game to other processors. With fewer games the workers with the highest
//! numbers complete theirs and close their engines. With more, a pinned worker needs processors
//! that no other has.

use super::settings::RunSettings;
use crate::tournament::cpu_claim::ClaimedCpus;

/// The maximum number of concurrent games.
const MAX_JOBS: usize = 512;

/// The concurrent games of a run.
#[derive(Debug)]
pub struct Jobs {
    count: usize,
    /// The settings of the workers, with the processors of each.
    settings: RunSettings,
    /// The claims on processors for workers that were added.
    claims: Vec<ClaimedCpus>,
}

impl Jobs {
    pub fn new(settings: &RunSettings) -> Self {
        Self {
            count: settings.concurrency.max(1),
            settings: settings.clone(),
            claims: Vec::new(),
        }
    }

    /// Returns the number of concurrent games.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the settings of the workers.
    pub const fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// Changes the number. Returns `false`, and stops there, if no processors are left for
    /// another pinned game.
    pub fn change(&mut self, change: isize) -> bool {
        let wanted = self.count.saturating_add_signed(change).clamp(1, MAX_JOBS);
        while self.count < wanted {
            if !self.has_processors_for(self.count) {
                return false;
            }
            self.count += 1;
        }
        self.count = wanted;
        true
    }

    /// Returns whether the worker with this number is not pinned or has processors; claims some
    /// for it if the run claims its processors.
    fn has_processors_for(&mut self, worker: usize) -> bool {
        let Some(shares) = &mut self.settings.cpus else {
            return true;
        };
        if worker >= shares.len()
            && let Some(threads) = self.settings.claimed_threads
            && let Some(claim) = ClaimedCpus::new(1, threads)
        {
            shares.extend(claim.shares.iter().cloned());
            self.claims.push(claim);
        }
        worker < shares.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Launcher, Timeouts};

    fn jobs(concurrency: usize, cpus: Option<Vec<Vec<usize>>>) -> Jobs {
        Jobs::new(&RunSettings {
            concurrency,
            launcher: Launcher::with_keeper("batyr"),
            timeouts: Timeouts::default(),
            logs: None,
            logs_limit: 0,
            programs: Vec::new(),
            cpus,
            claimed_threads: None,
            max_breakdowns: 0,
            is_strict: false,
        })
    }

    #[test]
    fn at_least_one_game_is_played() {
        let mut jobs = jobs(2, None);
        assert!(jobs.change(-1) && jobs.change(-1));
        assert_eq!(jobs.count(), 1);
        assert!(jobs.change(5));
        assert_eq!(jobs.count(), 6);
    }

    #[test]
    fn no_pinned_game_is_added_without_processors() {
        let mut jobs = jobs(2, Some(vec![vec![0], vec![1]]));
        assert!(jobs.change(-1) && jobs.change(1));
        assert!(!jobs.change(2));
        assert_eq!(jobs.count(), 2);
    }
}

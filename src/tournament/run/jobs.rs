//! The number of concurrent games, which may change while they are played.
//!
//! A worker keeps its number, and the processors that belong to it, until the run ends, so a change
//! moves no game to other processors. If the number of games is reduced, the workers with the
//! highest numbers complete their games and close their engines. If it is increased, each added
//! worker needs its own processors, if workers are pinned.

use super::settings::RunSettings;
use crate::tournament::EngineSpec;
use crate::tournament::capacity::{CapacityError, check_processors, reserve_open_files};
use crate::tournament::cpus::ClaimedCpus;
use crate::util::sync::processors;

/// The maximum number of concurrent games.
pub const MAX_JOBS: u16 = 512;

/// The concurrent games of a run.
#[derive(Debug)]
pub struct Jobs {
    count: usize,
    /// The settings of the workers, with the processors of each.
    settings: RunSettings,
    /// The claims on processors for workers that were added.
    claims: Vec<ClaimedCpus>,
    engines: Vec<EngineSpec>,
    /// The number of processors that this process may use.
    processors: usize,
}

impl Jobs {
    pub fn new(settings: &RunSettings, engines: &[EngineSpec]) -> Self {
        Self {
            count: settings.concurrency.max(1),
            settings: settings.clone(),
            claims: Vec::new(),
            engines: engines.to_vec(),
            processors: processors(),
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

    /// Changes the number of concurrent games by `change`. If not all requested games could be
    /// added, returns the reason; otherwise a warning, if any.
    pub fn change(&mut self, change: isize) -> Option<String> {
        let wanted = self.count.saturating_add_signed(change);
        let wanted = wanted.clamp(1, MAX_JOBS.into());
        let mut warning = None;
        while self.count < wanted {
            match self.add_game() {
                Ok(more) => warning = more.or(warning),
                Err(reason) => return Some(reason),
            }
        }
        self.count = wanted;
        warning
    }

    /// Adds a game under the conditions that hold for `--jobs`. Returns a warning, if any; the
    /// error is the reason why no game was added.
    fn add_game(&mut self) -> Result<Option<String>, String> {
        let games = self.count + 1;
        let forced = self.settings.force_concurrency;
        let warning = check_processors(&self.engines, games, self.processors, forced);
        let warning = warning.map_err(refusal)?;
        reserve_open_files(games).map_err(refusal)?;
        if !self.has_processors_for(self.count) {
            let reason = "no processor is free for another game; --affinity none would allow one";
            return Err(reason.to_owned());
        }
        self.count = games;
        Ok(warning)
    }

    /// Returns whether the worker with this number is not pinned or has processors. If the run
    /// claims its processors, claims some for a worker that has none.
    fn has_processors_for(&mut self, worker: usize) -> bool {
        let Some(shares) = &mut self.settings.cpus else {
            return true;
        };
        if worker >= shares.len()
            && let Some(threads) = self.settings.cpus_per_game
            && let Some(claim) = ClaimedCpus::new(1, threads)
        {
            shares.extend(claim.shares.iter().cloned());
            self.claims.push(claim);
        }
        worker < shares.len()
    }
}

/// Returns the reason why no game was added.
fn refusal(error: CapacityError) -> String {
    match error {
        CapacityError::Processors { games, processors } => format!(
            "{games} games with a time limit need {games} processors, but the number of processors \
             is {processors}; --force-jobs would allow more games"
        ),
        CapacityError::OpenFiles {
            games,
            needed,
            limit,
        } => {
            format!("{games} games need {needed} open files, but the limit is {limit} (ulimit -n)")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Launcher;

    fn jobs(concurrency: usize, limit: &str, cpus: Option<Vec<Vec<usize>>>) -> Jobs {
        let settings = RunSettings {
            cpus,
            ..RunSettings::new(concurrency, Launcher::with_keeper("batyr"))
        };
        let engine = EngineSpec::from_words(&[""; 0], &["cmd=x", limit]).unwrap();
        let mut jobs = Jobs::new(&settings, &[engine]);
        jobs.processors = 2;
        jobs
    }

    #[test]
    fn at_least_one_game_is_played() {
        let mut jobs = jobs(2, "nodes=1", None);
        for (change, count) in [(-1, 1), (-1, 1), (5, 6)] {
            assert_eq!(jobs.change(change), None);
            assert_eq!(jobs.count(), count);
        }
    }

    #[test]
    fn no_pinned_game_is_added_without_processors() {
        let mut jobs = jobs(2, "nodes=1", Some(vec![vec![0], vec![1]]));
        assert_eq!([jobs.change(-1), jobs.change(1)], [None, None]);
        let reason = jobs.change(2).unwrap();
        assert!(reason.starts_with("no processor is free"), "{reason}");
        assert_eq!(jobs.count(), 2);
    }

    #[test]
    fn no_timed_game_is_added_without_a_processor_unless_it_is_forced() {
        let mut jobs = jobs(1, "st=1", None);
        let reason = jobs.change(5).unwrap();
        assert!(reason.starts_with("3 games with a time limit"), "{reason}");
        assert_eq!(jobs.count(), 2);
        jobs.settings.force_concurrency = true;
        // More games than processors still cause a warning.
        assert!(
            jobs.change(1)
                .is_some_and(|warning| warning.contains("may lose on time"))
        );
        assert_eq!(jobs.count(), 3);
    }
}

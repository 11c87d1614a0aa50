//! A searcher that is created when it is first needed.
//!
//! The thread pool and the transposition table are most of the cost of an engine, and a
//! host that asks only for names and options needs neither. So the settings are stored
//! until the first search, with one exception: a setting that differs from the current
//! one creates the searcher at once, so that a failure is reported to the caller that
//! changed the setting.

use super::error::EngineError;
use crate::eval::{EvaluatedGame, NetworkEvaluator};
use crate::search::{SearchGame, Searcher, SearcherError, TableEntry};

/// A searcher that is created on demand: its settings, and the searcher once it exists.
pub struct LazySearcher<G: EvaluatedGame> {
    threads: usize,
    megabytes: usize,
    evaluator: NetworkEvaluator<G>,
    searcher: Option<Searcher<G, NetworkEvaluator<G>>>,
}

impl<G: EvaluatedGame + SearchGame> LazySearcher<G> {
    /// Stores the settings of a searcher, without creating it.
    pub const fn new(threads: usize, megabytes: usize, evaluator: NetworkEvaluator<G>) -> Self {
        Self {
            threads,
            megabytes,
            evaluator,
            searcher: None,
        }
    }

    /// Returns whether the searcher has been created.
    pub const fn is_created(&self) -> bool {
        self.searcher.is_some()
    }

    /// Returns the searcher, creating it first if necessary.
    ///
    /// # Errors
    /// Returns an error if the system can't start the threads or allocate the memory.
    pub fn get_or_create(
        &mut self,
    ) -> Result<&mut Searcher<G, NetworkEvaluator<G>>, SearcherError> {
        let searcher = match self.searcher.take() {
            Some(searcher) => searcher,
            None => self.new_searcher(self.threads, self.megabytes)?,
        };
        Ok(self.searcher.insert(searcher))
    }

    /// Sets the number of search threads, as [`Searcher::set_threads`] does.
    ///
    /// # Errors
    /// Returns an error if the system can't start the threads.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        match &mut self.searcher {
            Some(searcher) => searcher.set_threads(threads)?,
            None if threads == self.threads => {}
            None => self.searcher = Some(self.new_searcher(threads, self.megabytes)?),
        }
        self.threads = threads;
        Ok(())
    }

    /// Sets the size of the table in megabytes, as [`Searcher::resize_hash`] does.
    ///
    /// # Errors
    /// Returns an error if the system can't allocate the memory.
    pub fn resize_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        match &mut self.searcher {
            Some(searcher) => searcher.resize_hash(megabytes)?,
            None if megabytes == self.megabytes => {}
            None => self.searcher = Some(self.new_searcher(self.threads, megabytes)?),
        }
        self.megabytes = megabytes;
        Ok(())
    }

    /// Evaluates with another network from now on, and discards the results of earlier
    /// searches.
    pub fn set_evaluator(&mut self, evaluator: NetworkEvaluator<G>) {
        if let Some(searcher) = &mut self.searcher {
            searcher.set_evaluator(evaluator.clone());
            searcher.clear();
        }
        self.evaluator = evaluator;
    }

    fn new_searcher(
        &self,
        threads: usize,
        megabytes: usize,
    ) -> Result<Searcher<G, NetworkEvaluator<G>>, SearcherError> {
        Searcher::new(threads, megabytes, self.evaluator.clone())
    }

    /// Probes the table, as [`Searcher::probe`] does; `None` if it does not exist yet.
    pub fn probe(&self, position: &G) -> Option<(TableEntry, Option<G::Move>)> {
        self.searcher.as_ref()?.probe(position)
    }

    /// Discards the results of earlier searches.
    pub fn clear(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shatra::{Extended, Position};

    /// A size, in megabytes, that exceeds every address space.
    const IMPOSSIBLE_SIZE: usize = usize::MAX >> 21;

    #[test]
    fn an_impossible_table_size_is_refused_immediately() {
        let mut lazy = LazySearcher::<Position<Extended>>::new(1, 2, NetworkEvaluator::default());
        assert!(lazy.resize_hash(IMPOSSIBLE_SIZE).is_err());
        assert!(!lazy.is_created());
        assert_eq!(lazy.get_or_create().unwrap().hash_megabytes(), 2);
        assert!(lazy.resize_hash(IMPOSSIBLE_SIZE).is_err());
        assert_eq!(lazy.get_or_create().unwrap().hash_megabytes(), 2);
    }

    #[test]
    fn a_setting_that_changes_nothing_creates_no_searcher() {
        let mut lazy = LazySearcher::<Position<Extended>>::new(1, 2, NetworkEvaluator::default());
        lazy.resize_hash(2).unwrap();
        lazy.set_threads(1).unwrap();
        lazy.clear();
        assert!(!lazy.is_created());
        lazy.set_threads(2).unwrap();
        assert_eq!(lazy.get_or_create().unwrap().threads(), 2);
    }
}

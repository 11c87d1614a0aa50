//! A searcher that is made when it is first needed.
//!
//! **The decision:** the pool and the table are most of the cost of an engine,
//! and a host that only asks for names and options needs neither. So the
//! settings are stored until the first search, with one exception: a setting
//! that differs from the present one makes the searcher at once, so that a
//! refusal by the system is reported to the caller that changed the setting.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::EngineError;
use crate::eval::{StaticEvaluation, StaticEvaluator};
use crate::rules::Game;
use crate::search::{SearchGame, Searcher, SearcherError, TableEntry};

/// Locks a mutex, even if its last holder panicked.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A searcher that is made on demand: its settings, and the searcher once made.
pub struct LazySearcher<G: Game> {
    threads: usize,
    megabytes: usize,
    made: Option<Searcher<G, StaticEvaluator>>,
}

impl<G: StaticEvaluation + SearchGame> LazySearcher<G> {
    /// Returns a searcher with these settings that has not been made yet.
    pub const fn new(threads: usize, megabytes: usize) -> Self {
        Self {
            threads,
            megabytes,
            made: None,
        }
    }

    /// Returns whether the searcher has been made.
    pub const fn is_made(&self) -> bool {
        self.made.is_some()
    }

    /// Returns the searcher, and makes it first if need be.
    pub fn get(&mut self) -> Result<&mut Searcher<G, StaticEvaluator>, SearcherError> {
        let made = match self.made.take() {
            Some(made) => made,
            None => Searcher::new(self.threads, self.megabytes, StaticEvaluator)?,
        };
        Ok(self.made.insert(made))
    }

    /// Sets the number of workers: see [`Searcher::set_threads`].
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        match &mut self.made {
            Some(made) => made.set_threads(threads)?,
            None if threads == self.threads => {}
            None => self.made = Some(Searcher::new(threads, self.megabytes, StaticEvaluator)?),
        }
        self.threads = threads;
        Ok(())
    }

    /// Sets the size of the table: see [`Searcher::resize_hash`].
    pub fn resize_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        match &mut self.made {
            Some(made) => made.resize_hash(megabytes)?,
            None if megabytes == self.megabytes => {}
            None => self.made = Some(Searcher::new(self.threads, megabytes, StaticEvaluator)?),
        }
        self.megabytes = megabytes;
        Ok(())
    }

    /// Probes the table: see [`Searcher::probe`].
    pub fn probe(&self, position: &G) -> Option<(TableEntry, Option<G::Move>)> {
        self.made.as_ref()?.probe(position)
    }

    /// Forgets what earlier searches learnt.
    pub fn clear(&mut self) {
        if let Some(made) = &mut self.made {
            made.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shatra::{Extended, Position};

    /// A size in megabytes beyond any address space.
    const TOO_MUCH: usize = usize::MAX >> 21;

    #[test]
    fn a_size_that_the_system_refuses_is_refused_when_it_is_set() {
        let mut lazy = LazySearcher::<Position<Extended>>::new(1, 2);
        assert!(lazy.resize_hash(TOO_MUCH).is_err());
        assert!(!lazy.is_made());
        assert_eq!(lazy.get().unwrap().hash_megabytes(), 2);
        assert!(lazy.resize_hash(TOO_MUCH).is_err());
        assert_eq!(lazy.get().unwrap().hash_megabytes(), 2);
    }

    #[test]
    fn a_setting_that_changes_nothing_makes_no_searcher() {
        let mut lazy = LazySearcher::<Position<Extended>>::new(1, 2);
        lazy.resize_hash(2).unwrap();
        lazy.set_threads(1).unwrap();
        lazy.clear();
        assert!(!lazy.is_made());
        lazy.set_threads(2).unwrap();
        assert_eq!(lazy.get().unwrap().threads(), 2);
    }
}

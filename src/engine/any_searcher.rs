//! The searcher of a variant that is chosen at run time.
//!
//! Each variant has a searcher type of its own, and a searcher outlives the positions
//! that it searches, so the engine holds a trait object. Whatever needs no searcher is a
//! method of [`GameRecord`], or a function of the typed position that
//! [`for_position!`](crate::game::for_position) provides.

use std::sync::{Arc, Mutex};

use super::error::EngineError;
use super::event::ProbeResult;
use super::lazy_searcher::LazySearcher;
use super::search_task::SearchTask;
use super::thread::EngineTask;
use crate::eval::{EvaluatedGame, Networks};
use crate::game::{GameRecord, Playable, Variant, for_variant};
use crate::search::SearchGame;
use crate::util::sync::lock;

/// A searcher of a variant that is chosen at run time. Its methods, except `search_task`
/// and `is_created`, wait for a running search.
pub trait AnySearcher: Send {
    /// Returns the task that runs a search.
    fn search_task(&self, task: SearchTask) -> EngineTask;
    /// Looks up the current position of a game in the transposition table.
    ///
    /// # Errors
    /// Returns an error if the searcher is compiled for a different variant.
    fn probe(&self, game: &GameRecord) -> Result<Option<ProbeResult>, EngineError>;
    /// Creates the threads and the table now rather than at the first search.
    ///
    /// # Errors
    /// Returns an error if the system can't start the threads or allocate the memory.
    fn create(&mut self) -> Result<(), EngineError>;
    /// Returns whether the threads and the table exist.
    fn is_created(&self) -> bool;
    /// Sets the number of search threads.
    ///
    /// # Errors
    /// Returns an error if the system can't start the threads.
    fn set_threads(&mut self, threads: usize) -> Result<(), EngineError>;
    /// Sets the size of the table in megabytes.
    ///
    /// # Errors
    /// Returns an error if the system can't allocate the memory.
    fn resize_hash(&mut self, megabytes: usize) -> Result<(), EngineError>;
    /// Evaluates with the network of the variant in this set from now on, and discards the
    /// results of earlier searches.
    fn set_network(&mut self, networks: &Networks);
    /// Discards the results of earlier searches.
    fn clear(&mut self);
}

/// Creates a searcher of this variant, whose threads and table are created later.
pub fn new_searcher(
    variant: Variant,
    threads: usize,
    megabytes: usize,
    networks: &Networks,
) -> Box<dyn AnySearcher> {
    for_variant!(variant, P => {
        let searcher = LazySearcher::<P>::new(threads, megabytes, networks.evaluator());
        Box::new(SharedSearcher(Arc::new(Mutex::new(searcher))))
    })
}

/// Returns the current position of a game, as the type that a searcher is compiled for.
///
/// # Errors
/// Returns an error if the game is of a different variant.
pub fn typed_position<P: Playable>(game: &GameRecord) -> Result<P, EngineError> {
    game.position_as::<P>()
        .ok_or_else(|| EngineError::GameMismatch {
            searcher: P::ID,
            position: game.variant().id(),
        })
}

/// A searcher that the engine shares with the tasks that use it.
struct SharedSearcher<P: EvaluatedGame>(Arc<Mutex<LazySearcher<P>>>);

impl<P: EvaluatedGame + SearchGame> AnySearcher for SharedSearcher<P> {
    fn search_task(&self, task: SearchTask) -> EngineTask {
        let searcher = Arc::clone(&self.0);
        Box::new(move || task.run(&searcher))
    }

    fn probe(&self, game: &GameRecord) -> Result<Option<ProbeResult>, EngineError> {
        let position = typed_position::<P>(game)?;
        let entry = lock(&self.0).probe(&position);
        Ok(entry.map(|(entry, best)| ProbeResult {
            best: best.map(|turn| position.turn_text(turn)),
            score: entry.score,
            bound: entry.bound,
            depth: entry.depth,
        }))
    }

    fn create(&mut self) -> Result<(), EngineError> {
        lock(&self.0).get_or_create()?;
        Ok(())
    }

    fn is_created(&self) -> bool {
        // If the mutex is locked, a search is running.
        self.0
            .try_lock()
            .map_or(true, |searcher| searcher.is_created())
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        lock(&self.0).set_threads(threads)
    }

    fn resize_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        lock(&self.0).resize_hash(megabytes)
    }

    fn set_network(&mut self, networks: &Networks) {
        lock(&self.0).set_evaluator(networks.evaluator());
    }

    fn clear(&mut self) {
        lock(&self.0).clear();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::engine::game_session::GameSession;
    use crate::engine::task_params::{RootFilter, TaskParams};
    use crate::engine::{EngineEvent, TurnNotation};
    use crate::search::{Control, Limits, SearchSettings};

    /// Searches the start position of a variant, and returns the events.
    fn search_events(searcher: &dyn AnySearcher, variant: Variant) -> Vec<EngineEvent> {
        let events = Arc::new(Mutex::new(Vec::new()));
        let received = Arc::clone(&events);
        let params = TaskParams {
            limits: Limits::depth(1),
            root_filter: RootFilter::default(),
            settings: SearchSettings::default(),
            notation: TurnNotation::Complete,
            started: Instant::now(),
            control: Control::new(),
            listener: Arc::new(move |event| lock(&received).push(event)),
        };
        searcher.search_task(GameSession::new(variant).search_task(params))();
        lock(&events).clone()
    }

    #[test]
    fn a_search_of_another_variant_gives_an_error_and_a_legal_turn() {
        let searcher = new_searcher(Variant::Kurin, 1, 1, &Networks::default());
        let own = search_events(searcher.as_ref(), Variant::Kurin);
        let is_error = |event: &EngineEvent| matches!(event, EngineEvent::Error(_));
        assert!(!own.iter().any(is_error));
        let other = search_events(searcher.as_ref(), Variant::Shatar);
        let [error, EngineEvent::Done { best, score, .. }] = other.as_slice() else {
            panic!("expected an error and an answer, not {other:?}");
        };
        assert!(is_error(error));
        assert!(best.is_some() && score.is_none());
    }

    #[test]
    fn a_searcher_refuses_the_position_of_another_variant() {
        let searcher = new_searcher(Variant::Kurin, 1, 1, &Networks::default());
        let own = searcher.probe(&GameRecord::new(Variant::Kurin));
        assert_eq!(own.unwrap(), None);
        let other = searcher.probe(&GameRecord::new(Variant::Extended));
        assert!(matches!(other, Err(EngineError::GameMismatch { .. })));
    }
}

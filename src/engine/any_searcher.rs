//! The searcher of a game chosen at run time.
//!
//! A searcher is compiled for each game and outlives the
//! position, so the engine holds a trait object. Everything that needs no searcher
//! is a method of [`GameRecord`], or a function of the typed position that
//! [`for_position!`](crate::game::for_position) provides.

use std::sync::{Arc, Mutex};

use super::error::EngineError;
use super::event::ProbeResult;
use super::lazy_searcher::{LazySearcher, lock};
use super::search_task::SearchTask;
use super::thread::Job;
use crate::eval::StaticEvaluation;
use crate::game::{GameRecord, Playable, Variant, for_game};
use crate::search::SearchGame;

/// A searcher of a game chosen at run time. Its methods, except `search` and
/// `is_created`, wait for a running search.
pub trait AnySearcher: Send {
    /// Returns the job of a search.
    fn search(&self, task: SearchTask) -> Job;
    /// Returns the result of earlier searches of the current position of a
    /// game.
    fn probe(&self, game: &GameRecord) -> Result<Option<ProbeResult>, EngineError>;
    /// Creates the threads and the table now instead of at the first search.
    fn create(&mut self) -> Result<(), EngineError>;
    /// Returns whether the threads and the table have been created.
    fn is_created(&self) -> bool;
    /// Sets the number of search threads.
    fn set_threads(&mut self, threads: usize) -> Result<(), EngineError>;
    /// Sets the size of the table in megabytes.
    fn resize_hash(&mut self, megabytes: usize) -> Result<(), EngineError>;
    /// Discards the results of earlier searches.
    fn clear(&mut self);
}

/// Returns a searcher of this game; its threads and its table are created later.
pub fn new_searcher(variant: Variant, threads: usize, megabytes: usize) -> Box<dyn AnySearcher> {
    for_game!(variant, P => {
        let searcher = LazySearcher::<P>::new(threads, megabytes);
        Box::new(SharedSearcher(Arc::new(Mutex::new(searcher))))
    })
}

/// Returns the current position of a game as the type of a searcher's
/// positions. There is no other conversion from one to the other.
///
/// # Errors
/// Returns an error if the game is not the one that the searcher is compiled for.
pub fn typed_position<P: Playable>(game: &GameRecord) -> Result<P, EngineError> {
    game.position_as::<P>()
        .ok_or_else(|| EngineError::OtherGame {
            searcher: P::ID,
            position: game.variant().id(),
        })
}

/// A searcher that the engine shares with the job of a search.
struct SharedSearcher<P: Playable>(Arc<Mutex<LazySearcher<P>>>);

impl<P: Playable + StaticEvaluation + SearchGame> AnySearcher for SharedSearcher<P> {
    fn search(&self, task: SearchTask) -> Job {
        let searcher = Arc::clone(&self.0);
        Box::new(move || task.run(&searcher))
    }

    fn probe(&self, game: &GameRecord) -> Result<Option<ProbeResult>, EngineError> {
        let position = typed_position::<P>(game)?;
        let found = lock(&self.0).probe(&position);
        Ok(found.map(|(entry, best)| ProbeResult {
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
        // If the lock is taken, a search is running.
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

    fn clear(&mut self) {
        lock(&self.0).clear();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::engine::game_session::GameSession;
    use crate::engine::task_params::TaskParams;
    use crate::engine::{Event, Notation};
    use crate::search::{Control, Limits, SearchSettings};

    /// Searches the start of a game, and returns the events.
    fn events(searcher: &dyn AnySearcher, variant: Variant) -> Vec<Event> {
        let events = Arc::new(Mutex::new(Vec::new()));
        let received = Arc::clone(&events);
        let params = TaskParams {
            limits: Limits::depth(1),
            root_turns: Vec::new(),
            settings: SearchSettings::default(),
            notation: Notation::Turns,
            started: Instant::now(),
            control: Control::new(),
            listener: Arc::new(move |event| lock(&received).push(event)),
        };
        searcher.search(GameSession::new(variant).search_task(params))();
        lock(&events).clone()
    }

    #[test]
    fn a_search_of_another_game_is_answered_with_an_error_and_a_legal_turn() {
        let searcher = new_searcher(Variant::Kurin, 1, 1);
        let own = events(searcher.as_ref(), Variant::Kurin);
        let is_error = |event: &Event| matches!(event, Event::Error(_));
        assert!(!own.iter().any(is_error));
        let other = events(searcher.as_ref(), Variant::Shatar);
        let [error, Event::Done { best, score, .. }] = other.as_slice() else {
            panic!("an error and an answer, not {other:?}");
        };
        assert!(is_error(error));
        assert!(best.is_some() && score.is_none());
    }

    #[test]
    fn a_searcher_refuses_the_position_of_another_game() {
        let searcher = new_searcher(Variant::Kurin, 1, 1);
        let own = searcher.probe(&GameRecord::new(Variant::Kurin));
        assert_eq!(own.unwrap(), None);
        let other = searcher.probe(&GameRecord::new(Variant::Extended));
        assert!(matches!(other, Err(EngineError::OtherGame { .. })));
    }
}

//! Wraps the engine as an opponent whose searches block until they end.

use std::sync::Arc;
use std::sync::mpsc::channel;

use super::interrupt::InterruptRouter;
use crate::base::Score;
use crate::engine::{Engine, EngineError, EngineEvent, PvLine, RootFilter, Strength};
use crate::game::GameRecord;
use crate::search::Limits;

/// An event during a search.
pub enum SearchEvent {
    /// An event from the engine.
    Engine(EngineEvent),
    /// The user has pressed Ctrl-C to get the answer now.
    Interrupt,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchAnswer {
    /// The best turn; `None` if there is no legal one.
    pub best: Option<String>,
    /// The score for the side to move.
    pub score: Option<Score>,
    /// The last principal variation reported.
    pub line: Option<PvLine>,
    /// Whether the user interrupted the search.
    pub is_interrupted: bool,
    /// The errors that the engine reported.
    pub errors: Vec<String>,
}

/// An engine whose searches block until they end.
pub struct BlockingEngine {
    engine: Engine,
    router: InterruptRouter,
}

impl BlockingEngine {
    /// Creates an engine with `threads` threads and a transposition table of `hash`
    /// megabytes.
    ///
    /// # Errors
    /// Returns an error if the threads can't be started.
    pub fn new(router: InterruptRouter, threads: usize, hash: usize) -> Result<Self, EngineError> {
        let mut engine = Engine::with_hash(hash);
        engine.set_threads(threads)?;
        Ok(Self { engine, router })
    }

    /// Returns whether Ctrl-C was pressed outside a search, and clears that state.
    pub fn take_missed_interrupt(&self) -> bool {
        self.router.take_missed()
    }

    /// Clears the transposition table and all other data from earlier games.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Searches for the best turn and passes each principal variation that the search
    /// reports to `on_line`.
    ///
    /// # Errors
    /// Returns an error if the engine rejects the game.
    pub fn search(
        &mut self,
        game: &GameRecord,
        limits: Limits,
        strength: Strength,
        on_line: &mut dyn FnMut(&PvLine),
    ) -> Result<SearchAnswer, EngineError> {
        self.set_position(game)?;
        self.engine.set_strength(strength);
        let (sender, events) = channel();
        self.router.route_to(Some(sender.clone()));
        let listener = move |event| drop(sender.send(SearchEvent::Engine(event)));
        self.engine
            .search(limits, RootFilter::default(), Arc::new(listener));
        let mut answer = SearchAnswer::default();
        while let Ok(event) = events.recv() {
            match event {
                SearchEvent::Interrupt => {
                    answer.is_interrupted = true;
                    self.engine.stop();
                }
                SearchEvent::Engine(EngineEvent::Line(line)) => {
                    on_line(&line);
                    answer.line = Some(line);
                }
                SearchEvent::Engine(EngineEvent::Error(error)) => answer.errors.push(error),
                SearchEvent::Engine(EngineEvent::Done { best, score, .. }) => {
                    (answer.best, answer.score) = (best, score);
                    break;
                }
                SearchEvent::Engine(EngineEvent::Current { .. } | EngineEvent::Text(_)) => {}
            }
        }
        self.router.route_to(None);
        Ok(answer)
    }

    /// Returns the static evaluation and its parts, as text.
    ///
    /// # Errors
    /// Returns an error if the engine rejects the game.
    pub fn evaluation(&mut self, game: &GameRecord) -> Result<String, EngineError> {
        self.set_position(game)?;
        Ok(self.engine.evaluation_text())
    }

    fn set_position(&mut self, game: &GameRecord) -> Result<(), EngineError> {
        let turns: Vec<String> = game.turns().iter().map(|turn| turn.text.clone()).collect();
        self.engine.set_variant(game.variant())?;
        self.engine.set_position(Some(&game.start_text()), &turns)
    }
}

//! The engine as an opponent: starts a search and waits for the answer.

use std::sync::Arc;
use std::sync::mpsc::channel;

use super::interrupt::Interrupts;
use crate::base::Score;
use crate::engine::{Engine, EngineError, Event, Line, Strength};
use crate::game::GameRecord;
use crate::search::Limits;

/// An event while the engine thinks.
pub enum News {
    /// An event of the engine.
    Engine(Event),
    /// The person wants the answer now.
    Interrupt,
}

/// The answer of the engine.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// The best turn; `None` if there is no legal one.
    pub best: Option<String>,
    /// The score for the side to move.
    pub score: Option<Score>,
    /// The last line found.
    pub line: Option<Line>,
    /// Whether the person interrupted the search.
    pub is_cut_short: bool,
    /// The errors that the engine reported.
    pub errors: Vec<String>,
}

/// An engine whose searches block until they end.
pub struct Thinker {
    engine: Engine,
    interrupts: Interrupts,
}

impl Thinker {
    /// Creates an engine with `threads` threads and a table of `hash`
    /// megabytes.
    ///
    /// # Errors
    /// If the system refuses the threads.
    pub fn new(interrupts: Interrupts, threads: usize, hash: usize) -> Result<Self, EngineError> {
        let mut engine = Engine::with_hash(hash);
        engine.set_threads(threads)?;
        Ok(Self { engine, interrupts })
    }

    /// Returns whether Ctrl-C came while nothing waited for it, and forgets it.
    pub fn take_missed_interrupt(&self) -> bool {
        self.interrupts.take_missed()
    }

    /// Clears what the engine learnt in earlier games.
    pub fn forget(&mut self) {
        self.engine.clear();
    }

    /// Searches for a turn and calls `show` with every line found on the way.
    ///
    /// # Errors
    /// If the engine rejects the game.
    pub fn think(
        &mut self,
        game: &GameRecord,
        limits: Limits,
        strength: Strength,
        show: &mut dyn FnMut(&Line),
    ) -> Result<Thought, EngineError> {
        self.take(game)?;
        self.engine.set_strength(strength);
        let (sender, news) = channel();
        self.interrupts.direct(Some(sender.clone()));
        let listener = move |event| drop(sender.send(News::Engine(event)));
        self.engine.search(limits, &[], Arc::new(listener));
        let mut thought = Thought::default();
        while let Ok(heard) = news.recv() {
            match heard {
                News::Interrupt => {
                    thought.is_cut_short = true;
                    self.engine.stop();
                }
                News::Engine(Event::Line(line)) => {
                    show(&line);
                    thought.line = Some(line);
                }
                News::Engine(Event::Error(error)) => thought.errors.push(error),
                News::Engine(Event::Done { best, score, .. }) => {
                    (thought.best, thought.score) = (best, score);
                    break;
                }
                News::Engine(Event::Current { .. } | Event::Text(_)) => {}
            }
        }
        self.interrupts.direct(None);
        Ok(thought)
    }

    /// Returns the static evaluation and its parts, as text.
    ///
    /// # Errors
    /// If the engine rejects the game.
    pub fn evaluation(&mut self, game: &GameRecord) -> Result<String, EngineError> {
        self.take(game)?;
        Ok(self.engine.evaluation())
    }

    fn take(&mut self, game: &GameRecord) -> Result<(), EngineError> {
        let turns: Vec<String> = game.turns().iter().map(|turn| turn.text.clone()).collect();
        self.engine.set_variant(game.variant())?;
        self.engine.set_position(Some(&game.start_text()), &turns)
    }
}

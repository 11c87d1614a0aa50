//! The engine as an opponent: a question, and the wait for the answer.

use std::sync::Arc;
use std::sync::mpsc::channel;

use super::interrupt::Interrupts;
use crate::base::Score;
use crate::engine::{Engine, EngineError, Event, Line, Strength};
use crate::rules::GameRecord;
use crate::search::Limits;

/// What is heard while the engine thinks.
pub enum News {
    /// From the engine.
    Engine(Event),
    /// The person wants the answer now.
    Interrupt,
}

/// The answer.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// The turn; `None` without a legal one.
    pub best: Option<String>,
    /// Its worth for the side to move.
    pub score: Option<Score>,
    /// The line found last.
    pub line: Option<Line>,
    /// The person did not want to wait.
    pub is_cut_short: bool,
    /// What could not be met.
    pub errors: Vec<String>,
}

/// An engine that is asked and waited for.
pub struct Thinker {
    engine: Engine,
    interrupts: Interrupts,
}

impl Thinker {
    /// An engine with so many threads and so large a table.
    ///
    /// # Errors
    /// If the system refuses them.
    pub fn new(interrupts: Interrupts, threads: usize, hash: usize) -> Result<Self, EngineError> {
        let mut engine = Engine::with_hash(hash);
        engine.set_threads(threads)?;
        Ok(Self { engine, interrupts })
    }

    /// Whether Ctrl-C came while nobody waited for it; it is not told again.
    pub fn take_missed_interrupt(&self) -> bool {
        self.interrupts.take_missed()
    }

    /// Forgets the games played so far.
    pub fn forget(&mut self) {
        self.engine.clear();
    }

    /// Looks for a turn and tells `show` of every line found on the way.
    ///
    /// # Errors
    /// If the engine can't take the game.
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

    /// The static evaluation, and what it is made up of.
    ///
    /// # Errors
    /// If the engine can't take the game.
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

//! What a host has set for its next task, kept for a task that begins later.
//!
//! A task that starts at once takes what it needs of this along. One that waits for its files must not
//! be about what the host sets meanwhile, so it keeps all of it, and brings it back to begin.

use super::game_session::GameSession;
use super::{Engine, EngineError, SearchSettings, TurnNotation};

/// The game, the settings of searches and the notation of a host.
pub struct KeptSetup {
    session: GameSession,
    search_settings: SearchSettings,
    notation: TurnNotation,
}

impl Engine {
    /// Returns what the host has set for its next task.
    pub(crate) fn setup(&self) -> KeptSetup {
        KeptSetup {
            session: self.session.clone(),
            search_settings: self.search_settings,
            notation: self.notation,
        }
    }

    /// Brings back what the host had set, and returns what it has set now. A task that has begun goes on.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Engine::set_variant`]; nothing is then changed.
    pub(crate) fn replace_setup(&mut self, kept: KeptSetup) -> Result<KeptSetup, EngineError> {
        let current = self.setup();
        self.set_variant(kept.session.game().variant())?;
        self.session = kept.session;
        self.search_settings = kept.search_settings;
        self.notation = kept.notation;
        Ok(current)
    }
}

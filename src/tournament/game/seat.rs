//! The place of an engine, from game to game.

use std::sync::atomic::AtomicBool;

use crate::rules::Variant;
use crate::tournament::player::{Launcher, LogFile, Patience, Player, StartError};
use crate::tournament::{EngineSpec, Restart};

/// An engine that waits to be started, or waits between games. Whoever drops
/// it ends the engine.
#[derive(Debug)]
pub struct Seat {
    spec: EngineSpec,
    launcher: Launcher,
    patience: Patience,
    log: Option<LogFile>,
    player: Option<Player>,
}

impl Seat {
    /// A seat; its engine is started when a game needs it.
    pub const fn new(spec: EngineSpec, launcher: Launcher, patience: Patience) -> Self {
        Self {
            spec,
            launcher,
            patience,
            log: None,
            player: None,
        }
    }

    /// The same, with a file to which all that is said to the engine and by it
    /// is added.
    #[must_use]
    pub fn with_log(mut self, log: LogFile) -> Self {
        self.log = Some(log);
        self
    }

    /// The engine.
    pub const fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Whether the engine runs.
    pub const fn is_running(&self) -> bool {
        self.player.is_some()
    }

    /// Ends the engine: asks it to quit, and kills it if it does not.
    pub fn close(&mut self) {
        if let Some(player) = self.player.take() {
            player.quit();
        }
    }

    /// The engine, ready for a new game. One that has just been restarted or
    /// lives longer than a game may is replaced.
    pub(super) fn prepare(
        &mut self,
        variant: Variant,
        stop: &AtomicBool,
    ) -> Result<&mut Player, StartError> {
        if self.spec.restart == Restart::On {
            self.close();
        }
        // One that died between the games is no fault of this game.
        if let Some(mut player) = self.player.take()
            && player.new_game(variant, stop).is_ok()
        {
            return Ok(self.player.insert(player));
        }
        let log = self.log.as_ref();
        let mut player = Player::start(&self.spec, &self.launcher, self.patience, log, stop)?;
        player.new_game(variant, stop)?;
        Ok(self.player.insert(player))
    }

    pub(super) const fn patience(&self) -> &Patience {
        &self.patience
    }

    pub(super) const fn player(&mut self) -> Option<&mut Player> {
        self.player.as_mut()
    }

    /// Kills the engine.
    pub(super) fn kill(&mut self) {
        self.player = None;
    }

    /// Warnings since this was last asked, each with the engine's name.
    pub(super) fn take_warnings(&mut self) -> Vec<String> {
        let warnings = self.player.as_mut().map(Player::take_warnings);
        let name = |warning| format!("{}: {warning}", self.spec.name);
        warnings.into_iter().flatten().map(name).collect()
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.close();
    }
}

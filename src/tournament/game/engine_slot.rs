//! The engine of one side, kept from game to game.

use std::sync::atomic::AtomicBool;

use crate::game::Variant;
use crate::tournament::player::{Launcher, LogFile, Player, StartError, Timeouts};
use crate::tournament::{EngineSpec, Restart};

/// The engine of one side, started on demand, that plays one game after another. Dropping the slot
/// ends the engine.
#[derive(Debug)]
pub struct EngineSlot {
    spec: EngineSpec,
    launcher: Launcher,
    timeouts: Timeouts,
    log: Option<LogFile>,
    player: Option<Player>,
}

impl EngineSlot {
    /// Returns a slot whose engine is started when a game needs it.
    pub const fn new(spec: EngineSpec, launcher: Launcher, timeouts: Timeouts) -> Self {
        Self {
            spec,
            launcher,
            timeouts,
            log: None,
            player: None,
        }
    }

    /// Sets a file to which everything sent to the engine and received from it
    /// is appended.
    #[must_use]
    pub fn with_log(mut self, log: LogFile) -> Self {
        self.log = Some(log);
        self
    }

    /// Returns the description of the engine.
    pub const fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Returns whether the engine is running.
    pub const fn is_running(&self) -> bool {
        self.player.is_some()
    }

    /// Ends the engine: sends `quit`, and kills the process if that has no
    /// effect.
    pub fn close(&mut self) {
        if let Some(player) = self.player.take() {
            player.quit();
        }
    }

    /// Returns the engine, ready for a new game. The engine is replaced if it is to be restarted
    /// before each game, or if it does not become ready for a new one.
    pub(super) fn prepare(
        &mut self,
        variant: Variant,
        stop: &AtomicBool,
    ) -> Result<&mut Player, StartError> {
        if self.spec.restart == Restart::On {
            self.close();
        }
        // An engine that died between games has committed no fault in this one.
        if let Some(mut player) = self.player.take()
            && player.new_game(variant, stop).is_ok()
        {
            return Ok(self.player.insert(player));
        }
        let log = self.log.as_ref();
        let mut player = Player::start(&self.spec, &self.launcher, self.timeouts, log, stop)?;
        player.new_game(variant, stop)?;
        Ok(self.player.insert(player))
    }

    pub(super) const fn timeouts(&self) -> &Timeouts {
        &self.timeouts
    }

    pub(super) const fn player(&mut self) -> Option<&mut Player> {
        self.player.as_mut()
    }

    /// Kills the engine.
    pub(super) fn kill(&mut self) {
        self.player = None;
    }

    /// Returns the warnings since the last call, each with the engine's name.
    pub(super) fn take_warnings(&mut self) -> Vec<String> {
        let warnings = self.player.as_mut().map(Player::take_warnings);
        let name = |warning| format!("{}: {warning}", self.spec.name);
        warnings.into_iter().flatten().map(name).collect()
    }
}

impl Drop for EngineSlot {
    fn drop(&mut self) {
        self.close();
    }
}

//! An engine that is kept running from game to game.

use std::time::Duration;

use crate::game::Variant;
use crate::tournament::engine_spec::set_option;
use crate::tournament::player::{EngineFault, Launcher, LogFile, Player, StartError};
use crate::tournament::programs::ProgramGuard;
use crate::tournament::{EngineSpec, Restart, RunControl, Timeouts, Warning};

/// The kind of the warning about an engine that broke down while no turn of it was due.
const BROKE_DOWN: &str = "it broke down between games";

/// An engine that is started when a game needs it, and plays one game after another. Dropping the
/// slot terminates the engine.
#[derive(Debug)]
pub struct EngineSlot {
    spec: EngineSpec,
    launcher: Launcher,
    timeouts: Timeouts,
    log: Option<LogFile>,
    /// The program that the engine must be.
    program: Option<ProgramGuard>,
    /// The error that ends the run, if any.
    run_ending_error: Option<StartError>,
    player: Option<Player>,
    /// The warnings about a process that broke down between games.
    earlier_warnings: Vec<Warning>,
    /// The options that the running engine has not been sent yet.
    changed_options: Vec<(String, String)>,
    /// The engine's longest search so far.
    longest_search: Option<Duration>,
}

impl EngineSlot {
    /// Creates a slot; its engine is started when a game needs it.
    pub fn new(spec: EngineSpec, launcher: Launcher, timeouts: Timeouts) -> Self {
        Self {
            timeouts: timeouts.for_engine(&spec.timeouts),
            spec,
            launcher,
            log: None,
            program: None,
            run_ending_error: None,
            player: None,
            earlier_warnings: Vec::new(),
            changed_options: Vec::new(),
            longest_search: None,
        }
    }

    /// Sets the log file, to which everything sent to the engine and received from
    /// it is appended; `None` for no log.
    #[must_use]
    pub fn with_log(mut self, log: impl Into<Option<LogFile>>) -> Self {
        self.log = log.into();
        self
    }

    /// Sets the program that the engine must be whenever it is started; `None` if that is unknown.
    #[must_use]
    pub fn with_program(mut self, program: Option<ProgramGuard>) -> Self {
        self.program = program;
        self
    }

    /// Returns the error, if any, that kept the engine from being started and
    /// [ends the run](StartError::ends_run).
    pub const fn run_ending_error(&self) -> Option<&StartError> {
        self.run_ending_error.as_ref()
    }

    /// Sets options for the games that follow. They replace or extend those of the specification.
    pub fn set_options(&mut self, options: &[(String, String)]) {
        for (name, value) in options {
            set_option(&mut self.spec.options, name, value);
            set_option(&mut self.changed_options, name, value);
        }
    }

    /// Returns the specification of the engine.
    pub const fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Returns whether the engine is running.
    pub const fn is_running(&self) -> bool {
        self.player.is_some()
    }

    /// Terminates the engine: sends `quit`, and kills the process if that has no
    /// effect.
    pub fn close(&mut self) {
        if let Some(player) = self.player.take() {
            player.quit();
        }
    }

    /// Prepares the engine for a new game and returns it. The engine is restarted if its spec
    /// requires that before each game, or, with a warning, if the running process does not become
    /// ready: that is no fault in this game.
    pub(super) fn prepare(
        &mut self,
        variant: Variant,
        control: &RunControl,
    ) -> Result<&mut Player, StartError> {
        if self.spec.restart == Restart::On {
            self.close();
        }
        // A newly started engine is sent all options of its specification.
        let changed_options = std::mem::take(&mut self.changed_options);
        if let Some(mut player) = self.player.take() {
            let options_set = player.set_options(&changed_options);
            match options_set.and_then(|()| player.new_game(variant, control)) {
                Ok(()) => return Ok(self.player.insert(player)),
                Err(error) => self.drop_broken(player, &error.to_string()),
            }
        }
        let mut player = self.start(control).inspect_err(|error| {
            self.run_ending_error = Some(error.clone()).filter(StartError::ends_run);
        })?;
        player.new_game(variant, control)?;
        Ok(self.player.insert(player))
    }

    /// Starts the engine, unless its program has changed.
    fn start(&mut self, control: &RunControl) -> Result<Player, StartError> {
        if let Some(program) = &mut self.program {
            program.check_files(&self.spec)?;
        }
        let log = self.log.as_ref();
        let player = Player::start(&self.spec, &self.launcher, self.timeouts, log, control)?;
        if let Some(program) = &self.program {
            program.check_id(player.id())?;
        }
        Ok(player)
    }

    /// Returns the time by which the engine may exceed its limit without losing on time.
    pub(super) const fn margin(&self) -> Duration {
        Duration::from_millis(self.spec.budget.margin_ms)
    }

    /// Returns the time beyond the engine's limit for which the runner waits.
    pub(super) const fn grace(&self) -> Duration {
        Duration::from_millis(self.timeouts.grace_ms)
    }

    /// Returns how long to wait for the answer to a search without a time limit.
    pub(super) fn untimed_limit(&self) -> Duration {
        self.timeouts.untimed(self.longest_search)
    }

    /// Records the duration of a search.
    pub(super) fn record_search(&mut self, time: Duration) {
        self.longest_search = self.longest_search.max(Some(time));
    }

    /// Returns the engine, if it is running.
    pub(super) fn player(&mut self) -> Result<&mut Player, EngineFault> {
        self.player.as_mut().ok_or_else(EngineFault::not_running)
    }

    /// Stops pondering and writes the log.
    ///
    /// # Errors
    /// Returns an error if the engine is running but can't be used further.
    pub(super) fn rest(&mut self) -> Result<(), EngineFault> {
        self.player.as_mut().map_or(Ok(()), |player| {
            let stopped = player.stop_pondering();
            player.flush_log();
            stopped
        })
    }

    /// Lets the engine rest after a game. If it can't be used further, its process is killed with a
    /// warning.
    pub(super) fn end_game(&mut self) {
        if let Err(fault) = self.rest()
            && let Some(player) = self.player.take()
        {
            self.drop_broken(player, &fault.to_string());
        }
    }

    /// Kills a process that broke down between games, and keeps its warnings.
    fn drop_broken(&mut self, mut player: Player, how: &str) {
        self.earlier_warnings.extend(player.take_warnings());
        player.warn(BROKE_DOWN, Some(how));
        self.earlier_warnings.extend(player.take_warnings());
    }

    /// Kills the engine's process.
    pub(super) fn kill(&mut self) {
        self.player = None;
    }

    /// Removes and returns the warnings since the last call.
    pub(super) fn take_warnings(&mut self) -> Vec<Warning> {
        let earlier = std::mem::take(&mut self.earlier_warnings);
        let of_player = self.player.as_mut().map(Player::take_warnings);
        let of_program = self.program.as_mut().map(ProgramGuard::take_warnings);
        [Some(earlier), of_player, of_program]
            .into_iter()
            .flatten()
            .flatten()
            .collect()
    }
}

impl Drop for EngineSlot {
    fn drop(&mut self) {
        self.close();
    }
}

//! Checks the engines before the first game.
//!
//! Each engine is started, is sent its options, is set up to play the variant, and is closed
//! again. A program that does not start or an option that does not exist is therefore detected
//! before it costs a game.

use batyr_protocol::OptionSpec;

use super::settings::RunSettings;
use crate::game::Variant;
use crate::tournament::player::{Player, StartError};
use crate::tournament::programs::ProgramGuard;
use crate::tournament::{EngineSpec, RunControl, Spec, Warning};

/// The result of the check of an engine.
#[derive(Debug)]
pub struct EngineCheck {
    /// The engine's name.
    pub engine: String,
    /// The options that the engine has declared.
    pub options: Vec<OptionSpec>,
    /// The engine's program; `None` if it is not found.
    pub program: Option<ProgramGuard>,
    /// The warnings about the engine.
    pub warnings: Vec<Warning>,
    /// The error that kept the engine from starting or from being set up for the variant, if any.
    pub error: Option<StartError>,
}

/// Checks the engines, one after another.
pub fn check_engines(spec: &Spec, settings: &RunSettings) -> Vec<EngineCheck> {
    let engines = spec.engines.iter();
    engines
        .map(|engine| check_engine(engine, spec.variant, settings))
        .collect()
}

/// Checks an engine for games of this variant.
pub fn check_engine(engine: &EngineSpec, variant: Variant, settings: &RunSettings) -> EngineCheck {
    let control = RunControl::new();
    let mut check = EngineCheck {
        engine: engine.name.clone(),
        options: Vec::new(),
        program: ProgramGuard::new(engine).ok(),
        warnings: Vec::new(),
        error: None,
    };
    let mut id = None;
    let timeouts = settings.timeouts.for_engine(&engine.timeouts);
    match Player::start(engine, &settings.launcher, timeouts, None, &control) {
        Ok(mut player) => {
            check.error = player.new_game(variant, &control).err();
            check.options = player.options().to_vec();
            check.warnings = player.take_warnings();
            id = player.id().map(str::to_owned);
            player.quit();
        }
        Err(error) => check.error = Some(error),
    }
    let location = engine.locate().ok();
    let elsewhere = location.and_then(|location| location.warning(&engine.command));
    check.warnings.extend(elsewhere.map(|kind| Warning {
        engine: engine.name.clone(),
        kind,
        times: 1,
        example: None,
    }));
    if let Some(program) = &mut check.program {
        program.complete(id);
    }
    check
}

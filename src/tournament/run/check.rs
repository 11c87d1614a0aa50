//! What can be known of engines before the first game.
//!
//! **The decision:** each engine is started once, gets its options and is told
//! to play the game, and is ended again. A program that can't start and an
//! option that is not there are known before they cost a game.

use std::sync::atomic::AtomicBool;

use super::Settings;
use crate::tournament::Spec;
use crate::tournament::player::{Player, StartError};

/// What the check of an engine showed.
#[derive(Debug)]
pub struct Check {
    /// The engine's name.
    pub engine: String,
    /// What it did wrong, in sentences without its name.
    pub warnings: Vec<String>,
    /// Why it does not start, if it does not.
    pub error: Option<StartError>,
}

/// Starts each engine, one after the other.
pub fn check(spec: &Spec, settings: &Settings) -> Vec<Check> {
    let stop = AtomicBool::new(false);
    let engines = spec.engines.iter().map(|engine| {
        let mut check = Check {
            engine: engine.name.clone(),
            warnings: Vec::new(),
            error: None,
        };
        let patience = settings.patience;
        match Player::start(engine, &settings.launcher, patience, None, &stop) {
            Ok(mut player) => {
                check.error = player.new_game(spec.variant, &stop).err();
                check.warnings = player.take_warnings();
                player.quit();
            }
            Err(error) => check.error = Some(error),
        }
        check
    });
    engines.collect()
}

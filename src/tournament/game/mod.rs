//! A game between two engines, under a referee.
//!
//! [`play`] always returns a report. Whatever an engine does, the report contains a
//! [`Termination`](super::Termination) and a sentence that describes it. A game is left unfinished
//! only if the runner is stopped or delayed, an error ends the run, or the opening is invalid.

mod clock;
mod ending;
mod engine_slot;
mod in_progress;
mod pv;
mod referee;
mod search_budget;

use std::time::{Duration, Instant};

use jiff::Timestamp;

#[cfg(feature = "cli")]
pub(crate) use clock::GameClock;
pub use engine_slot::EngineSlot;
pub use pv::PrincipalVariation;

use super::{AdjudicationRules, GameReport, Opening, RunControl, Termination, TurnReport};
use crate::game::{GameRecord, GameResult, Variant};
use crate::rules::shatra::Numbering;
use in_progress::GameInProgress;

/// A game on the schedule.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game in the schedule, from 1.
    pub game: u32,
    /// The number of the round, from 1.
    pub round: u32,
    /// The number of the encounter, from 1.
    pub encounter: u32,
    /// The index of White's engine among those of the run.
    pub white: usize,
    /// The index of Black's engine among those of the run.
    pub black: usize,
}

/// A game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTask {
    /// The game and its engines.
    pub scheduled: ScheduledGame,
    /// The variant.
    pub variant: Variant,
    /// The opening, played before the engines take over.
    pub opening: Opening,
    /// The options that each engine is sent before the game, White's first.
    pub options: [Vec<(String, String)>; 2],
}

/// Plays a game and returns its report. Engines that are not running are started; they keep
/// running for the next game unless they lose this one by a fault. `on_turn` is called for each
/// turn after it is played, while the next engine thinks. `control` interrupts the game shortly
/// after a stop, and pauses it between turns; the report leaves out the time of pauses.
pub fn play(
    task: &GameTask,
    white: &mut EngineSlot,
    black: &mut EngineSlot,
    adjudication: &AdjudicationRules,
    control: &RunControl,
    on_turn: &mut dyn FnMut(&TurnReport),
) -> GameReport {
    let pass = control.enter();
    // A pause before the game begins is not part of it.
    let (started, clock) = (Timestamp::now(), Instant::now());
    let mut report = GameReport {
        game: task.scheduled.game,
        round: task.scheduled.round,
        encounter: task.scheduled.encounter,
        variant: task.variant,
        white: white.spec().name.clone(),
        black: black.spec().name.clone(),
        opening: task.opening.clone(),
        result: GameResult::Unfinished,
        end: Termination::Interrupted,
        detail: String::new(),
        turns: Vec::new(),
        warnings: Vec::new(),
        stderr: Vec::new(),
        abandoned: Vec::new(),
        started: format!("{started:.3}"),
        seconds: 0.0,
        worker: None,
    };
    let mut paused = Duration::ZERO;
    match play_opening(task) {
        Ok(record) => {
            let run = (control, &pass);
            let slots = [white, black];
            paused =
                GameInProgress::new(&mut report, record, slots, adjudication, run, on_turn).play();
        }
        Err(error) => report.detail = error,
    }
    report.seconds = clock.elapsed().saturating_sub(paused).as_secs_f64();
    report
}

/// Returns the game after its opening, or the reason that the opening is invalid.
fn play_opening(task: &GameTask) -> Result<GameRecord, String> {
    let opening = &task.opening;
    let record = opening.start(task.variant);
    let mut record =
        record.map_err(|error| format!("the start position of the opening is invalid: {error}"))?;
    for (turn, text) in (1..).zip(&opening.turns) {
        record
            .play(text, Numbering::Official)
            .map_err(|error| format!("turn {turn} of the opening: {error}"))?;
    }
    Ok(record)
}

//! One game between two engines, before a referee.
//!
//! **The decision:** [`play`] always gives a report. Whatever an engine does is
//! an [`End`](super::End) with a sentence that says what it was; only the
//! runner's own wish, or an opening that is none, leaves a game unfinished.

mod adjudication;
mod clock;
mod course;
mod ending;
mod judge;
mod limits;
mod line;
mod seat;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use jiff::Timestamp;

pub(super) use line::Line;
pub use seat::Seat;

use super::{GameReport, Opening, Terms, TurnReport};
use crate::rules::shatra::Numbering;
use crate::rules::{GameRecord, Variant};
use course::Course;
use ending::Ending;

/// A game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTask {
    /// Its number in the schedule, from 1.
    pub game: u32,
    /// The round, from 1.
    pub round: u32,
    /// The encounter that it belongs to, from 1.
    pub encounter: u32,
    /// The rules.
    pub variant: Variant,
    /// What is on the board before the engines take over.
    pub opening: Opening,
}

/// Plays a game. The engines are started if they do not run, and live on for
/// the next game unless they broke the rules of this one. Each turn is told
/// when it is done, while the next one is thought about. When `stop` is set the
/// game is broken off soon.
pub fn play(
    task: &GameTask,
    white: &mut Seat,
    black: &mut Seat,
    terms: &Terms,
    stop: &AtomicBool,
    on_turn: &mut dyn FnMut(&TurnReport),
) -> GameReport {
    let (started, clock) = (Timestamp::now(), Instant::now());
    let names = [&*white, &*black].map(|seat| seat.spec().name.clone());
    let (ending, turns, warnings) = match set_up(task) {
        Ok(record) => Course::new(record, [white, black], terms, stop).play(on_turn),
        Err(error) => (Ending::unfinished(error), Vec::new(), Vec::new()),
    };
    let [white, black] = names;
    GameReport {
        game: task.game,
        round: task.round,
        encounter: task.encounter,
        variant: task.variant,
        white,
        black,
        opening: task.opening.clone(),
        result: ending.result,
        end: ending.end,
        detail: ending.detail,
        turns,
        warnings,
        started: format!("{started:.3}"),
        seconds: clock.elapsed().as_secs_f64(),
    }
}

/// The game behind its opening; or why the opening is none.
fn set_up(task: &GameTask) -> Result<GameRecord, String> {
    let opening = &task.opening;
    let mut record = match &opening.position {
        Some(text) => GameRecord::from_text(task.variant, text)
            .map_err(|error| format!("the opening is no position: {error}"))?,
        None => GameRecord::new(task.variant),
    };
    for (turn, text) in (1..).zip(&opening.turns) {
        record
            .play(text, Numbering::Official)
            .map_err(|error| format!("turn {turn} of the opening: {error}"))?;
    }
    Ok(record)
}

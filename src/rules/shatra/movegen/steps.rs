//! Steps, as USHI hosts send them: quiet turns, single jumps and `pass`.
//!
//! The generator of chains reports each landing, so first jumps need no generator of
//! their own. Landings after the first are not explored.

use std::ops::ControlFlow;

use super::super::path::{LandingSquare, Path, Step};
use super::super::position::Position;
use super::super::ruleset::RuleSet;
use super::super::turn::Turn;
use super::{Generator, TurnSink};
use crate::rules::Game;

/// A sink that calls a function with the first landing of each chain and with every turn
/// that is not a chain.
struct FirstStepSink<F> {
    visit: F,
    /// The number of landings of the current chain.
    depth: usize,
    /// The first landing, unless the chain ends there.
    unfinished: Option<(LandingSquare, Turn)>,
    is_done: bool,
}

/// A first step.
struct FirstStep {
    /// The turn, as far as the step goes.
    turn: Turn,
    /// The landing of a jump; `None` for any other step.
    landing: Option<LandingSquare>,
    /// Whether the turn is complete; otherwise the chain continues from the landing.
    is_complete: bool,
}

impl<F: FnMut(FirstStep) -> ControlFlow<()>> FirstStepSink<F> {
    fn report(&mut self, turn: Turn, landing: Option<LandingSquare>, is_complete: bool) {
        let step = FirstStep {
            turn,
            landing,
            is_complete,
        };
        self.is_done = self.is_done || (self.visit)(step).is_break();
    }
}

impl<F: FnMut(FirstStep) -> ControlFlow<()>> TurnSink for FirstStepSink<F> {
    fn add_turn(&mut self, turn: Turn) {
        self.add_chain(turn, false);
    }

    fn add_chain(&mut self, turn: Turn, stops: bool) {
        if self.is_done {
            return;
        }
        if self.depth == 0 {
            self.report(turn, None, true);
        } else if !stops {
            // There is nothing to capture after this landing.
            let landing = self.unfinished.take().map(|(landing, _)| landing);
            self.report(turn, landing, true);
        }
    }

    fn is_full(&self) -> bool {
        self.is_done || self.depth > 0
    }

    fn try_skip(&mut self, _: crate::base::Square, _: u32, _: u32) -> bool {
        true
    }

    fn push_landing(&mut self, landing: LandingSquare, so_far: impl FnOnce() -> Turn) {
        self.depth += 1;
        self.unfinished = Some((landing, so_far()));
    }

    fn pop_landing(&mut self) {
        self.depth -= 1;
        if let Some((landing, so_far)) = self.unfinished.take() {
            self.report(so_far, Some(landing), false);
        }
    }
}

impl<R: RuleSet> Position<R> {
    /// Calls `visit` with each legal step (quiet turns, drops, single jumps, and `pass`
    /// where a man may stop) until `visit` returns `Break`.
    pub fn for_each_step(&self, mut visit: impl FnMut(Step<R>) -> ControlFlow<()>) {
        let visit = |step: FirstStep| {
            visit(Step {
                path: self.step_path(step.turn, step.landing),
                after: match step.is_complete {
                    true => self.after(step.turn),
                    false => self.in_mid_chain(step.turn),
                },
            })
        };
        Generator::new(self).generate(&mut FirstStepSink {
            visit,
            depth: 0,
            unfinished: None,
            is_done: false,
        });
    }

    /// Returns the path of the first step of a turn. `landing` is set if the step is a
    /// jump.
    fn step_path(&self, turn: Turn, landing: Option<LandingSquare>) -> Path {
        let is_capture = landing.is_some();
        let quiet = LandingSquare {
            at: turn.to(),
            promotion: turn.promotion(),
        };
        let landing = landing.or((turn.from() != turn.to()).then_some(quiet));
        Path {
            from: turn.from(),
            landings: landing.into_iter().collect(),
            is_capture,
            stops: false,
        }
    }
}

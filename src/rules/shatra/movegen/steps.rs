//! Steps: the single jumps of turns, as hosts of USHI play them.
//!
//! **The decision:** the walk over chains reports the state after each landing,
//! so a first jump needs no rules of its own. Deeper landings are not walked.

use std::ops::ControlFlow;

use super::super::path::{Landing, Path};
use super::super::position::Position;
use super::super::ruleset::RuleSet;
use super::super::step::Step;
use super::super::turn::Turn;
use super::{Generator, Sink};

/// A sink that shows the first landing of each chain, and every turn that is
/// not a chain.
struct FirstSteps<F> {
    show: F,
    /// The number of landings of the chain being walked.
    depth: usize,
    /// The first landing, unless the chain has been seen to end there.
    open: Option<(Landing, Turn)>,
    done: bool,
}

/// A first step: the whole turn, or a landing from which the chain continues.
enum First {
    Whole(Turn, Option<Landing>),
    GoesOn(Landing, Turn),
}

impl<F: FnMut(First) -> ControlFlow<()>> FirstSteps<F> {
    fn tell(&mut self, first: First) {
        self.done = self.done || (self.show)(first).is_break();
    }
}

impl<F: FnMut(First) -> ControlFlow<()>> Sink for FirstSteps<F> {
    fn turn(&mut self, turn: Turn) {
        self.chain(turn, false);
    }

    fn chain(&mut self, turn: Turn, stops: bool) {
        if self.done {
            return;
        }
        if self.depth == 0 {
            self.tell(First::Whole(turn, None));
        } else if !stops {
            // Beyond this landing there is nothing more to capture.
            let landing = self.open.take().map(|(landing, _)| landing);
            self.tell(First::Whole(turn, landing));
        }
    }

    fn is_full(&self) -> bool {
        self.done || self.depth > 0
    }

    fn pass_over(&mut self, _: crate::base::Square, _: u32, _: u32) -> bool {
        true
    }

    fn land(&mut self, landing: Landing, so_far: impl FnOnce() -> Turn) {
        self.depth += 1;
        self.open = Some((landing, so_far()));
    }

    fn take_back(&mut self) {
        self.depth -= 1;
        if let Some((landing, so_far)) = self.open.take() {
            self.tell(First::GoesOn(landing, so_far));
        }
    }
}

impl<R: RuleSet> Position<R> {
    /// Calls `show` with each legal step until `show` returns `Break`: quiet
    /// turns, drops, single jumps, and `pass` where a man may stop.
    pub fn for_each_step(&self, mut show: impl FnMut(Step<R>) -> ControlFlow<()>) {
        let show = |first| {
            show(match first {
                First::Whole(turn, landing) => Step {
                    path: self.first_path(turn, landing),
                    after: self.after(turn),
                },
                First::GoesOn(landing, so_far) => Step {
                    path: self.first_path(so_far, Some(landing)),
                    after: self.in_mid_chain(so_far),
                },
            })
        };
        Generator::new(self).generate(&mut FirstSteps {
            show,
            depth: 0,
            open: None,
            done: false,
        });
    }

    /// Returns the path of the first step of a turn; `landing` is set if it is
    /// a jump.
    fn first_path(&self, turn: Turn, landing: Option<Landing>) -> Path {
        let is_capture = landing.is_some();
        let quiet = Landing {
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

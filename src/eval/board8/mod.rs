//! The evaluations of Shatranj and Shatar.
//!
//! [`shatranj`] is hand-written, a sum of weighed features; [`shatar`] is a
//! network.

pub mod shatar;
pub mod shatranj;

use super::{Evaluation, Learned, Valued, Weighing};
use crate::base::Score;
use crate::base::score::MAX_EVAL;
use crate::rules::board8::{Position, Rules};

/// Whether a network values the game: Shatar, whose queens slide.
const fn has_network<R: Rules>() -> bool {
    R::QUEEN_SLIDES
}

impl<R: Rules> Valued for Position<R> {
    const EVALUATION: Evaluation<Self> = if has_network::<R>() {
        Evaluation::Network(Learned {
            inputs: shatar::INPUTS,
            lit: shatar::lit,
            men: shatar::men,
            kinds: shatar::KINDS,
            score: |lit| shatar::NETWORK.score(lit),
        })
    } else {
        Evaluation::Features(Weighing {
            groups: shatranj::features::GROUPS,
            weights: &shatranj::weights::WEIGHTS,
            features: shatranj::features,
            phase: shatranj::phase,
        })
    };

    #[inline]
    fn static_score(&self) -> Score {
        let score = if has_network::<R>() {
            shatar::NETWORK.score(&shatar::lit(self))
        } else {
            shatranj::score(self)
        };
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

#[cfg(test)]
mod tests;

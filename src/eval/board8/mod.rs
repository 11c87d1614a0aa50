//! The evaluations of Shatranj and Shatar: networks, trained on the scores of
//! searches.

mod inputs;

use super::network::Network;
use super::{Evaluation, Learned, Valued};
use crate::base::Score;
use crate::base::score::MAX_EVAL;
use crate::rules::board8::{Position, Rules};
use inputs::INPUTS;

static SHATRANJ: Network<INPUTS> = match Network::from_bytes(include_bytes!("shatranj.net")) {
    Ok(network) => network,
    Err(_) => panic!("shatranj.net is no network for Shatranj"),
};

static SHATAR: Network<INPUTS> = match Network::from_bytes(include_bytes!("shatar.net")) {
    Ok(network) => network,
    Err(_) => panic!("shatar.net is no network for Shatar"),
};

/// Returns the network for the game: Shatar is the one in which queens slide.
#[inline]
const fn network<R: Rules>() -> &'static Network<INPUTS> {
    if R::QUEEN_SLIDES { &SHATAR } else { &SHATRANJ }
}

impl<R: Rules> Valued for Position<R> {
    const EVALUATION: Evaluation<Self> = Evaluation::Network(Learned {
        inputs: INPUTS,
        lit: inputs::lit,
        men: inputs::men,
        kinds: inputs::KINDS,
        score: |lit| network::<R>().score(lit),
    });

    #[inline]
    fn static_score(&self) -> Score {
        let score = network::<R>().score(&inputs::lit(self));
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

#[cfg(test)]
mod tests;

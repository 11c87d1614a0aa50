//! The evaluations of Shatranj and Shatar: networks that are trained on the scores of
//! searches.

mod inputs;

use super::network::Network;
use super::{Evaluation, NetworkEvaluation, StaticEvaluation};
use crate::base::Score;
use crate::base::score::MAX_EVAL;
use crate::rules::board8::{FairyShatar, FairyShatranj, Position, Rules, Shatar, Shatranj};
use inputs::INPUTS;

static SHATRANJ: Network<INPUTS> = match Network::from_bytes(include_bytes!("shatranj.net")) {
    Ok(network) => network,
    Err(_) => panic!("shatranj.net is not a network for Shatranj"),
};

static SHATAR: Network<INPUTS> = match Network::from_bytes(include_bytes!("shatar.net")) {
    Ok(network) => network,
    Err(_) => panic!("shatar.net is not a network for Shatar"),
};

/// A rule set that a network evaluates.
///
/// Every rule set names its network here, so a new rule set without a network does not
/// compile.
#[diagnostic::on_unimplemented(
    message = "no network evaluates the rule set `{Self}`",
    label = "the network of `{Self}` is not stated",
    note = "implement `EvaluatedByNetwork` for `{Self}` in src/eval/board8/mod.rs, with the network \
            of its `EvaluationFamily`"
)]
pub trait EvaluatedByNetwork: Rules {
    /// The network that evaluates the positions.
    const NETWORK: &'static Network<INPUTS>;
}

impl EvaluatedByNetwork for Shatranj {
    const NETWORK: &'static Network<INPUTS> = &SHATRANJ;
}

impl EvaluatedByNetwork for FairyShatranj {
    const NETWORK: &'static Network<INPUTS> = &SHATRANJ;
}

impl EvaluatedByNetwork for Shatar {
    const NETWORK: &'static Network<INPUTS> = &SHATAR;
}

impl EvaluatedByNetwork for FairyShatar {
    const NETWORK: &'static Network<INPUTS> = &SHATAR;
}

impl<R: EvaluatedByNetwork> StaticEvaluation for Position<R> {
    const EVALUATION: Evaluation<Self> = Evaluation::Network(NetworkEvaluation {
        inputs: INPUTS,
        active_inputs: inputs::active_inputs,
        men: inputs::men,
        kinds: inputs::KINDS,
        score: |inputs| R::NETWORK.score(inputs),
    });

    #[inline]
    fn static_score(&self) -> Score {
        let score = R::NETWORK.score(&inputs::active_inputs(self));
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

#[cfg(test)]
mod tests;

//! The settings of a run, which determine what each pair of games plays.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::TunedParameter;
use crate::game::Variant;
use crate::tournament::{AdjudicationRules, EngineSpec, OpeningsSpec, quoted_word};

/// The possible numbers of pairs of a run. The number of each game then fits in 32 bits.
pub const PAIR_COUNTS: RangeInclusive<u32> = 1..=1_000_000_000;

/// Returns whether a run may have this rate: above 0, and at most 1.
pub fn is_rate(rate: f64) -> bool {
    rate > 0.0 && rate <= 1.0
}

/// The settings of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaSettings {
    /// The rule set.
    pub variant: Variant,
    /// The engine, without the tuned options.
    pub engine: EngineSpec,
    /// The parameters to tune.
    pub parameters: Vec<TunedParameter>,
    /// The number of pairs of games.
    pub pairs: u32,
    /// The ratio of the last step to the square of the last perturbation.
    pub rate: f64,
    /// The openings, with the seed of all random choices.
    pub openings: OpeningsSpec,
    /// The adjudication rules.
    pub adjudication: AdjudicationRules,
}

impl SpsaSettings {
    /// Returns the specifications of the plus side and the minus side.
    pub fn sides(&self) -> [EngineSpec; 2] {
        ["plus", "minus"].map(|side| EngineSpec {
            name: format!("{} ({side})", self.engine.name),
            ..self.engine.clone()
        })
    }

    /// Returns the values, rounded to the nearest integers, as words for the description of an
    /// engine.
    pub fn option_words(&self, values: &[f64]) -> String {
        let pairs = self.parameters.iter().zip(values);
        let option = |(parameter, value): (&TunedParameter, &f64)| {
            let number = parameter.round(*value, 0.5);
            (parameter.name.clone(), number.to_string())
        };
        option_words(&pairs.map(option).collect::<Vec<_>>())
    }
}

/// Returns options as words for the description of an engine, `option.NAME=VALUE`, quoted for a
/// shell.
pub(super) fn option_words(options: &[(String, String)]) -> String {
    let word = |(name, value): &(String, String)| {
        quoted_word(&format!("option.{name}={value}")).into_owned()
    };
    options.iter().map(word).collect::<Vec<_>>().join(" ")
}

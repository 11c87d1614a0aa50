//! The settings of a run, which determine what each pair of games plays.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::TunedParameter;
use crate::game::Variant;
use crate::tournament::{AdjudicationRules, EngineSpec, OpeningsSpec};

/// The number of pairs that a run may have. The number of each game fits in 32 bits.
pub const PAIRS: RangeInclusive<u32> = 1..=1_000_000_000;

/// Returns whether a run may have this rate.
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

    /// Returns the values, rounded to the nearest numbers, as words for the description of an
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

/// Returns whether a character has no special meaning to a shell inside a word.
const fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '=')
}

/// Returns options as words for the description of an engine, `option.NAME=VALUE`, quoted for a
/// shell.
pub(super) fn option_words(options: &[(String, String)]) -> String {
    let words = options.iter().map(|(name, value)| {
        let word = format!("option.{name}={value}");
        // The crate would also quote a word because of its equals sign.
        if word.chars().all(is_plain) {
            return word;
        }
        let quoted = shlex::try_quote(&word).map(Cow::into_owned);
        quoted.unwrap_or(word)
    });
    words.collect::<Vec<_>>().join(" ")
}

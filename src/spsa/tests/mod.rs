//! Tests of SPSA without engines.

mod convergence;
mod file;
mod in_flight;
mod parameters;

use super::{SpsaSettings, TunedParameter};
use crate::game::Variant;
use crate::tournament::{AdjudicationRules, EngineSpec, OpeningSource, OpeningsSpec};

/// Returns a parameter that starts at `start`, with a step of a twentieth of its range.
fn parameter(name: &str, min: i64, max: i64, start: f64) -> TunedParameter {
    TunedParameter {
        name: name.to_owned(),
        min,
        max,
        start,
        step: ((max - min) as f64 / 20.0).max(0.5),
    }
}

pub(super) fn settings(pairs: u32, seed: u64, parameters: Vec<TunedParameter>) -> SpsaSettings {
    SpsaSettings {
        variant: Variant::Extended,
        engine: EngineSpec::from_words(&["nodes=1"], &["cmd=engine"]).unwrap(),
        parameters,
        pairs,
        rate: 0.002,
        openings: OpeningsSpec {
            source: OpeningSource::Start,
            random_order: false,
            seed,
        },
        adjudication: AdjudicationRules::default(),
    }
}

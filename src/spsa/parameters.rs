//! The parameters to tune: spin options that the engine has declared.

use std::str::FromStr;

use batyr_protocol::{OptionKind, OptionSpec};
use serde::{Deserialize, Serialize};

use super::error::ParameterError;
use crate::tournament::EngineSpec;
use crate::util::spelling::nearest;
use crate::util::text::brief;

/// The least perturbation: rounding would mostly hide a smaller one.
const MIN_STEP: f64 = 0.5;
/// The default perturbation, as a share of the range.
const DEFAULT_STEP: f64 = 0.05;

/// A parameter to tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TunedParameter {
    /// The name of the option, as the engine has declared it.
    pub name: String,
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
    /// The value at the start of the run.
    pub start: f64,
    /// The perturbation in the last pair of the run.
    pub step: f64,
}

/// A parameter as the user names it: `NAME[:START[:STEP]]`.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterRequest {
    name: String,
    start: Option<f64>,
    step: Option<f64>,
}

impl TunedParameter {
    /// Returns the nearest value in the range.
    pub const fn clamp(&self, value: f64) -> f64 {
        value.min(self.max as f64).max(self.min as f64)
    }

    /// Rounds a value up or down, and clamps it to the range. `fraction` is a random number from
    /// 0 to below 1.
    pub fn round(&self, value: f64, fraction: f64) -> i64 {
        let number = (value + fraction).floor() as i64;
        number.min(self.max).max(self.min)
    }

    /// Returns an error if the range has only one value, or if the start or step is out of range.
    pub fn check(&self) -> Result<(), ParameterError> {
        let (name, min, max) = (self.name.clone(), self.min, self.max);
        if min >= max {
            return Err(ParameterError::NoRange { name, min, max });
        }
        let (least, greatest) = (min as f64, max as f64);
        let numbers = [
            ("start", self.start, least, greatest),
            ("step", self.step, MIN_STEP, greatest - least),
        ];
        let is_outside = |&(_, value, min, max): &(_, f64, f64, f64)| !(min..=max).contains(&value);
        match numbers.into_iter().find(is_outside) {
            None => Ok(()),
            Some((what, value, min, max)) => Err(ParameterError::Number {
                name,
                what,
                value,
                min,
                max,
            }),
        }
    }
}

impl FromStr for ParameterRequest {
    type Err = ParameterError;

    fn from_str(text: &str) -> Result<Self, ParameterError> {
        let invalid = || ParameterError::Text(text.to_owned());
        let number = |part: &str| match part {
            "" => Ok(None),
            part => part.parse().map(Some).map_err(|_| invalid()),
        };
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let (start, step) = rest.split_once(':').unwrap_or((rest, ""));
        if name.trim().is_empty() {
            return Err(invalid());
        }
        Ok(Self {
            name: name.trim().to_owned(),
            start: number(start)?,
            step: number(step)?,
        })
    }
}

impl From<&TunedParameter> for ParameterRequest {
    fn from(parameter: &TunedParameter) -> Self {
        Self {
            name: parameter.name.clone(),
            start: Some(parameter.start),
            step: Some(parameter.step),
        }
    }
}

/// Returns the requested parameters, with the ranges that the engine has declared. `all` adds
/// the spin options with an all-capitals name that are neither requested nor set.
///
/// # Errors
/// Returns an error if a parameter is unknown, not a spin option, outside its range, set by the
/// engine's description, or given twice, or if no parameter results.
pub fn resolve(
    requests: &[ParameterRequest],
    all: bool,
    engine: &EngineSpec,
    options: &[OptionSpec],
) -> Result<Vec<TunedParameter>, ParameterError> {
    let mut parameters: Vec<TunedParameter> = Vec::new();
    let is_tuned = |parameters: &[TunedParameter], option: &OptionSpec| {
        parameters
            .iter()
            .any(|parameter| parameter.name == option.name)
    };
    let fixed_value = |option: &OptionSpec| {
        let mut fixed = engine.options.iter();
        fixed.find(|(name, _)| option.is_called(name, engine.dialect))
    };
    for request in requests {
        let mut called = options.iter();
        let option = called.find(|option| option.is_called(&request.name, engine.dialect));
        let option = option.ok_or_else(|| unknown(&request.name, options))?;
        let name = || option.name.clone();
        if is_tuned(&parameters, option) {
            return Err(ParameterError::Repeated(name()));
        }
        if let Some((_, value)) = fixed_value(option) {
            let (name, value) = (name(), value.clone());
            return Err(ParameterError::AlreadySet { name, value });
        }
        let parameter = parameter(request, option).ok_or_else(|| ParameterError::NotSpin {
            name: name(),
            spins: spin_names(options),
        })?;
        parameter.check()?;
        parameters.push(parameter);
    }
    if all {
        for option in options.iter().filter(|option| is_capitals(&option.name)) {
            let request = ParameterRequest {
                name: option.name.clone(),
                start: None,
                step: None,
            };
            if is_tuned(&parameters, option) || fixed_value(option).is_some() {
                continue;
            }
            let parameter = parameter(&request, option);
            parameters.extend(parameter.filter(|parameter| parameter.check().is_ok()));
        }
    }
    match (parameters.is_empty(), all) {
        (false, _) => Ok(parameters),
        (true, true) => Err(ParameterError::NoCapitals),
        (true, false) => Err(ParameterError::None),
    }
}

/// Returns the parameter for an option; `None` if the option is not of type `spin`.
fn parameter(request: &ParameterRequest, option: &OptionSpec) -> Option<TunedParameter> {
    let OptionKind::Spin { default, min, max } = option.kind else {
        return None;
    };
    let default_step = (DEFAULT_STEP * (max as f64 - min as f64)).max(MIN_STEP);
    Some(TunedParameter {
        name: option.name.clone(),
        min,
        max,
        start: request.start.unwrap_or(default as f64),
        step: request.step.unwrap_or(default_step),
    })
}

fn unknown(name: &str, options: &[OptionSpec]) -> ParameterError {
    let near = nearest(name, options.iter().map(|option| option.name.as_str()));
    let hint = |near| format!("; did you mean {:?}?", brief(near));
    ParameterError::Unknown {
        name: name.to_owned(),
        hint: near.map_or_else(String::new, hint),
        spins: spin_names(options),
    }
}

fn spin_names(options: &[OptionSpec]) -> String {
    let spins = options
        .iter()
        .filter(|option| matches!(option.kind, OptionKind::Spin { .. }));
    let names: Vec<_> = spins.map(|option| option.name.as_str()).collect();
    names.join(", ")
}

/// Returns whether a name is all capitals, as engines usually name numbers meant for tuning.
fn is_capitals(name: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(is_allowed)
}

//! Errors in the choice of the parameters.

use crate::util::text::{brief, shorten};

/// An error in the choice of the parameters to tune.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// The text does not describe a parameter.
    #[error("{:?}, expected NAME[:START[:STEP]] with numbers", brief(.0))]
    Text(String),
    /// No parameter is chosen.
    #[error("no parameter to tune; expected --parameter NAME or --all")]
    None,
    /// The engine declares no spin option with an all-capitals name that is not set.
    #[error(
        "--all: the engine declares no spin option with an all-capitals name that is not set; \
         expected --parameter NAME"
    )]
    NoCapitals,
    /// The engine has not declared the option.
    #[error(
        "parameter {:?}: the engine has no such option{}; expected one of its spin options: {}",
        brief(.name), .hint, shorten(.spins)
    )]
    Unknown {
        /// The name.
        name: String,
        /// A suggestion, or an empty text.
        hint: String,
        /// The names of the spin options.
        spins: String,
    },
    /// The option is not of type `spin`.
    #[error("parameter {:?} is not a spin option; expected one of: {}", brief(.name), shorten(.spins))]
    NotSpin {
        /// The name.
        name: String,
        /// The names of the spin options.
        spins: String,
    },
    /// The option has only one value.
    #[error("parameter {:?}: its range is {min} to {max}, expected more than one value", brief(.name))]
    NoRange {
        /// The name.
        name: String,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// The start or the perturbation is outside its range.
    #[error("parameter {:?}: {what} {value}, expected a number from {min} to {max}", brief(.name))]
    Number {
        /// The name.
        name: String,
        /// `start` or `step`.
        what: &'static str,
        /// The number.
        value: f64,
        /// The least number that is possible.
        min: f64,
        /// The greatest number that is possible.
        max: f64,
    },
    /// A parameter is given twice.
    #[error("parameter {:?} is given twice, expected each parameter once", brief(.0))]
    Repeated(String),
    /// The option also has a fixed value.
    #[error(
        "parameter {:?} is also set by option.{}={}; expected only one of the two",
        brief(.name), brief(.name), brief(.value)
    )]
    AlreadySet {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
}

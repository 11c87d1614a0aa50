//! Tunes spin options of an engine from its games against itself, by SPSA (simultaneous
//! perturbation stochastic approximation, Spall 1992).
//!
//! Each pair of games compares two sets of values, one on each side of the current values in a
//! random direction, and moves the current values towards the winner. All parameters are thus
//! tuned at once, whatever their number. The set-up of a pair depends only on the settings, the
//! number of the pair and the current values; the [`SpsaState`], which is all that changes, is
//! stored in a file ([`SpsaFile`]).

mod error;
mod events;
mod failures;
mod file;
mod in_flight;
mod pair_keys;
mod parameters;
mod perturbation;
mod run;
mod schedule;
mod settings;
mod state;
#[cfg(test)]
mod tests;

pub use error::ParameterError;
pub use events::{SpsaEnd, SpsaError, SpsaEvent};
pub use file::{OnExisting, SavedRun, SpsaFile, SpsaFileError, read_saved};
pub use parameters::{ParameterRequest, TunedParameter, resolve};
pub use run::SpsaRun;
pub use settings::{PAIR_COUNTS, SpsaSettings, is_rate};
pub use state::SpsaState;

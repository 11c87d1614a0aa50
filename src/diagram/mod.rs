//! Pictures as SVG: boards with their men, and plots.

pub mod board;
#[cfg(feature = "plots")]
pub mod plot;

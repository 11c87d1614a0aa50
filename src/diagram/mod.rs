//! Pictures as SVG: boards with their men, and plots.

pub mod board;
pub mod plot;

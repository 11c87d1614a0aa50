//! Draws boards and plots as SVG.

pub mod board;
#[cfg(feature = "plots")]
pub mod plot;

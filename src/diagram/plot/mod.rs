//! Draws plots as SVG text, for reports.
//!
//! A plot is plain data ([`LineChart`]), and its picture is self-contained SVG text:
//! well-formed XML that needs no scripts or other files and is legible on light and dark
//! backgrounds.

mod axis;
mod canvas;
mod line;
mod palette;

#[cfg(test)]
mod tests;

pub use axis::Axis;
pub use line::{Band, DataSeries, Guide, LineChart, Marker, Stroke, stacked};
pub use palette::Hue;

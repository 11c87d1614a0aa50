//! Plots as SVG text, for reports.

//! Analyses positions and games, for people and for scripts.
//!
//! An [`Analyser`] owns an engine and scores one position at a time. [`game::analyse`]
//! scores every position of a game, from the last to the first;
//! [`mistake::mistake_severity`] alone decides what a mistake is. The results are plain
//! data, serialized by serde; files and pages are made from them.

mod accuracy;
mod analyser;
mod annotate;
pub mod book;
pub mod format;
pub mod game;
pub mod graph;
pub mod mistake;
pub mod page;
mod position;

pub use analyser::{Analyser, AnalysisSettings};
pub use annotate::annotate;
pub use position::{LineAnalysis, PositionAnalysis};

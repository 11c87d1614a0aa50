//! The analysis of positions and games, for people and for scripts.
//!
//! **The decision:** one [`Analyser`] owns one engine and answers one question
//! at a time: what is this position worth? [`game::analyse`] asks it about each
//! position of a game, from the last to the first, and [`judgement::judge`]
//! alone decides what a mistake is. The results are plain data, serialised by
//! serde; files and pages are made from them.

mod analyser;
mod annotate;
pub mod game;
pub mod graph;
pub mod judgement;
pub mod page;
mod position;
pub mod wording;

pub use analyser::{Analyser, AnalysisError, Findings, Settings};
pub use annotate::annotate;
pub use position::{LineAnalysis, PositionAnalysis, Side};

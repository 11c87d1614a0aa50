//! What positions and games are worth, for people and for scripts.
//!
//! **The decision:** one [`Analyser`] owns one engine and answers one question
//! at a time: what is this position worth? [`game::analyse`] asks it for each
//! position of a game, from the end to the start, and [`judgement::judge`]
//! alone says what a mistake is. The results are plain data that serde writes;
//! files and pages are made from them.

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

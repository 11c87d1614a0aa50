//! Batyr, an engine for Shatra, the chess-and-draughts of the Altai.
//!
//! Twelve floors, each resting on those below it and knowing nothing of those
//! above:
//!
//! | module | what it holds |
//! |---|---|
//! | [`base`] | squares, scores, keys and the [`base::Game`] trait |
//! | [`rules`] | the rules, exact and single-threaded |
//! | [`files`] | how files are opened for reading and writing |
//! | [`solver`] | wins proved by looking at every turn |
//! | [`eval`] | what a position is worth without looking ahead |
//! | [`search`] | what a position is worth with looking ahead, on many threads |
//! | [`engine`] | set a position, go, stop; the choice of game at run time |
//! | [`training`] | weights and networks of the evaluation, from games |
//! | [`chart`] | plots as SVG text |
//! | [`tournament`] | games between engines, and what they prove |
//! | [`analysis`] | what positions and games are worth |
//! | [`app`] | command line and console |

// They panic where stdout or stderr can't be written to.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod analysis;
pub mod app;
pub mod base;
pub mod chart;
pub mod engine;
pub mod eval;
pub mod files;
pub mod rules;
pub mod search;
pub mod solver;
mod spelling;
mod text;
pub mod tournament;
pub mod training;

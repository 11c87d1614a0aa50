//! Batyr, an engine for Shatra, the chess-and-draughts of the Altai.
//!
//! Eleven floors, each resting on those below it and knowing nothing of those
//! above:
//!
//! | module | what it holds |
//! |---|---|
//! | [`base`] | squares, scores, keys and the [`base::Game`] trait |
//! | [`rules`] | the rules, exact and single-threaded |
//! | [`solver`] | wins proved by looking at every turn |
//! | [`eval`] | what a position is worth without looking ahead |
//! | [`search`] | what a position is worth with looking ahead, on many threads |
//! | [`engine`] | set a position, go, stop; the choice of game at run time |
//! | [`training`] | weights and networks of the evaluation, from games |
//! | [`chart`] | plots as SVG text |
//! | [`tournament`] | games between engines, and what they prove |
//! | [`analysis`] | what positions and games are worth |
//! | [`app`] | command line and console |

pub mod analysis;
pub mod app;
pub mod base;
pub mod chart;
pub mod engine;
pub mod eval;
pub mod rules;
pub mod search;
pub mod solver;
pub mod tournament;
pub mod training;

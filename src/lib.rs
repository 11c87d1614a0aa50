//! Batyr, an engine for Shatra, the chess-and-draughts of the Altai.
//!
//! Twelve modules, listed from the bottom up; each rests on those before it and
//! knows nothing of those after it:
//!
//! | module | what it holds |
//! |---|---|
//! | [`base`] | squares, scores, keys and the [`base::Game`] trait |
//! | [`rules`] | the rules, exact and single-threaded |
//! | [`files`] | the opening of files for reading and writing |
//! | [`solver`] | proofs of wins, by a search of every turn |
//! | [`eval`] | the static evaluation of a position |
//! | [`search`] | the alpha-beta search, on many threads |
//! | [`engine`] | set a position, go, stop; the choice of game at run time |
//! | [`training`] | weights and networks of the evaluation, from games |
//! | [`chart`] | plots as SVG text |
//! | [`tournament`] | games between engines, and their statistics |
//! | [`analysis`] | the analysis of positions and games |
//! | [`app`] | command line and console |

// These macros panic if stdout or stderr can't be written to.
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

//! Batyr, an engine for Shatra, the game of the Altai between chess and draughts.
//!
//! The modules, from the bottom up; each uses those before it and none after it:
//!
//! | module | contents |
//! |---|---|
//! | [`base`] | squares, sets of squares, colours, scores, keys |
//! | [`util`] | helpers that do not depend on games |
//! | [`rules`] | the rules of each game: positions, turns and their texts |
//! | [`game`] | a game in progress, under any rules |
//! | [`files`] | game files, samples, opening of files |
//! | [`diagram`] | boards and plots as SVG |
//! | [`eval`] | the static evaluation of a position |
//! | [`search`] | the alpha-beta search, on several threads |
//! | [`solver`] | proofs of wins, by a search of all turns |
//! | [`engine`] | the facade: set a position, start and stop a search |
//! | [`training`] | weights and networks of the evaluation, from games |
//! | [`tournament`] | games between engines, and their statistics |
//! | [`analysis`] | the analysis of positions and games |
//! | [`host`] | the protocol server, over stdio, TCP and WebSocket |
//! | [`cli`] | the command line |

// These macros panic if stdout or stderr can't be written to.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "analysis")]
pub mod analysis;
pub mod base;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagram;
pub mod engine;
pub mod eval;
pub mod files;
pub mod game;
#[cfg(feature = "host")]
pub mod host;
pub mod rules;
pub mod search;
pub mod solver;
#[cfg(feature = "tournament")]
pub mod tournament;
#[cfg(feature = "training")]
pub mod training;
pub mod util;

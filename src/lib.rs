//! Batyr, an engine for Shatra, a game from the Altai that combines chess and draughts.
//!
//! The modules, from the bottom up; each uses only modules above it in this table:
//!
//! | module | contents |
//! |---|---|
//! | [`base`] | squares, sets of squares, colours, scores, hash keys |
//! | [`util`] | helpers that do not depend on games |
//! | [`rules`] | the rules of each game: positions, turns and their notation |
//! | [`game`] | a game in progress, under any rules |
//! | [`files`] | game files, training samples, opening and replacing files |
//! | [`diagram`] | boards and plots as SVG |
//! | [`page`] | the files of the board's page |
//! | [`eval`] | the static evaluation of a position |
//! | [`search`] | the alpha-beta search, on several threads |
//! | [`solver`] | proofs of forced wins, by exhaustive search |
//! | [`engine`] | the facade of rules, evaluation and search |
//! | [`training`] | training of evaluation weights and networks from games |
//! | [`tournament`] | games between engines, with statistics |
//! | [`analysis`] | analysis of positions and games |
//! | [`host`] | the server of the protocols, over stdio, TCP and WebSocket |
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
#[cfg(any(feature = "host", feature = "tournament"))]
pub mod page;
pub mod rules;
pub mod search;
pub mod solver;
#[cfg(feature = "tournament")]
pub mod tournament;
#[cfg(feature = "training")]
pub mod training;
pub mod util;

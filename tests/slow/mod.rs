//! The slow reference: the rules of Shatra written as plainly as possible, clause by clause from
//! `protocol/RULES.md`, to check the fast generator. Nothing here is meant to be fast.
//!
//! The smallest unit is the **step** (`Step`): a quiet move, drop or teleport, one jump of a
//! chain, or the stop of a chain (`pass`). A **turn** (`Turn`) is the list of steps from
//! one side's move to the other's; all turns are found by playing steps until the side to move
//! changes.
//!
//! | module | protocol/RULES.md section |
//! |---|---|
//! | `rule_set` | the table of rule sets, 8 |
//! | `square` | 1 |
//! | `man` | 2, and the regions of 1 as each side sees them |
//! | `position` | 2 (set-up), 3 (temdek, reserve) |
//! | `quiet` | 3 (moves, drops, teleport) |
//! | `capture` | 4 |
//! | `en_passant` | 5 |
//! | `promotion` | 3 (promotion) |
//! | `step` | 3, 6, 7 (the choices), 11 (text) |
//! | `play` | 3, 4, 10 (what a step changes) |
//! | `turn` | 11 (text), 12 (perft) |
//! | `spn` | 10 |
//! | `fixture` | the fixture files |

#![allow(dead_code)] // each test program uses a part of it

mod capture;
mod en_passant;
pub mod fixture;
mod man;
mod play;
mod position;
mod promotion;
mod quiet;
mod rule_set;
mod spn;
mod square;
mod step;
mod turn;

#[allow(unused_imports)] // each test program uses a part of them
pub use {
    man::{Kind, Man, Side},
    position::Position,
    rule_set::RuleSet,
    square::Square,
    step::{Action, Step},
    turn::Turn,
};

//! The slow reference implementation of the rules of Shatra, against which the fast generator is
//! checked. It follows `protocol/RULES.md` clause by clause, as plainly as possible. For Online,
//! the fifth rule set, it also follows `protocol/RULES-ONLINE.md`; comments cite that page by its
//! full name and `protocol/RULES.md` by the section alone.
//!
//! The smallest unit is the **step** (`Step`): a quiet move, a drop, a teleport, one jump of a
//! chain, or stopping in mid-chain (`pass`). A **turn** (`Turn`) is the list of steps that a side
//! plays before the other side is to move. All turns are found by playing steps until the side to
//! move changes.
//!
//! | module | protocol/RULES.md section |
//! |---|---|
//! | `rule_set` | the introduction's table of rule sets, 8; all of `protocol/RULES-ONLINE.md` |
//! | `square` | 1 |
//! | `man` | 2, and the regions of 1 as each side sees them |
//! | `position` | 2 (set-up), 3 (temdek, reserve), 9 (the end of the game) |
//! | `quiet` | 3 (quiet moves, drops, teleport) |
//! | `capture` | 4 |
//! | `en_passant` | 5 |
//! | `promotion` | 3 (promotion) |
//! | `step` | 3, 6, 7 (legality), 11 (notation) |
//! | `play` | 3, 4, 5, 10 (what a step changes) |
//! | `turn` | 11 (notation), 12 (perft) |
//! | `spn` | 10 |
//! | `fixture` | none: it reads the fixture files |
//! | `endgame` | none: it solves endings by these rules |

#![allow(dead_code)] // each test program uses only part of this module

mod capture;
mod en_passant;
pub mod endgame;
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

#[allow(unused_imports)] // each test program uses only some of these
pub use {
    man::{Kind, Man, Side},
    position::Position,
    rule_set::RuleSet,
    square::Square,
    step::{Action, Step},
    turn::Turn,
};

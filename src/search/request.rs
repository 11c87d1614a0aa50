//! What a search is asked for.

use std::time::Instant;

use super::{Handicap, Limits};
use crate::base::Game;

/// A position to search and how.
#[derive(Clone, Debug)]
pub struct Request<G: Game> {
    /// The position whose best turn is wanted.
    pub position: G,
    /// The keys of the earlier positions of the game, oldest first, without
    /// `position` itself.
    pub history: Vec<u64>,
    /// When to stop.
    pub limits: Limits,
    /// Only these turns are considered; all if it is empty, or holds no legal
    /// one.
    pub root_moves: Vec<G::Move>,
    /// These turns are not considered.
    pub banned: Vec<G::Move>,
    /// How many best lines to find; as many as there are turns, at most. 0
    /// counts as 1.
    pub multipv: usize,
    /// How much weaker than it can the search shall play.
    pub handicap: Option<Handicap>,
    /// How much of the time the workers sleep, in percent, so that the
    /// processor is left to others; at most 90.
    pub idle: u8,
    /// When the host asked: clocks run from here.
    pub started: Instant,
}

impl<G: Game> Request<G> {
    /// A search for one line, without a history, asked for now.
    pub fn new(position: G, limits: Limits) -> Self {
        Self {
            position,
            history: Vec::new(),
            limits,
            root_moves: Vec::new(),
            banned: Vec::new(),
            multipv: 1,
            handicap: None,
            idle: 0,
            started: Instant::now(),
        }
    }
}

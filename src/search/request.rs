//! The request for a search.

use std::time::Instant;

use super::{Handicap, Limits};
use crate::rules::Game;

/// The settings that a host makes once for all its searches; the engine passes them on
/// unchanged.
#[derive(Clone, Copy, Debug)]
pub struct SearchSettings {
    /// The number of best lines to find; at most one per legal turn. 0 counts
    /// as 1.
    pub multipv: usize,
    /// How far below full strength to play; `None` for full strength.
    pub handicap: Option<Handicap>,
    /// The share of the time that the workers sleep to leave the processor to
    /// others, in percent; at most 90.
    pub idle: u8,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            multipv: 1,
            handicap: None,
            idle: 0,
        }
    }
}

/// A request: a position and how to search it.
#[derive(Clone, Debug)]
pub struct Request<G: Game> {
    /// The position whose best turn is to be found.
    pub position: G,
    /// The keys of the earlier positions of the game, oldest first; `position`
    /// itself is not among them.
    pub history: Vec<u64>,
    /// The limits of the search.
    pub limits: Limits,
    /// The only turns to consider; all turns if it is empty, or holds none that
    /// is legal and not banned.
    pub root_turns: Vec<G::Move>,
    /// The turns not to consider.
    pub banned: Vec<G::Move>,
    /// The settings of the host.
    pub settings: SearchSettings,
    /// The time of the host's request: clocks run from this time.
    pub started: Instant,
}

impl<G: Game> Request<G> {
    /// Returns a request for one line that starts now and has no history.
    pub fn new(position: G, limits: Limits) -> Self {
        Self {
            position,
            history: Vec::new(),
            limits,
            root_turns: Vec::new(),
            banned: Vec::new(),
            settings: SearchSettings::default(),
            started: Instant::now(),
        }
    }
}

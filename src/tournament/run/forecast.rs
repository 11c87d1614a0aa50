//! How many games of a tournament can differ from all others, as far as its settings tell.
//!
//! An engine that is limited by nodes or depth and searches on one thread gives the same answer to
//! the same position, so two such engines repeat their game whenever they get the same opening.

use std::collections::HashSet;

use super::queue::{GameQueue, QueueError};
use crate::tournament::journal::Games;
use crate::tournament::openings::Openings;
use crate::tournament::{EngineSpec, Spec};

impl EngineSpec {
    /// Returns whether the engine is expected to repeat a game from the same opening against an
    /// engine that does, too.
    pub fn repeats_games(&self) -> bool {
        let budget = &self.budget;
        let is_timed = budget.clock.is_some() || budget.movetime_ms.is_some();
        !is_timed && !self.ponder && self.threads() == 1
    }
}

/// Returns a warning if the openings do not suffice for games that all differ. In Swiss and
/// knockout tournaments, the games are not known beforehand.
pub fn repetition_warning(spec: &Spec, openings: &Openings) -> Result<Option<String>, QueueError> {
    let repeats: Vec<bool> = spec.engines.iter().map(EngineSpec::repeats_games).collect();
    let Some(identities) = openings.identities().filter(|_| spec.format.is_fixed()) else {
        return Ok(None);
    };
    if repeats.iter().filter(|repeats| **repeats).count() < 2 {
        return Ok(None);
    }
    // Shards share the openings of the complete tournament.
    let complete = Spec {
        shard: None,
        ..spec.clone()
    };
    let queue = GameQueue::new(&complete, &Games::new())?;
    let mut identities = (1..).zip(identities).peekable();
    let (mut all, mut different) = (0_usize, HashSet::new());
    for game in queue.waiting() {
        while identities
            .next_if(|(encounter, _)| *encounter < game.encounter)
            .is_some()
        {}
        let repeats = |engine: usize| repeats.get(engine).is_some_and(|repeats| *repeats);
        if let Some((_, opening)) = identities.peek()
            && repeats(game.white)
            && repeats(game.black)
        {
            all += 1;
            different.insert((game.white, game.black, *opening));
        }
    }
    let different = different.len();
    Ok((different < all).then(|| {
        let source = openings.description();
        format!(
            "at most {different} of {all} games will differ: engines with nodes= or depth= and one \
             thread play the same game again from the same opening, and {source}. Copies of games \
             don't count in ratings, intervals and tests; use more openings (--openings), fewer \
             --rounds, or a time limit"
        )
    }))
}

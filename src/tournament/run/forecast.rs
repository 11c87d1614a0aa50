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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{OpeningSource, OpeningsSpec};

    /// Returns the warning for a round-robin of engines with these limits, five openings of which
    /// two are the same, and this many games in each of `rounds` encounters.
    fn warning(limits: &[&str], rounds: u32, games: u32, shard: &str) -> Option<String> {
        let engine = |(number, limit): (usize, &&str)| {
            let words = [
                "cmd=x".to_owned(),
                format!("name={number}"),
                (*limit).to_owned(),
            ];
            EngineSpec::from_words(&[""; 0], &words).unwrap()
        };
        let engines: Vec<EngineSpec> = limits.iter().enumerate().map(engine).collect();
        let openings = OpeningsSpec {
            source: OpeningSource::File {
                path: "five".to_owned(),
                text: "d5-d6\nb5-b6\nd5-d6 # again\nc5-c6\ne5-e6\n".to_owned(),
            },
            random_order: true,
            seed: 1,
        };
        let spec = serde_json::json!({
            "version": 1, "event": "", "variant": "shatra", "engines": engines,
            "format": {"round-robin": {"rounds": rounds}}, "games": games, "openings": openings,
            "terms": {"max_plies": 9, "no_progress": null, "resign": null, "draw": null},
            "shard": (!shard.is_empty()).then_some(shard),
        });
        let spec: Spec = serde_json::from_value(spec).unwrap();
        let openings = Openings::new(spec.variant, &spec.openings).unwrap();
        repetition_warning(&spec, &openings).unwrap()
    }

    #[test]
    fn the_games_that_can_differ_are_counted() {
        let starts = |text: Option<String>, start: &str| {
            assert!(
                text.as_ref().is_some_and(|text| text.starts_with(start)),
                "{text:?}"
            );
        };
        let two = ["nodes=5", "depth=2"];
        starts(
            warning(&two, 11, 2, ""),
            "at most 8 of 22 games will differ: ",
        );
        starts(
            warning(&two, 11, 2, "1/2"),
            "at most 8 of 22 games will differ: ",
        );
        starts(
            warning(&two, 1, 4, ""),
            "at most 2 of 4 games will differ: ",
        );
        assert_eq!(warning(&two, 1, 2, ""), None);
        // An engine with a clock does not repeat its games, and so no other does against it.
        assert_eq!(warning(&["nodes=5", "tc=1"], 11, 2, ""), None);
        starts(
            warning(&["nodes=5", "tc=1", "nodes=6"], 9, 2, ""),
            "at most 8 of 18 games",
        );
    }
}

//! The warnings of many games, merged by kind.
//!
//! A warning is a sentence, `ENGINE: KIND`, optionally followed by a count and an
//! example. Warnings of one engine and one kind form one entry, with the number of games in which
//! they occurred and the example of the first one.

use std::collections::BTreeMap;

use super::GameReport;

/// The maximum number of kinds kept: engines can produce any number of them, as
/// a kind may contain an engine's own words.
const MAX_KINDS: usize = 50;

/// A kind of warning of one engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WarningCount {
    /// The number of games in which the warning occurred.
    pub games: usize,
    /// The number of the game of the example.
    pub first: u32,
    /// The number of times that the warning occurred in that game, with an example.
    pub example: String,
}

/// The warnings of games, by engine and kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WarningSummary(BTreeMap<String, WarningCount>);

impl WarningSummary {
    /// Adds the warnings of a game and returns the texts of those of a new
    /// kind.
    pub fn add<'g>(&mut self, game: &'g GameReport) -> Vec<&'g str> {
        let mut added = Vec::new();
        for warning in &game.warnings {
            let (kind, example) = split(game, warning);
            if let Some(count) = self.0.get_mut(kind) {
                count.games += 1;
            } else if self.0.len() < MAX_KINDS {
                let count = WarningCount {
                    games: 1,
                    first: game.game,
                    example: example.to_owned(),
                };
                self.0.insert(kind.to_owned(), count);
                added.push(warning.as_str());
            }
        }
        added
    }

    /// Returns the kinds, each preceded by the name of its engine.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &WarningCount)> {
        self.0.iter().map(|(kind, count)| (kind.as_str(), count))
    }
}

/// Splits a warning into engine and kind, and count and example.
fn split<'w>(game: &GameReport, warning: &'w str) -> (&'w str, &'w str) {
    let engine = [&game.white, &game.black]
        .into_iter()
        .find(|&name| warning.starts_with(&format!("{name}: ")));
    let start = engine.map_or(0, |name| name.len() + 2);
    let rest = warning.get(start..).unwrap_or_default();
    let end = [rest.find(" ("), rest.find(": ")]
        .into_iter()
        .flatten()
        .min();
    let (kind, example) = end
        .and_then(|end| warning.split_at_checked(start + end))
        .unwrap_or((warning, ""));
    (kind, example.trim_start_matches([':', ' ']))
}

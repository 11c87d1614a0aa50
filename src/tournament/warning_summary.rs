//! Warnings from many games, grouped by engine and kind.
//!
//! A warning has the form `ENGINE: KIND`, optionally followed by a count and an example. Warnings
//! of the same kind about the same engine form one entry, with the number of games in which they
//! occurred and the first example.

use std::collections::BTreeMap;

use super::GameReport;

/// The maximum number of entries. Without it, an engine could create any number,
/// because a kind may contain text from the engine.
const MAX_KINDS: usize = 50;

/// The warnings of one kind about one engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WarningCount {
    /// The number of games in which the warning occurred.
    pub games: usize,
    /// The number of the first game in which it occurred.
    pub first_game: u32,
    /// The number of times that the warning occurred in the first game, and an example.
    pub example: String,
}

/// The warnings from many games, by engine and kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WarningSummary(BTreeMap<String, WarningCount>);

impl WarningSummary {
    /// Adds the warnings of a game, and returns the texts of those that are the
    /// first of their kind.
    pub fn add<'g>(&mut self, game: &'g GameReport) -> Vec<&'g str> {
        let mut added = Vec::new();
        for warning in &game.warnings {
            let (kind, example) = split(game, warning);
            if let Some(count) = self.0.get_mut(kind) {
                count.games += 1;
            } else if self.0.len() < MAX_KINDS {
                let count = WarningCount {
                    games: 1,
                    first_game: game.game,
                    example: example.to_owned(),
                };
                self.0.insert(kind.to_owned(), count);
                added.push(warning.as_str());
            }
        }
        added
    }

    /// Returns the entries; each text is the name of the engine followed by the kind.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &WarningCount)> {
        self.0.iter().map(|(kind, count)| (kind.as_str(), count))
    }
}

/// Splits a warning into two parts: engine and kind, and count and example.
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

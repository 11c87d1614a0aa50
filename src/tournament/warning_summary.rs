//! Warnings from many games, by engine and kind.

use std::collections::BTreeMap;

use super::{GameReport, Warning};

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
    /// From the first game: how many times the warning occurred, if more than once, and an example.
    pub example: String,
}

/// The warnings from many games, by engine and kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WarningSummary(BTreeMap<String, WarningCount>);

impl WarningSummary {
    /// Adds the warnings of a game, and returns those that are the first of their kind.
    pub fn add<'g>(&mut self, game: &'g GameReport) -> Vec<&'g Warning> {
        let mut added = Vec::new();
        for warning in &game.warnings {
            let title = warning.title();
            if let Some(count) = self.0.get_mut(&title) {
                count.games += 1;
            } else if self.0.len() < MAX_KINDS {
                let text = warning.to_string();
                let example = text.get(title.len()..).unwrap_or_default();
                let count = WarningCount {
                    games: 1,
                    first_game: game.game,
                    example: example.trim_start_matches([':', ' ']).to_owned(),
                };
                self.0.insert(title, count);
                added.push(warning);
            }
        }
        added
    }

    /// Returns the entries, sorted by text: the name of the engine followed by the kind.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &WarningCount)> {
        self.0.iter().map(|(kind, count)| (kind.as_str(), count))
    }
}

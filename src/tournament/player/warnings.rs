//! Faults that do not cost the engine the game.

use crate::util::text::shorten;

/// The maximum number of kinds that are kept; warnings of further kinds are dropped.
const MAX_KINDS: usize = 32;

/// The warnings about an engine, counted by kind, each with its first example.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineWarnings(Vec<(String, u32, Option<String>)>);

impl EngineWarnings {
    /// Adds a warning of this kind. Only the first example is kept.
    pub fn add(&mut self, kind: &str, example: Option<&str>) {
        if let Some((_, count, _)) = self.0.iter_mut().find(|(existing, ..)| existing == kind) {
            *count = count.saturating_add(1);
        } else if self.0.len() < MAX_KINDS {
            let example = example.map(shorten);
            self.0.push((shorten(kind), 1, example));
        }
    }

    /// Removes all warnings, and returns one line of text for each kind.
    pub fn take(&mut self) -> Vec<String> {
        let text_of = |(kind, count, example): (String, u32, Option<String>)| {
            let times = match count {
                1 => String::new(),
                count => format!(" ({count} times)"),
            };
            let example = example.map_or_else(String::new, |text| format!(": {text}"));
            format!("{kind}{times}{example}")
        };
        self.0.drain(..).map(text_of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_listed_once() {
        let mut warnings = EngineWarnings::default();
        warnings.add("pv", Some("first"));
        warnings.add("pv", Some("second"));
        warnings.add("no option", None);
        assert_eq!(warnings.take(), ["pv (2 times): first", "no option"]);
        assert!(warnings.take().is_empty());
    }

    #[test]
    fn kinds_and_texts_are_limited() {
        let mut warnings = EngineWarnings::default();
        for number in 0..1000 {
            warnings.add(&number.to_string(), Some(&"x".repeat(10_000)));
        }
        let texts = warnings.take();
        assert_eq!(texts.len(), MAX_KINDS);
        assert!(texts.iter().all(|text| text.len() < 300));
    }
}

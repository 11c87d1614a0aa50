//! Faults of engines that do not cost them the game.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::util::text::shorten;

/// A warning: a kind of fault of an engine in a game, with the first example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Warning {
    /// The name of the engine.
    pub engine: String,
    /// The kind of fault.
    pub kind: String,
    /// The number of times that the fault occurred.
    #[serde(default = "once", skip_serializing_if = "is_one")]
    pub times: u32,
    /// The first example, if it adds anything to the kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

const fn is_one(times: &u32) -> bool {
    *times == 1
}

const fn once() -> u32 {
    1
}

impl Warning {
    /// Parses a sentence: `ENGINE: KIND (N times): EXAMPLE`, of which the last two parts may
    /// be missing.
    fn from_sentence(text: &str) -> Self {
        let (engine, rest) = text.split_once(": ").unwrap_or(("", text));
        let (kind, example) = match rest.split_once(": ") {
            Some((kind, example)) => (kind, Some(example.to_owned())),
            None => (rest, None),
        };
        let counted = kind.strip_suffix(" times)").and_then(|kind| {
            let (kind, times) = kind.rsplit_once(" (")?;
            Some((kind, times.parse().ok()?))
        });
        let (kind, times) = counted.unwrap_or((kind, 1));
        Self {
            engine: engine.to_owned(),
            kind: kind.to_owned(),
            times,
            example,
        }
    }

    /// Returns the engine and the kind, by which the warnings of several games are grouped.
    pub fn title(&self) -> String {
        format!("{}: {}", self.engine, self.kind)
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.engine, self.kind)?;
        if self.times != 1 {
            write!(f, " ({} times)", self.times)?;
        }
        self.example
            .iter()
            .try_for_each(|text| write!(f, ": {text}"))
    }
}

/// Reads the warnings of a game in a journal, including the sentences that earlier versions wrote.
pub fn read<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Warning>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum JournalWarning {
        Warning(Warning),
        Sentence(String),
    }
    let warnings = Vec::deserialize(from)?.into_iter();
    let warnings = warnings.map(|warning| match warning {
        JournalWarning::Warning(warning) => warning,
        JournalWarning::Sentence(text) => Warning::from_sentence(&text),
    });
    Ok(warnings.collect())
}

/// The maximum number of kinds of warnings about an engine in a game; warnings of further kinds are
/// dropped.
const MAX_KINDS: usize = 32;

/// The warnings about an engine that have not been taken yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineWarnings {
    engine: String,
    warnings: Vec<Warning>,
}

impl EngineWarnings {
    /// Creates an empty list for the engine of this name.
    pub fn new(engine: &str) -> Self {
        Self {
            engine: engine.to_owned(),
            warnings: Vec::new(),
        }
    }

    /// Adds a warning of this kind. Only the first example is kept.
    pub fn add(&mut self, kind: &str, example: Option<&str>) {
        let kind = shorten(kind);
        let mut warnings = self.warnings.iter_mut();
        if let Some(warning) = warnings.find(|warning| warning.kind == kind) {
            warning.times = warning.times.saturating_add(1);
        } else if self.warnings.len() < MAX_KINDS {
            self.warnings.push(Warning {
                engine: self.engine.clone(),
                kind,
                times: 1,
                example: example.map(shorten),
            });
        }
    }

    /// Removes and returns all warnings, one of each kind.
    pub fn take(&mut self) -> Vec<Warning> {
        std::mem::take(&mut self.warnings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(warnings: &mut EngineWarnings) -> Vec<String> {
        warnings.take().iter().map(Warning::to_string).collect()
    }

    #[test]
    fn each_kind_is_listed_once() {
        let mut warnings = EngineWarnings::new("A");
        warnings.add("pv", Some("first"));
        warnings.add("pv", Some("second"));
        warnings.add("no option", None);
        let expected = ["A: pv (2 times): first", "A: no option"];
        assert_eq!(texts(&mut warnings), expected);
        assert!(warnings.take().is_empty());
    }

    #[test]
    fn kinds_and_texts_are_limited() {
        let mut warnings = EngineWarnings::new("A");
        for number in 0..1000 {
            warnings.add(&number.to_string(), Some(&"x".repeat(10_000)));
        }
        let texts = texts(&mut warnings);
        assert_eq!(texts.len(), MAX_KINDS);
        assert!(texts.iter().all(|text| text.len() < 300));
    }

    #[test]
    fn a_warning_is_read_as_it_is_written_and_as_earlier_versions_wrote_it() {
        for (kind, times, example) in [
            (
                "a pv with an illegal move",
                2,
                Some("before move 3, x in pv x"),
            ),
            (
                "an unreadable line",
                1,
                Some("line refused: byte 14 is not UTF-8"),
            ),
            ("it has no option \"Hsh\", so nothing was set", 1, None),
            ("bestmove without a search", 3, None),
        ] {
            let warning = Warning {
                engine: "A (B)".to_owned(),
                kind: kind.to_owned(),
                times,
                example: example.map(str::to_owned),
            };
            let sentence = warning.to_string();
            let journal = serde_json::json!([warning, sentence]);
            assert_eq!(read(journal).unwrap(), [warning.clone(), warning]);
        }
    }
}

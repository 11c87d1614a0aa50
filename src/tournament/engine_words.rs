//! The description of an engine as KEY=VALUE words, in the style of other
//! tournament runners: `cmd=./batyr proto=uci tc=10+0.1 option.Hash=64`.
//!
//! Words are read in order, and a later word replaces an
//! earlier one of the same kind. Settings for all engines are therefore simply
//! words placed before each engine's own.

use std::path::{Path, PathBuf};

use batyr_protocol::Dialect;

use super::engine_spec::{Budget, DIALECTS, EngineSpec, Restart, TimeControl};
use crate::util::text::{is_printable, shorten};

/// The list of words, for messages.
const WORDS: &str = "name=, cmd=, args=, dir=, proto=, option.NAME=, tc=, st=, depth=, nodes=, \
                     timemargin=, ponder or restart=";

/// The maximum time accepted, in seconds: a year.
const MAX_SECONDS: f64 = 365.0 * 86_400.0;

/// An error in the description of an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The key is unknown.
    #[error("engine: unknown word {word:?}, expected {WORDS}")]
    Unknown {
        /// The word.
        word: String,
    },
    /// The value can't be parsed.
    #[error("engine: bad value {value:?} for {key}, expected {expected}")]
    BadValue {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The program is missing.
    #[error("engine: no program, expected cmd=PROGRAM")]
    NoProgram,
    /// No limit ends the engine's searches.
    #[error("engine {name:?}: no limit, expected at least one of tc=, st=, depth= or nodes=")]
    NoLimit {
        /// The name of the engine.
        name: String,
    },
}

impl EngineSpec {
    /// Parses a description: first the words for all engines (`each`), then the
    /// engine's `own`, which replace them. Without `name=` the engine gets the
    /// name of its program's file.
    ///
    /// # Errors
    /// Returns an error if a word can't be parsed, or there is no program or no
    /// limit.
    pub fn from_words<E: AsRef<str>, O: AsRef<str>>(
        each: &[E],
        own: &[O],
    ) -> Result<Self, SpecError> {
        let mut builder = SpecBuilder::default();
        let each = each.iter().map(AsRef::as_ref);
        for word in each.chain(own.iter().map(AsRef::as_ref)) {
            builder.take(word)?;
        }
        builder.finish()
    }
}

/// A description under construction.
#[derive(Default)]
struct SpecBuilder {
    name: Option<String>,
    command: Option<PathBuf>,
    args: Vec<String>,
    folder: Option<PathBuf>,
    dialect: Dialect,
    options: Vec<(String, String)>,
    budget: Budget,
    margin_ms: Option<u64>,
    ponder: bool,
    restart: Restart,
}

/// The default margin of an engine with a time for each move, in milliseconds. An engine with a
/// fixed time uses all of it and only then sends its answer, which takes a while on a busy machine.
const MOVETIME_MARGIN: u64 = 50;

impl SpecBuilder {
    fn take(&mut self, word: &str) -> Result<(), SpecError> {
        let unknown = || SpecError::Unknown {
            word: word.to_owned(),
        };
        if word == "ponder" {
            self.ponder = true;
            return Ok(());
        }
        let (key, value) = word.split_once('=').ok_or_else(unknown)?;
        if let Some(option) = key.strip_prefix("option.").filter(|name| !name.is_empty()) {
            self.set_option(option, value);
            return Ok(());
        }
        let field = Field { key, value };
        match key {
            "name" if !is_printable(value) => {
                return Err(field.bad("a name without control characters"));
            }
            "name" => self.name = Some(field.text()?),
            "cmd" => self.command = Some(field.text()?.into()),
            "args" => {
                self.args = shlex::split(value)
                    .ok_or_else(|| field.bad("words with all their quotes closed"))?;
            }
            "dir" => self.folder = Some(field.text()?.into()),
            "proto" => self.dialect = field.dialect()?,
            "tc" => self.budget.clock = field.clock()?,
            "st" => self.budget.movetime_ms = Some(field.seconds()?),
            "depth" => self.budget.depth = Some(field.positive()?),
            "nodes" => self.budget.nodes = Some(field.positive()?),
            "timemargin" => self.margin_ms = Some(field.number("milliseconds")?),
            "ponder" => self.ponder = field.switch()?,
            "restart" => self.restart = field.restart()?,
            _ => return Err(unknown()),
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) {
        self.options
            .retain(|(existing, _)| !existing.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }

    fn finish(mut self) -> Result<EngineSpec, SpecError> {
        let margin = match (self.budget.movetime_ms, self.budget.clock) {
            (Some(_), None) => MOVETIME_MARGIN,
            _ => 0,
        };
        self.budget.margin_ms = self.margin_ms.unwrap_or(margin);
        let command = self.command.ok_or(SpecError::NoProgram)?;
        let name = self.name.unwrap_or_else(|| shorten(&file_name(&command)));
        if !self.budget.is_limited() {
            return Err(SpecError::NoLimit { name });
        }
        Ok(EngineSpec {
            name,
            command,
            args: self.args,
            folder: self.folder,
            dialect: self.dialect,
            options: self.options,
            budget: self.budget,
            ponder: self.ponder,
            restart: self.restart,
        })
    }
}

fn file_name(command: &Path) -> String {
    let name = command.file_stem().unwrap_or(command.as_os_str());
    name.to_string_lossy().into_owned()
}

/// A word of the form `KEY=VALUE`.
#[derive(Copy, Clone)]
struct Field<'a> {
    key: &'a str,
    value: &'a str,
}

impl Field<'_> {
    fn bad(self, expected: &'static str) -> SpecError {
        SpecError::BadValue {
            key: self.key.to_owned(),
            value: self.value.to_owned(),
            expected,
        }
    }

    fn text(self) -> Result<String, SpecError> {
        let text = self.value.trim();
        if text.is_empty() {
            return Err(self.bad("a text"));
        }
        Ok(text.to_owned())
    }

    fn number<T: std::str::FromStr>(self, expected: &'static str) -> Result<T, SpecError> {
        self.value.parse().map_err(|_| self.bad(expected))
    }

    fn positive<T: std::str::FromStr + Default + PartialEq>(self) -> Result<T, SpecError> {
        const EXPECTED: &str = "a whole number above 0";
        let number = self.number(EXPECTED)?;
        if number == T::default() {
            return Err(self.bad(EXPECTED));
        }
        Ok(number)
    }

    fn seconds(self) -> Result<u64, SpecError> {
        milliseconds(self.value)
            .filter(|&time| time > 0)
            .ok_or_else(|| self.bad("seconds above 0, such as 0.5"))
    }

    fn dialect(self) -> Result<Dialect, SpecError> {
        Dialect::from_handshake(self.value).ok_or_else(|| self.bad(&DIALECTS))
    }

    fn switch(self) -> Result<bool, SpecError> {
        match self.value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(self.bad("on or off")),
        }
    }

    fn restart(self) -> Result<Restart, SpecError> {
        match self.value {
            "on" => Ok(Restart::On),
            "auto" => Ok(Restart::Auto),
            _ => Err(self.bad("on or auto")),
        }
    }

    /// Parses `inf`, or `[MOVES/]TIME[+INCREMENT]` with `TIME` as `SECONDS` or
    /// `MINUTES:SECONDS`.
    fn clock(self) -> Result<Option<TimeControl>, SpecError> {
        if matches!(self.value, "inf" | "infinite") {
            return Ok(None);
        }
        let clock = read_clock(self.value)
            .ok_or_else(|| self.bad("inf or [MOVES/]TIME[+INCREMENT], such as 40/1:30+0.5"))?;
        Ok(Some(clock))
    }
}

fn read_clock(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
        None => (None, text),
    };
    let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let base_ms = match time.split_once(':') {
        Some((minutes, seconds)) => {
            let minutes: u64 = minutes.parse().ok().filter(|&minutes| minutes < 525_600)?;
            minutes * 60_000 + milliseconds(seconds)?
        }
        None => milliseconds(time)?,
    };
    let increment_ms = milliseconds(increment)?;
    // With no time at the start the first move loses the game.
    (base_ms > 0).then_some(TimeControl {
        base_ms,
        increment_ms,
        moves,
    })
}

/// Parses a decimal number of seconds and returns milliseconds.
fn milliseconds(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    // The result fits a u64, as the time is at most a year.
    (seconds <= MAX_SECONDS).then(|| (seconds * 1000.0).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [&str; 0] = [];

    fn read(words: &[&str]) -> Result<EngineSpec, SpecError> {
        EngineSpec::from_words(&NONE, words)
    }

    fn clock(text: &str) -> Option<TimeControl> {
        let word = format!("tc={text}");
        let spec = read(&["cmd=x", "nodes=1", &word]).unwrap();
        spec.budget.clock
    }

    #[test]
    fn a_time_for_each_move_has_a_default_margin() {
        for (words, margin) in [
            (&["st=0.02"][..], 50),
            (&["timemargin=3", "st=0.02"], 3),
            (&["st=0.02", "tc=60"], 0),
            (&["tc=60"], 0),
            (&["nodes=5"], 0),
        ] {
            let words = [&["cmd=x"], words].concat();
            assert_eq!(read(&words).unwrap().budget.margin_ms, margin, "{words:?}");
        }
    }

    #[test]
    fn every_word_is_parsed() {
        let spec = read(&[
            "name=New one",
            "cmd=/opt/batyr",
            "args=--quiet 'two words'",
            "dir=/tmp",
            "proto=ucci",
            "option.Clear Hash=",
            "option.Hash=64",
            "tc=40/1:30.5+0.25",
            "st=2",
            "depth=9",
            "nodes=1000",
            "timemargin=50",
            "ponder",
            "restart=on",
        ])
        .unwrap();
        let clock = TimeControl {
            base_ms: 90_500,
            increment_ms: 250,
            moves: Some(40),
        };
        let expected = EngineSpec {
            name: "New one".into(),
            command: "/opt/batyr".into(),
            args: vec!["--quiet".into(), "two words".into()],
            folder: Some("/tmp".into()),
            dialect: Dialect::Ucci,
            options: vec![
                ("Clear Hash".into(), String::new()),
                ("Hash".into(), "64".into()),
            ],
            budget: Budget {
                clock: Some(clock),
                movetime_ms: Some(2000),
                depth: Some(9),
                nodes: Some(1000),
                margin_ms: 50,
            },
            ponder: true,
            restart: Restart::On,
        };
        assert_eq!(spec, expected);
    }

    #[test]
    fn time_controls_are_parsed() {
        let plain = |base_ms, increment_ms, moves| {
            Some(TimeControl {
                base_ms,
                increment_ms,
                moves,
            })
        };
        assert_eq!(clock("10+0.1"), plain(10_000, 100, None));
        assert_eq!(clock("40/60+0.5"), plain(60_000, 500, Some(40)));
        assert_eq!(clock("1:30+2"), plain(90_000, 2000, None));
        assert_eq!(clock("0.5"), plain(500, 0, None));
        assert_eq!(clock("inf"), None);
    }

    #[test]
    fn words_of_one_engine_replace_words_of_all() {
        let each = ["tc=10+0.1", "option.Hash=16", "option.Threads=1", "ponder"];
        let own = ["cmd=bin/old.exe", "tc=inf", "nodes=500", "option.hash=64"];
        let spec = EngineSpec::from_words(&each, &own).unwrap();
        assert_eq!(spec.name, "old");
        assert_eq!((spec.budget.clock, spec.budget.nodes), (None, Some(500)));
        let options: Vec<_> = spec.options.iter().map(|(_, value)| value).collect();
        assert_eq!(options, ["1", "64"]);
        assert!(spec.ponder);
    }

    #[test]
    fn errors_name_the_word() {
        for (word, part) in [
            ("hash=5", "unknown word \"hash=5\""),
            ("pondering", "unknown word \"pondering\""),
            ("option.=5", "unknown word \"option.=5\""),
            ("proto=xboard", "bad value \"xboard\" for proto"),
            ("tc=", "bad value \"\" for tc"),
            ("tc=0+1", "bad value \"0+1\" for tc"),
            ("tc=0/5", "bad value \"0/5\" for tc"),
            ("tc=1e3", "bad value \"1e3\" for tc"),
            ("tc=-5", "bad value \"-5\" for tc"),
            ("tc=99999999999:0", "for tc"),
            ("st=0", "bad value \"0\" for st"),
            ("st=nan", "bad value \"nan\" for st"),
            ("depth=0", "above 0"),
            ("nodes=-1", "bad value \"-1\" for nodes"),
            ("timemargin=x", "milliseconds"),
            ("args='open", "quotes"),
            ("name= ", "a text"),
            ("restart=off", "on or auto"),
            ("ponder=yes", "on or off"),
        ] {
            let error = read(&["cmd=x", "nodes=5", word]).unwrap_err();
            assert!(error.to_string().contains(part), "{word}: {error}");
        }
        assert_eq!(read(&["nodes=5"]), Err(SpecError::NoProgram));
        let name = "x".to_owned();
        assert_eq!(read(&["cmd=x"]), Err(SpecError::NoLimit { name }));
    }
}

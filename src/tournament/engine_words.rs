//! Parses the specification of an engine from KEY=VALUE words, in the style of
//! other tournament runners: `cmd=./batyr proto=uci tc=10+0.1 option.Hash=64`.
//!
//! Words are parsed in order, and a later word replaces an earlier one with the
//! same key. Settings for all engines are therefore simply words placed before
//! each engine's own.

use std::borrow::Cow;
use std::path::Path;

use batyr_protocol::Dialect;

use super::engine_spec::{Budget, DIALECTS, EngineSpec, Restart, set_option};
use super::time_control::{TimeControl, divide_time, parse_milliseconds};
use crate::util::text::{is_printable, shorten};

/// The list of the accepted words, for messages.
const WORDS: &str = "name=, cmd=, args=, dir=, proto=, option.NAME=, tc=, st=, depth=, nodes=, \
                     timeodds=, timemargin=, starttimeout=, readytimeout=, movetimeout=, ponder or restart=";

/// An error in the specification of an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineSpecError {
    /// The key is unknown.
    #[error("engine: unknown word {word:?}, expected {WORDS}")]
    Unknown {
        /// The word.
        word: String,
    },
    /// The value can't be parsed.
    #[error("engine: invalid value {value:?} for {key}, expected {expected}")]
    BadValue {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The program is missing.
    #[error("engine: no program given; expected cmd=PROGRAM")]
    NoProgram,
    /// No limit ends the engine's searches.
    #[error("engine {name:?}: no limit given; expected at least one of tc=, st=, depth= or nodes=")]
    NoLimit {
        /// The name of the engine.
        name: String,
    },
}

impl EngineSpec {
    /// Parses first the words for all engines (`common`), then the engine's `own`
    /// words, which take precedence. Without `name=`, the engine is named after
    /// its program's file.
    ///
    /// # Errors
    /// Returns an error if a word can't be parsed, or if there is no program or no
    /// limit.
    pub fn from_words<C: AsRef<str>, O: AsRef<str>>(
        common: &[C],
        own: &[O],
    ) -> Result<Self, EngineSpecError> {
        let mut spec = Self::default();
        let mut words = TimeWords::default();
        let common = common.iter().map(AsRef::as_ref);
        for word in common.chain(own.iter().map(AsRef::as_ref)) {
            spec.add_word(word, &mut words)?;
        }
        if let Some(odds) = words.odds {
            let budget = &mut spec.budget;
            budget.clock = budget.clock.as_ref().map(|clock| clock.divided_by(odds));
            let movetime = budget.movetime_ms;
            budget.movetime_ms = movetime.map(|time| divide_time(time, odds).max(1));
        }
        let Budget {
            movetime_ms, clock, ..
        } = &spec.budget;
        spec.budget.margin_ms = match (words.margin_ms, movetime_ms, clock) {
            (Some(margin_ms), ..) => margin_ms,
            (None, Some(_), None) => MOVETIME_MARGIN_MS,
            (None, ..) => 0,
        };
        if spec.command.as_os_str().is_empty() {
            return Err(EngineSpecError::NoProgram);
        }
        if spec.name.is_empty() {
            spec.name = shorten(&file_name(&spec.command));
        }
        if !spec.budget.is_limited() {
            return Err(EngineSpecError::NoLimit { name: spec.name });
        }
        Ok(spec)
    }

    fn add_word(&mut self, word: &str, times: &mut TimeWords) -> Result<(), EngineSpecError> {
        let unknown = || EngineSpecError::Unknown {
            word: word.to_owned(),
        };
        if word == "ponder" {
            self.ponder = true;
            return Ok(());
        }
        let (key, value) = word.split_once('=').ok_or_else(unknown)?;
        if let Some(option) = key.strip_prefix("option.").filter(|name| !name.is_empty()) {
            set_option(&mut self.options, option, value);
            return Ok(());
        }
        let pair = KeyValue { key, value };
        match key {
            "name" if !is_printable(value) => {
                return Err(pair.invalid("a name without control characters"));
            }
            "name" => self.name = pair.text()?,
            "cmd" => self.command = pair.text()?.into(),
            "args" => {
                self.args = shlex::split(value)
                    .ok_or_else(|| pair.invalid("words with all their quotes closed"))?;
            }
            "dir" => self.folder = Some(pair.text()?.into()),
            "proto" => self.dialect = pair.dialect()?,
            "tc" => self.budget.clock = pair.clock()?,
            "st" => self.budget.movetime_ms = Some(pair.seconds()?),
            "depth" => self.budget.depth = Some(pair.positive()?),
            "nodes" => self.budget.nodes = Some(pair.positive()?),
            "timeodds" => times.odds = Some(pair.odds()?),
            "timemargin" => times.margin_ms = Some(pair.number("milliseconds")?),
            "starttimeout" => self.timeouts.start_ms = Some(pair.seconds()?),
            "readytimeout" => self.timeouts.ready_ms = Some(pair.seconds()?),
            "movetimeout" => self.timeouts.move_ms = Some(pair.seconds()?),
            "ponder" => self.ponder = pair.one_of([("on", true), ("off", false)], "on or off")?,
            "restart" => {
                let values = [("on", Restart::On), ("auto", Restart::Auto)];
                self.restart = pair.one_of(values, "on or auto")?;
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }
}

/// What the words say of times before all of them are known.
#[derive(Default)]
struct TimeWords {
    margin_ms: Option<u64>,
    /// The number by which the times are divided.
    odds: Option<f64>,
}

/// The default margin in milliseconds of an engine with a fixed time for each move. Such an engine
/// uses all of its time and only then sends its answer, which may be delayed on a busy machine.
const MOVETIME_MARGIN_MS: u64 = 50;

fn file_name(command: &Path) -> String {
    let name = command.file_stem().unwrap_or(command.as_os_str());
    name.to_string_lossy().into_owned()
}

/// A word of the form `KEY=VALUE`.
#[derive(Copy, Clone)]
struct KeyValue<'a> {
    key: &'a str,
    value: &'a str,
}

impl KeyValue<'_> {
    fn invalid(self, expected: &'static str) -> EngineSpecError {
        EngineSpecError::BadValue {
            key: self.key.to_owned(),
            value: self.value.to_owned(),
            expected,
        }
    }

    fn text(self) -> Result<String, EngineSpecError> {
        let text = self.value.trim();
        if text.is_empty() {
            return Err(self.invalid("non-empty text"));
        }
        Ok(text.to_owned())
    }

    fn number<T: std::str::FromStr>(self, expected: &'static str) -> Result<T, EngineSpecError> {
        self.value.parse().map_err(|_| self.invalid(expected))
    }

    fn positive<T: std::str::FromStr + Default + PartialEq>(self) -> Result<T, EngineSpecError> {
        const EXPECTED: &str = "a whole number above 0";
        let number = self.number(EXPECTED)?;
        if number == T::default() {
            return Err(self.invalid(EXPECTED));
        }
        Ok(number)
    }

    fn seconds(self) -> Result<u64, EngineSpecError> {
        parse_milliseconds(self.value)
            .filter(|&time| time > 0)
            .ok_or_else(|| self.invalid("seconds above 0, such as 0.5"))
    }

    fn odds(self) -> Result<f64, EngineSpecError> {
        const EXPECTED: &str = "a number from 0.001 to 1000";
        let odds: f64 = self.number(EXPECTED)?;
        if !(1e-3..=1e3).contains(&odds) {
            return Err(self.invalid(EXPECTED));
        }
        Ok(odds)
    }

    fn dialect(self) -> Result<Dialect, EngineSpecError> {
        Dialect::from_handshake(self.value).ok_or_else(|| self.invalid(&DIALECTS))
    }

    fn one_of<T>(
        self,
        values: [(&str, T); 2],
        expected: &'static str,
    ) -> Result<T, EngineSpecError> {
        let mut values = values.into_iter();
        let found = values.find(|(word, _)| *word == self.value);
        found
            .map(|(_, value)| value)
            .ok_or_else(|| self.invalid(expected))
    }

    /// Parses `inf` or the text of a [`TimeControl`].
    fn clock(self) -> Result<Option<TimeControl>, EngineSpecError> {
        if matches!(self.value, "inf" | "infinite") {
            return Ok(None);
        }
        let clock = self.value.parse().map(Some);
        clock.map_err(|_| {
            self.invalid(
                "inf or [MOVES/]TIME[+INCREMENT][dDELAY|bDELAY], such as 40/1:30+0.5, perhaps with further \
                 periods in seconds, such as 40/60+0:20+0.5",
            )
        })
    }
}

/// Returns a word as it is written in a shell, in quotes if needed.
pub fn quoted_word(word: &str) -> Cow<'_, str> {
    // The crate would also quote a word because of an equals sign.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-=/".contains(c);
    if word.is_empty() || !word.chars().all(is_plain) {
        // Only a word with a NUL character can't be quoted.
        return shlex::try_quote(word).unwrap_or(Cow::Borrowed(word));
    }
    Cow::Borrowed(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{EngineTimeouts, TimePeriod};

    const NO_WORDS: [&str; 0] = [];

    fn parse(words: &[&str]) -> Result<EngineSpec, EngineSpecError> {
        EngineSpec::from_words(&NO_WORDS, words)
    }

    fn clock(text: &str) -> Option<TimeControl> {
        let word = format!("tc={text}");
        let spec = parse(&["cmd=x", "nodes=1", &word]).unwrap();
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
            assert_eq!(parse(&words).unwrap().budget.margin_ms, margin, "{words:?}");
        }
    }

    #[test]
    fn every_word_is_parsed() {
        let spec = parse(&[
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
            "starttimeout=30",
            "readytimeout=2.5",
            "movetimeout=7200",
        ])
        .unwrap();
        let clock = "40/90.5+0.25".parse().unwrap();
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
            timeouts: EngineTimeouts {
                start_ms: Some(30_000),
                ready_ms: Some(2_500),
                move_ms: Some(7_200_000),
            },
        };
        assert_eq!(spec, expected);
    }

    #[test]
    fn time_controls_are_parsed() {
        let control = |base_ms, increment_ms, moves| {
            let first = TimePeriod {
                base_ms,
                increment_ms,
                moves,
                delay: None,
            };
            let later = Vec::new();
            Some(TimeControl { first, later })
        };
        assert_eq!(clock("10+0.1"), control(10_000, 100, None));
        assert_eq!(clock("40/60+0.5"), control(60_000, 500, Some(40)));
        assert_eq!(clock("1:30+2"), control(90_000, 2000, None));
        assert_eq!(clock("0.5"), control(500, 0, None));
        assert_eq!(clock("inf"), None);
    }

    #[test]
    fn odds_divide_the_times_of_one_engine() {
        let common = ["tc=40/60+1:20d3", "st=3"];
        let spec = EngineSpec::from_words(&common, &["cmd=x", "timeodds=10"]).unwrap();
        let clock = spec.budget.clock.unwrap();
        assert_eq!(clock.to_string(), "40/6+0.1:2+0d0.3");
        assert_eq!(spec.budget.movetime_ms, Some(300));
    }

    #[test]
    fn an_engines_own_words_replace_common_words() {
        let common = ["tc=10+0.1", "option.Hash=16", "option.Threads=1", "ponder"];
        let own = ["cmd=bin/old.exe", "tc=inf", "nodes=500", "option.hash=64"];
        let spec = EngineSpec::from_words(&common, &own).unwrap();
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
            ("proto=xboard", "invalid value \"xboard\" for proto"),
            ("tc=", "invalid value \"\" for tc"),
            ("tc=0+1", "invalid value \"0+1\" for tc"),
            ("tc=0/5", "invalid value \"0/5\" for tc"),
            ("tc=1e3", "invalid value \"1e3\" for tc"),
            ("tc=-5", "invalid value \"-5\" for tc"),
            ("tc=99999999999:0", "for tc"),
            ("tc=40/60+0:x", "further periods"),
            ("timeodds=0", "from 0.001 to 1000"),
            ("st=0", "invalid value \"0\" for st"),
            ("st=nan", "invalid value \"nan\" for st"),
            ("depth=0", "above 0"),
            ("nodes=-1", "invalid value \"-1\" for nodes"),
            ("timemargin=x", "milliseconds"),
            ("starttimeout=0", "invalid value \"0\" for starttimeout"),
            ("movetimeout=1m", "seconds above 0"),
            ("args='open", "quotes"),
            ("name= ", "non-empty text"),
            ("restart=off", "on or auto"),
            ("ponder=yes", "on or off"),
        ] {
            let error = parse(&["cmd=x", "nodes=5", word]).unwrap_err();
            assert!(error.to_string().contains(part), "{word}: {error}");
        }
        assert_eq!(parse(&["nodes=5"]), Err(EngineSpecError::NoProgram));
        let name = "x".to_owned();
        assert_eq!(parse(&["cmd=x"]), Err(EngineSpecError::NoLimit { name }));
    }
}

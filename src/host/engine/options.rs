//! The options of the engine: their names, kinds and effects.
//!
//! **The decision:** one row for each option. A row holds the names in all
//! dialects, the kind with its range, whether a change waits for the end of a
//! search, and the effect as a function of the typed value; so there is no option
//! without an effect, and a dialect without a column does not compile. An option
//! without a name in a dialect is not offered there. Options that concern only
//! the conversation (`batch`, `usemillisec`, …) belong to the session.

use std::time::Duration;

use batyr_protocol::{Dialect, OptionKind, OptionSpec, OptionValue};

use super::HostedEngine;
use super::refusal::Refusal;
use super::settings::{FULL_LEVEL, default_overhead};
use crate::engine::{ELO_MAX, ELO_MIN, Variant};
use crate::host::limits::HostLimits;

/// An option, as all hosts share it.
struct OptionRow {
    /// The name in each dialect, by [`Dialect::index`].
    names: Names,
    /// Whether a change waits for the end of a running search.
    waits: bool,
    /// Whether the option is only for hosts that may name files.
    needs_files: bool,
    kind: Kind,
}

type Names = [Option<&'static str>; Dialect::ALL.len()];

/// The kind of an option: its range, and its effect.
enum Kind {
    Spin {
        range: fn(Dialect, &HostLimits) -> Range,
        apply: fn(&mut HostedEngine, i64) -> Result<(), Refusal>,
    },
    /// An option that is off by default.
    Check {
        apply: fn(&mut HostedEngine, bool) -> Result<(), Refusal>,
    },
    Combo {
        choices: fn(Dialect) -> Choices,
        apply: fn(&mut HostedEngine, &str) -> Result<(), Refusal>,
    },
    Button {
        apply: fn(&mut HostedEngine) -> Result<(), Refusal>,
    },
    Text {
        default: &'static str,
        apply: fn(&mut HostedEngine, &str) -> Result<(), Refusal>,
    },
}

/// The default and the bounds of a number.
struct Range {
    default: i64,
    min: i64,
    max: i64,
}

/// The default and all choices of a combo.
struct Choices {
    default: &'static str,
    all: Vec<&'static str>,
}

/// The choices of `idle`: the share of the processor left to others, in
/// percent.
const IDLE: [(&str, u8); 4] = [("none", 0), ("small", 10), ("medium", 25), ("large", 50)];
/// The choices of `randomness`: by how many centipawns a turn must be worse to
/// be drawn `e` times less often.
const RANDOMNESS: [(&str, f64); 6] = [
    ("none", 0.0),
    ("tiny", 2.0),
    ("small", 5.0),
    ("medium", 12.0),
    ("large", 25.0),
    ("huge", 50.0),
];
/// The choices of `style`: the score up to which a draw is accepted, in
/// centipawns.
const STYLE: [(&str, i32); 3] = [("solid", 50), ("normal", 0), ("risky", -100)];

const MAX_MULTIPV: i64 = 256;
const MAX_OVERHEAD: i64 = 5_000;
const ABOUT: &str = concat!(
    "Batyr ",
    env!("CARGO_PKG_VERSION"),
    ", an engine for Shatra; free software under MIT or Apache-2.0"
);

/// All options, in the order in which they are declared to a host.
static OPTIONS: &[OptionRow] = &[
    row(
        [Some("Hash"), Some("hashsize"), Some("Hash")],
        Kind::Spin {
            range: |_, limits| Range {
                default: number(limits.default_hash()),
                min: 1,
                max: number(limits.max_hash),
            },
            apply: |host, megabytes| Ok(host.engine.set_hash(count(megabytes))?),
        },
    )
    .waiting(),
    row(
        [Some("Threads"), Some("threads"), Some("Threads")],
        Kind::Spin {
            range: |dialect, limits| Range {
                default: 1,
                min: dialect.min_threads().into(),
                max: number(limits.max_threads),
            },
            apply: |host, threads| host.set_threads(count(threads)),
        },
    )
    .waiting(),
    row(
        [Some("MultiPV"), Some("multipv"), Some("MultiPV")],
        Kind::Spin {
            range: |_, _| Range {
                default: 1,
                min: 1,
                max: MAX_MULTIPV,
            },
            apply: |host, lines| {
                host.engine.search_settings_mut().multipv = count(lines);
                Ok(())
            },
        },
    ),
    row(
        [Some("Clear Hash"), Some("clearhash"), Some("Clear Hash")],
        Kind::Button {
            apply: |host| {
                host.engine.clear();
                Ok(())
            },
        },
    )
    .waiting(),
    row(
        [Some("Ponder"), Some("ponder"), None],
        Kind::Check {
            // The engine ponders whenever the host asks for it.
            apply: |_, _| Ok(()),
        },
    ),
    row(
        [
            Some("Move Overhead"),
            Some("moveoverhead"),
            Some("Move Overhead"),
        ],
        Kind::Spin {
            range: |dialect, _| Range {
                default: default_overhead(dialect),
                min: 0,
                max: MAX_OVERHEAD,
            },
            apply: |host, milliseconds| {
                let overhead = Duration::from_millis(milliseconds.unsigned_abs());
                host.settings.move_overhead = Some(overhead);
                Ok(())
            },
        },
    ),
    row(
        [Some("UCI_Variant"), Some("variant"), Some("Variant")],
        Kind::Combo {
            choices: |dialect| {
                // ShatraBase cannot send every name; it chooses rule sets of
                // Shatra by their version.
                let ids = Variant::HOSTED.map(Variant::id).into_iter();
                Choices {
                    default: Variant::default().id(),
                    all: ids.filter(|id| dialect.can_send_choice(id)).collect(),
                }
            },
            apply: |host, id| host.choose_variant(Variant::from_id(id)),
        },
    )
    .waiting(),
    row(
        [None, None, Some("Shatra version")],
        Kind::Combo {
            choices: |_| Choices {
                default: "2",
                all: vec!["1", "2"],
            },
            apply: |host, version| host.choose_version(version),
        },
    )
    .waiting(),
    row(
        [Some("Fairy Rules"), Some("fairyrules"), Some("Fairy Rules")],
        Kind::Check {
            apply: HostedEngine::set_fairy_rules,
        },
    )
    .waiting(),
    row(
        [
            Some("UCI_AnalyseMode"),
            Some("analysemode"),
            Some("USHI_AnalyseMode"),
        ],
        Kind::Check {
            apply: |host, on| {
                host.settings.analyse = on;
                Ok(())
            },
        },
    ),
    row(
        [
            Some("UCI_LimitStrength"),
            Some("limitstrength"),
            Some("LimitStrength"),
        ],
        Kind::Check {
            apply: |host, on| {
                host.settings.limit_strength = on;
                Ok(())
            },
        },
    ),
    row(
        [Some("UCI_Elo"), Some("elo"), Some("Elo")],
        Kind::Spin {
            range: |_, _| Range {
                default: ELO_MAX,
                min: ELO_MIN,
                max: ELO_MAX,
            },
            apply: |host, elo| {
                host.settings.elo = elo;
                Ok(())
            },
        },
    ),
    row(
        [Some("Skill Level"), Some("skilllevel"), Some("Skill Level")],
        Kind::Spin {
            range: |_, _| Range {
                default: FULL_LEVEL,
                min: 0,
                max: FULL_LEVEL,
            },
            apply: |host, level| {
                host.settings.skill_level = level;
                Ok(())
            },
        },
    ),
    row(
        [Some("UCI_ShowWDL"), None, None],
        Kind::Check {
            apply: |host, on| {
                host.settings.show_wdl = on;
                Ok(())
            },
        },
    ),
    row(
        [Some("UCI_Opponent"), None, None],
        Kind::Text {
            default: "",
            apply: |host, text| {
                host.host_log.info("the opponent is", text);
                Ok(())
            },
        },
    ),
    row(
        [Some("UCI_EngineAbout"), None, None],
        Kind::Text {
            default: ABOUT,
            // The description of the engine is read-only.
            apply: |_, _| Ok(()),
        },
    ),
    row(
        [
            Some("Debug Log File"),
            Some("debuglogfile"),
            Some("Debug Log File"),
        ],
        Kind::Text {
            default: "",
            apply: HostedEngine::open_debug_log,
        },
    )
    .with_files(),
    row(
        [None, Some("idle"), None],
        Kind::Combo {
            choices: |_| choices("none", &IDLE),
            apply: |host, share| {
                host.engine.search_settings_mut().idle = chosen(&IDLE, share).unwrap_or_default();
                Ok(())
            },
        },
    ),
    row(
        [None, Some("randomness"), None],
        Kind::Combo {
            choices: |_| choices("none", &RANDOMNESS),
            apply: |host, spread| {
                host.settings.randomness = chosen(&RANDOMNESS, spread).unwrap_or_default();
                Ok(())
            },
        },
    ),
    row(
        [None, Some("style"), None],
        Kind::Combo {
            choices: |_| choices("normal", &STYLE),
            apply: |host, style| {
                host.settings.draw_score = chosen(&STYLE, style).unwrap_or_default();
                Ok(())
            },
        },
    ),
    row(
        [None, Some("usebook"), None],
        Kind::Check {
            // There is no opening book yet.
            apply: |_, _| Ok(()),
        },
    ),
];

/// Returns the row of an option that may change at any time.
const fn row(names: Names, kind: Kind) -> OptionRow {
    OptionRow {
        names,
        waits: false,
        needs_files: false,
        kind,
    }
}

impl OptionRow {
    const fn waiting(mut self) -> Self {
        self.waits = true;
        self
    }

    const fn with_files(mut self) -> Self {
        self.needs_files = true;
        self
    }

    const fn name(&self, dialect: Dialect) -> Option<&'static str> {
        self.names[dialect.index()]
    }

    /// Returns the declaration of the option; `None` if it is not offered to
    /// this host.
    fn spec(&self, dialect: Dialect, limits: &HostLimits) -> Option<OptionSpec> {
        let name = self.name(dialect)?;
        let is_offered = limits.files || !self.needs_files;
        is_offered.then(|| OptionSpec {
            waits: self.waits,
            ..OptionSpec::new(name, self.kind.declared(dialect, limits))
        })
    }
}

impl Kind {
    fn declared(&self, dialect: Dialect, limits: &HostLimits) -> OptionKind {
        match self {
            Self::Spin { range, .. } => {
                let Range { default, min, max } = range(dialect, limits);
                OptionKind::Spin { default, min, max }
            }
            Self::Check { .. } => OptionKind::Check { default: false },
            Self::Combo { choices, .. } => {
                let Choices { default, all } = choices(dialect);
                OptionKind::Combo {
                    default: default.to_owned(),
                    choices: all.into_iter().map(str::to_owned).collect(),
                }
            }
            Self::Button { .. } => OptionKind::Button,
            Self::Text { default, .. } => OptionKind::Text {
                default: (*default).to_owned(),
            },
        }
    }
}

/// Returns the options that are offered to a host.
pub fn declared(dialect: Dialect, limits: &HostLimits) -> Vec<OptionSpec> {
    let offered = OPTIONS.iter().filter_map(|row| row.spec(dialect, limits));
    offered.collect()
}

/// Sets the option of this name, with a value that fits its declaration.
///
/// # Errors
/// Returns an error if the engine refuses the value; the old one stays.
pub fn set(
    host: &mut HostedEngine,
    dialect: Dialect,
    name: &str,
    value: &OptionValue,
) -> Result<(), Refusal> {
    let row = OPTIONS.iter().find(|row| row.name(dialect) == Some(name));
    match (row.map(|row| &row.kind), value) {
        (Some(Kind::Spin { apply, .. }), OptionValue::Spin(number)) => apply(host, *number),
        (Some(Kind::Check { apply }), OptionValue::Check(on)) => apply(host, *on),
        (Some(Kind::Combo { apply, .. }), OptionValue::Combo(choice)) => apply(host, choice),
        (Some(Kind::Button { apply }), OptionValue::Button) => apply(host),
        (Some(Kind::Text { apply, .. }), OptionValue::Text(text)) => apply(host, text),
        // The session sends only values that fit a declaration.
        _ => {
            log::error!("option {name} is not declared with a value such as {value:?}");
            Ok(())
        }
    }
}

fn choices<T>(default: &'static str, table: &[(&'static str, T)]) -> Choices {
    Choices {
        default,
        all: table.iter().map(|(name, _)| *name).collect(),
    }
}

/// Returns the value of a choice in one of the tables above.
fn chosen<T: Copy>(table: &[(&str, T)], choice: &str) -> Option<T> {
    let row = table.iter().find(|(name, _)| *name == choice);
    row.map(|(_, value)| *value)
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dialect: Dialect) -> Vec<&'static str> {
        OPTIONS.iter().filter_map(|row| row.name(dialect)).collect()
    }

    #[test]
    fn no_two_options_of_a_dialect_share_a_name() {
        for dialect in Dialect::ALL {
            let mut all = names(dialect);
            all.sort_unstable();
            let count = all.len();
            all.dedup();
            assert_eq!(all.len(), count, "{}", dialect.name());
        }
    }

    #[test]
    fn the_options_that_a_tournament_sets_are_offered() {
        for dialect in Dialect::ALL {
            let set = [dialect.variant_option(), dialect.fairy_rules_option()];
            for name in set.into_iter().chain(dialect.version_option()) {
                assert!(names(dialect).contains(&name), "{name}");
            }
        }
    }

    #[test]
    fn ucci_names_are_one_lower_case_word() {
        for spec in declared(Dialect::Ucci, &HostLimits::owner()) {
            assert!(
                spec.name.chars().all(|c| c.is_ascii_lowercase()),
                "{}",
                spec.name
            );
        }
    }

    #[test]
    fn ushi_can_show_every_option() {
        for spec in declared(Dialect::Ushi, &HostLimits::owner()) {
            assert!(spec.fits_ushi(), "{}", spec.name);
        }
    }
}

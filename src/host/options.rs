//! The options and their names in each dialect.
//!
//! **The decision:** one table of names. A setting without a name in a dialect
//! is not offered there; options that concern only the conversation (`batch`,
//! `usemillisec`, …) belong to the session and are not listed here.

use batyr_protocol::{Dialect, OptionKind, OptionSpec};

use super::allowance::Allowance;
use crate::engine::{self, ELO_MAX, ELO_MIN};

/// A setting of the engine that a host sees as an option.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The size of the transposition table, in megabytes.
    Hash,
    /// The number of search threads; 0 for one per core, where that is offered.
    Threads,
    /// The number of lines that the search reports.
    MultiPv,
    /// Clears the transposition table; a button.
    ClearHash,
    /// Whether the host may ponder; it has no effect.
    Ponder,
    /// The time kept back from the clock, in milliseconds.
    MoveOverhead,
    /// The game.
    Variant,
    /// The game, by its version number in ShatraBase.
    ShatraVersion,
    /// Whether to play by Fairy-Stockfish's rules, in the games that it knows.
    FairyRules,
    /// Whether the host analyses, which disables every handicap.
    AnalyseMode,
    /// Whether to play at the strength of [`Setting::Elo`].
    LimitStrength,
    /// The rating to play at.
    Elo,
    /// The skill level, from 0 to 20.
    SkillLevel,
    /// Whether to report the chances of win, draw and loss.
    ShowWdl,
    /// The description of the opponent, for the log.
    Opponent,
    /// The description of the engine; read-only.
    EngineAbout,
    /// The path of a file to which every line of the conversation is written.
    DebugLogFile,
    /// The share of the processor that is left to others.
    Idle,
    /// How much the choice among good turns varies.
    Randomness,
    /// The willingness to draw.
    Style,
    /// Whether to use an opening book; there is none yet.
    UseBook,
}

use Setting::*;

/// The names of the settings in UCI, UCCI and USHI. USHI splits names at blanks
/// and reads them without blanks.
#[rustfmt::skip]
const NAMES: &[(Setting, [Option<&str>; 3])] = &[
    (Hash,          [Some("Hash"),              Some("hashsize"),      Some("Hash")]),
    (Threads,       [Some("Threads"),           Some("threads"),       Some("Threads")]),
    (MultiPv,       [Some("MultiPV"),           Some("multipv"),       Some("MultiPV")]),
    (ClearHash,     [Some("Clear Hash"),        Some("clearhash"),     Some("Clear Hash")]),
    (Ponder,        [Some("Ponder"),            Some("ponder"),        None]),
    (MoveOverhead,  [Some("Move Overhead"),     Some("moveoverhead"),  Some("Move Overhead")]),
    (Variant,       [Some("UCI_Variant"),       Some("variant"),       Some("Variant")]),
    (ShatraVersion, [None,                      None,                  Some("Shatra version")]),
    (FairyRules,    [Some("Fairy Rules"),       Some("fairyrules"),    Some("Fairy Rules")]),
    (AnalyseMode,   [Some("UCI_AnalyseMode"),   Some("analysemode"),   Some("USHI_AnalyseMode")]),
    (LimitStrength, [Some("UCI_LimitStrength"), Some("limitstrength"), Some("LimitStrength")]),
    (Elo,           [Some("UCI_Elo"),           Some("elo"),           Some("Elo")]),
    (SkillLevel,    [Some("Skill Level"),       Some("skilllevel"),    Some("Skill Level")]),
    (ShowWdl,       [Some("UCI_ShowWDL"),       None,                  None]),
    (Opponent,      [Some("UCI_Opponent"),      None,                  None]),
    (EngineAbout,   [Some("UCI_EngineAbout"),   None,                  None]),
    (DebugLogFile,  [Some("Debug Log File"),    Some("debuglogfile"),  Some("Debug Log File")]),
    (Idle,          [None,                      Some("idle"),          None]),
    (Randomness,    [None,                      Some("randomness"),    None]),
    (Style,         [None,                      Some("style"),         None]),
    (UseBook,       [None,                      Some("usebook"),       None]),
];

/// Returns the default of [`Setting::MoveOverhead`], in milliseconds.
pub const fn default_overhead(dialect: Dialect) -> i64 {
    if dialect.host_is_on_clock() { 100 } else { 10 }
}

/// The skill level without a handicap, which is the default.
pub const FULL_LEVEL: i64 = 20;

/// The choices of `Idle`: the share of the processor left to others, in
/// percent.
pub const IDLE: [(&str, u8); 4] = [("none", 0), ("small", 10), ("medium", 25), ("large", 50)];
/// The choices of `Randomness`: by how many centipawns a turn must be worse to
/// be drawn `e` times less often.
pub const RANDOMNESS: [(&str, f64); 6] = [
    ("none", 0.0),
    ("tiny", 2.0),
    ("small", 5.0),
    ("medium", 12.0),
    ("large", 25.0),
    ("huge", 50.0),
];
/// The choices of `Style`: the score up to which a draw is accepted, in
/// centipawns.
pub const STYLE: [(&str, i32); 3] = [("solid", 50), ("normal", 0), ("risky", -100)];

const MOST_LINES: i64 = 256;
const MOST_OVERHEAD: i64 = 5_000;
const ABOUT: &str = concat!(
    "Batyr ",
    env!("CARGO_PKG_VERSION"),
    ", an engine for Shatra; free software under MIT or Apache-2.0"
);

const fn column(dialect: Dialect) -> usize {
    match dialect {
        Dialect::Uci => 0,
        Dialect::Ucci => 1,
        Dialect::Ushi => 2,
    }
}

/// Returns all options of a dialect.
pub fn of(dialect: Dialect, allowance: &Allowance) -> Vec<OptionSpec> {
    let offered = NAMES.iter().filter_map(|(setting, names)| {
        let name = names[column(dialect)]?;
        let allowed = *setting != DebugLogFile || allowance.files;
        allowed.then(|| OptionSpec {
            waits: setting.waits(),
            ..OptionSpec::new(name, setting.kind(dialect, allowance))
        })
    });
    offered.collect()
}

/// Returns the value of a choice in one of the tables above.
pub fn chosen<T: Copy>(table: &[(&str, T)], choice: &str) -> Option<T> {
    let row = table.iter().find(|(name, _)| *name == choice);
    row.map(|(_, value)| *value)
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl Setting {
    /// Returns the setting with this name, as declared in any dialect.
    pub fn named(name: &str) -> Option<Self> {
        let row = NAMES.iter().find(|(_, names)| names.contains(&Some(name)));
        row.map(|(setting, _)| *setting)
    }

    /// Returns whether a change waits for the end of a running search.
    const fn waits(self) -> bool {
        matches!(
            self,
            Hash | Threads | ClearHash | Variant | ShatraVersion | FairyRules
        )
    }

    fn kind(self, dialect: Dialect, allowance: &Allowance) -> OptionKind {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let check = OptionKind::Check { default: false };
        let text = |default: &str| OptionKind::Text {
            default: default.to_owned(),
        };
        let combo = |default: &str, choices: &[&str]| OptionKind::Combo {
            default: default.to_owned(),
            choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
        };
        match self {
            Hash => {
                let default = allowance.default_hash();
                spin(number(default), 1, number(allowance.max_hash))
            }
            // UCCI has a value, 0, that means one thread for each core.
            Threads => spin(
                1,
                i64::from(dialect != Dialect::Ucci),
                number(allowance.max_threads),
            ),
            MultiPv => spin(1, 1, MOST_LINES),
            MoveOverhead => spin(default_overhead(dialect), 0, MOST_OVERHEAD),
            Elo => spin(ELO_MAX, ELO_MIN, ELO_MAX),
            SkillLevel => spin(FULL_LEVEL, 0, FULL_LEVEL),
            ClearHash => OptionKind::Button,
            Ponder | AnalyseMode | LimitStrength | ShowWdl | UseBook | FairyRules => check,
            Opponent | DebugLogFile => text(""),
            EngineAbout => text(ABOUT),
            Variant => {
                // ShatraBase cuts words at a hyphen; it chooses rule sets of
                // Shatra by their version.
                let fits = |id: &&str| dialect != Dialect::Ushi || !id.contains('-');
                let ids = engine::Variant::HOSTED.map(engine::Variant::id);
                let ids: Vec<&str> = ids.into_iter().filter(fits).collect();
                combo(engine::Variant::default().id(), &ids)
            }
            ShatraVersion => combo("2", &["1", "2"]),
            Idle => combo("none", &IDLE.map(|(name, _)| name)),
            Randomness => combo("none", &RANDOMNESS.map(|(name, _)| name)),
            Style => combo("normal", &STYLE.map(|(name, _)| name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_setting() {
        for (setting, names) in NAMES {
            for name in names.iter().flatten() {
                assert_eq!(Setting::named(name), Some(*setting), "{name}");
            }
        }
        assert_eq!(Setting::named("hash"), None);
    }

    #[test]
    fn ucci_names_are_one_lower_case_word() {
        for spec in of(Dialect::Ucci, &Allowance::owner()) {
            assert!(
                spec.name.chars().all(|c| c.is_ascii_lowercase()),
                "{}",
                spec.name
            );
        }
    }

    #[test]
    fn ushi_can_show_every_option() {
        for spec in of(Dialect::Ushi, &Allowance::owner()) {
            assert!(spec.fits_ushi(), "{}", spec.name);
        }
    }
}

//! The table of options.

use std::time::Duration;

use super::{ComboChoices, Names, OptionRow, RowKind, SpinRange};
use crate::engine::{ELO_MAX, ELO_MIN};
use crate::game::Variant;
use crate::host::engine::HostedEngine;
use crate::host::engine::settings::{FULL_LEVEL, default_overhead};

/// The choices of `idle`: the percentage of the processor time that is left to other
/// programs.
const IDLE: [(&str, u8); 4] = [("none", 0), ("small", 10), ("medium", 25), ("large", 50)];
/// The choices of `randomness`: a turn that is this many centipawns worse is chosen `e`
/// times less often.
const RANDOMNESS: [(&str, f64); 6] = [
    ("none", 0.0),
    ("tiny", 2.0),
    ("small", 5.0),
    ("medium", 12.0),
    ("large", 25.0),
    ("huge", 50.0),
];
/// The choices of `style`: the highest score, in centipawns, at which a draw is accepted.
const STYLE: [(&str, i32); 3] = [("solid", 50), ("normal", 0), ("risky", -100)];

/// The maximum number of lines that a search reports.
const MAX_MULTIPV: i64 = 256;
/// The maximum move overhead, in milliseconds.
const MAX_OVERHEAD_MS: i64 = 5_000;
/// The description of the engine that `UCI_EngineAbout` shows.
const ABOUT: &str = concat!(
    "Batyr ",
    env!("CARGO_PKG_VERSION"),
    ", an engine for Shatra; free software under MIT or Apache-2.0"
);

/// All options, in the order in which they are declared to a host.
pub(super) static OPTIONS: &[OptionRow] = &[
    row(
        [Some("Hash"), Some("hashsize"), Some("Hash")],
        RowKind::Spin {
            range: |_, limits| SpinRange {
                default: to_i64(limits.default_hash()),
                min: 1,
                max: to_i64(limits.max_hash),
            },
            apply: |host, megabytes| Ok(host.engine.set_hash(to_usize(megabytes))?),
        },
    )
    .waiting(),
    row(
        [Some("Threads"), Some("threads"), Some("Threads")],
        RowKind::Spin {
            range: |dialect, limits| SpinRange {
                default: 1,
                min: dialect.properties().min_threads.into(),
                max: to_i64(limits.max_threads),
            },
            apply: |host, threads| host.set_threads(to_usize(threads)),
        },
    )
    .waiting(),
    row(
        [Some("MultiPV"), Some("multipv"), Some("MultiPV")],
        RowKind::Spin {
            range: |_, _| SpinRange {
                default: 1,
                min: 1,
                max: MAX_MULTIPV,
            },
            apply: |host, lines| {
                host.engine.set_multipv(to_usize(lines));
                Ok(())
            },
        },
    ),
    row(
        [Some("Clear Hash"), Some("clearhash"), Some("Clear Hash")],
        RowKind::Button {
            apply: |host| {
                host.engine.clear();
                Ok(())
            },
        },
    )
    .waiting(),
    row(
        [Some("Ponder"), Some("ponder"), None],
        RowKind::Check {
            // The engine ponders whenever the host tells it to.
            apply: |_, _| Ok(()),
        },
    ),
    row(
        [
            Some("Move Overhead"),
            Some("moveoverhead"),
            Some("Move Overhead"),
        ],
        RowKind::Spin {
            range: |dialect, _| SpinRange {
                default: default_overhead(dialect),
                min: 0,
                max: MAX_OVERHEAD_MS,
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
        RowKind::Combo {
            choices: |dialect| {
                // ShatraBase can't send every name, and chooses rule sets of Shatra by their
                // version.
                let ids = Variant::UCI_VARIANTS.map(Variant::id).into_iter();
                ComboChoices {
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
        RowKind::Combo {
            choices: |_| ComboChoices {
                default: "2",
                all: vec!["1", "2"],
            },
            apply: |host, version| host.choose_version(version),
        },
    )
    .waiting(),
    row(
        [Some("Fairy Rules"), Some("fairyrules"), Some("Fairy Rules")],
        RowKind::Check {
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
        RowKind::Check {
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
        RowKind::Check {
            apply: |host, on| {
                host.settings.limit_strength = on;
                Ok(())
            },
        },
    ),
    row(
        [Some("UCI_Elo"), Some("elo"), Some("Elo")],
        RowKind::Spin {
            range: |_, _| SpinRange {
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
        RowKind::Spin {
            range: |_, _| SpinRange {
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
        RowKind::Check {
            apply: |host, on| {
                host.settings.show_wdl = on;
                Ok(())
            },
        },
    ),
    row(
        [Some("UCI_Opponent"), None, None],
        RowKind::Text {
            default: "",
            apply: |host, text| {
                host.host_log.info("the opponent is", text);
                Ok(())
            },
        },
    ),
    row(
        [Some("UCI_EngineAbout"), None, None],
        RowKind::Text {
            default: ABOUT,
            // The description is read-only.
            apply: |_, _| Ok(()),
        },
    ),
    row(
        [
            Some("Debug Log File"),
            Some("debuglogfile"),
            Some("Debug Log File"),
        ],
        RowKind::Text {
            default: "",
            apply: HostedEngine::open_debug_log,
        },
    )
    .needing_files(),
    row(
        [Some("EvalFile"), Some("evalfile"), Some("EvalFile")],
        RowKind::Text {
            default: "",
            apply: HostedEngine::load_network,
        },
    )
    .waiting()
    .needing_files(),
    row(
        [None, Some("idle"), None],
        RowKind::Combo {
            choices: |_| choices("none", &IDLE),
            apply: |host, choice| {
                host.engine.search_settings_mut().idle =
                    chosen_value(&IDLE, choice).unwrap_or_default();
                Ok(())
            },
        },
    ),
    row(
        [None, Some("randomness"), None],
        RowKind::Combo {
            choices: |_| choices("none", &RANDOMNESS),
            apply: |host, choice| {
                host.settings.randomness = chosen_value(&RANDOMNESS, choice).unwrap_or_default();
                Ok(())
            },
        },
    ),
    row(
        [None, Some("style"), None],
        RowKind::Combo {
            choices: |_| choices("normal", &STYLE),
            apply: |host, choice| {
                host.settings.draw_margin = chosen_value(&STYLE, choice).unwrap_or_default();
                Ok(())
            },
        },
    ),
    row(
        [None, Some("usebook"), None],
        RowKind::Check {
            // There is no opening book yet.
            apply: |_, _| Ok(()),
        },
    ),
];

/// Returns the row of an option that may change at any time and is offered to all hosts.
const fn row(names: Names, kind: RowKind) -> OptionRow {
    OptionRow {
        names,
        waits: false,
        needs_files: false,
        kind,
    }
}

/// Returns the choices of one of the tables above.
fn choices<T>(default: &'static str, table: &[(&'static str, T)]) -> ComboChoices {
    ComboChoices {
        default,
        all: table.iter().map(|(name, _)| *name).collect(),
    }
}

/// Returns the value of a choice in one of the tables above.
fn chosen_value<T: Copy>(table: &[(&str, T)], choice: &str) -> Option<T> {
    let row = table.iter().find(|(name, _)| *name == choice);
    row.map(|(_, value)| *value)
}

/// Converts a number for the declaration of an option.
fn to_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Converts the value of an option.
fn to_usize(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

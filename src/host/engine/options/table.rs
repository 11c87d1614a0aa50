//! The table of options.

use std::time::Duration;

use batyr_protocol::Dialect;

use super::row::RowKind::{Button, Check, Combo, Spin, Text};
use super::row::Setter::{Fallible, Infallible};
use super::row::{OptionRow, row};
use crate::base::Score;
use crate::engine::{ELO_MAX, ELO_MIN};
use crate::game::Variant;
use crate::host::engine::HostedEngine;
use crate::host::engine::settings::{FULL_LEVEL, default_overhead, default_repetition_draw};
use crate::search::RepetitionDraw;

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
/// The maximum absolute contempt, in centipawns.
const MAX_CONTEMPT: i64 = 200;
/// The maximum move overhead, in milliseconds.
const MAX_OVERHEAD_MS: i64 = 5_000;
/// The description of the engine that `UCI_EngineAbout` shows.
const ABOUT: &str = concat!(
    "Batyr ",
    env!("CARGO_PKG_VERSION"),
    ", an engine for Shatra; free software under MIT or Apache-2.0"
);

/// All options, in the order in which they are declared to a host.
pub static OPTIONS: &[OptionRow] = &[
    row(
        ["Hash", "hashsize", "Hash"],
        Spin(
            |_, limits| [to_i64(limits.default_hash()), 1, to_i64(limits.max_hash)],
            Fallible(|host, &megabytes| Ok(host.engine.set_hash(to_usize(megabytes))?)),
        ),
    )
    .waiting(),
    row(
        ["Threads", "threads", "Threads"],
        Spin(
            |dialect, limits| {
                let min = dialect.properties().min_threads.into();
                [1, min, to_i64(limits.max_threads)]
            },
            Fallible(|host, &threads| host.set_threads(to_usize(threads))),
        ),
    )
    .waiting(),
    row(
        ["MultiPV", "multipv", "MultiPV"],
        Spin(
            |_, _| [1, 1, MAX_MULTIPV],
            Infallible(|host, &lines| host.engine.set_multipv(to_usize(lines))),
        ),
    ),
    row(
        ["Clear Hash", "clearhash", "Clear Hash"],
        Button(Infallible(|host, ()| host.engine.clear())),
    )
    .waiting(),
    row(
        ["Contempt", "contempt", "Contempt"],
        Spin(
            |dialect, _| {
                // ShatraBase can't represent negative numbers.
                let min = if dialect == Dialect::Ushi {
                    0
                } else {
                    -MAX_CONTEMPT
                };
                [0, min, MAX_CONTEMPT]
            },
            Infallible(|host, &centipawns| {
                host.settings.contempt = Score::try_from(centipawns).unwrap_or_default();
            }),
        ),
    ),
    row(
        ["RepetitionDraw", "repetitiondraw", "RepetitionDraw"],
        Spin(
            |dialect, _| match default_repetition_draw(dialect) {
                RepetitionDraw::Second => [2, 2, 3],
                RepetitionDraw::Third => [3, 2, 3],
            },
            Infallible(|host, &occurrence| {
                host.settings.repetition_draw = Some(match occurrence {
                    2 => RepetitionDraw::Second,
                    _ => RepetitionDraw::Third,
                });
            }),
        ),
    ),
    // The engine ponders whenever a `go` asks it to, whatever the option says.
    row(["Ponder", "ponder", ""], Check(Infallible(|_, _| {}))),
    row(
        ["Move Overhead", "moveoverhead", "Move Overhead"],
        Spin(
            |dialect, _| [default_overhead(dialect), 0, MAX_OVERHEAD_MS],
            Infallible(|host, milliseconds| {
                let overhead = Duration::from_millis(milliseconds.unsigned_abs());
                host.settings.move_overhead = Some(overhead);
            }),
        ),
    ),
    row(
        ["UCI_Variant", "variant", "Variant"],
        Combo(
            Variant::Extended.id(),
            |dialect| {
                // ShatraBase can't send every name, and chooses rule sets of Shatra by their
                // version.
                let ids = Variant::UCI_VARIANTS.map(Variant::id).into_iter();
                ids.filter(|id| dialect.can_send_choice(id)).collect()
            },
            Fallible(|host, id| host.choose_variant(Variant::from_id(id))),
        ),
    )
    .waiting(),
    row(
        ["", "", "Shatra version"],
        Combo(
            "2",
            |_| vec!["1", "2"],
            Fallible(HostedEngine::choose_version),
        ),
    )
    .waiting(),
    row(
        ["Fairy Rules", "fairyrules", "Fairy Rules"],
        Check(Fallible(|host, &on| host.set_fairy_rules(on))),
    )
    .waiting(),
    row(
        ["UCI_AnalyseMode", "analysemode", "USHI_AnalyseMode"],
        Check(Infallible(|host, &on| host.settings.analyse = on)),
    ),
    row(
        ["UCI_LimitStrength", "limitstrength", "LimitStrength"],
        Check(Infallible(|host, &on| host.settings.limit_strength = on)),
    ),
    row(
        ["UCI_Elo", "elo", "Elo"],
        Spin(
            |_, _| [ELO_MAX, ELO_MIN, ELO_MAX],
            Infallible(|host, &elo| host.settings.elo = elo),
        ),
    ),
    row(
        ["Skill Level", "skilllevel", "Skill Level"],
        Spin(
            |_, _| [FULL_LEVEL, 0, FULL_LEVEL],
            Infallible(|host, &level| host.settings.skill_level = level),
        ),
    ),
    row(
        ["UCI_ShowWDL", "", ""],
        Check(Infallible(|host, &on| host.settings.show_wdl = on)),
    ),
    row(
        ["UCI_Opponent", "", ""],
        Text(
            "",
            Infallible(|host, text| host.host_log.info("the opponent is", text)),
        ),
    ),
    // The description is read-only.
    row(
        ["UCI_EngineAbout", "", ""],
        Text(ABOUT, Infallible(|_, _| {})),
    ),
    row(
        ["Debug Log File", "debuglogfile", "Debug Log File"],
        Text("", Fallible(HostedEngine::open_debug_log)),
    )
    .needing_files(),
    row(
        ["EvalFile", "evalfile", "EvalFile"],
        Text("", Fallible(HostedEngine::load_network)),
    )
    .waiting()
    .needing_files(),
    row(
        ["TablesPath", "tablespath", "TablesPath"],
        Text("", Fallible(HostedEngine::choose_endgame_tables)),
    )
    .waiting()
    .needing_files(),
    row(
        ["", "idle", ""],
        Combo(
            "none",
            |_| choices(&IDLE),
            Infallible(|host, choice| {
                host.engine.search_settings_mut().idle = chosen(&IDLE, choice);
            }),
        ),
    ),
    row(
        ["", "randomness", ""],
        Combo(
            "none",
            |_| choices(&RANDOMNESS),
            Infallible(|host, choice| host.settings.randomness = chosen(&RANDOMNESS, choice)),
        ),
    ),
    row(
        ["", "style", ""],
        Combo(
            "normal",
            |_| choices(&STYLE),
            Infallible(|host, choice| host.settings.draw_margin = chosen(&STYLE, choice)),
        ),
    ),
    row(
        ["OwnBook", "usebook", "OwnBook"],
        Check(Infallible(|host, &on| host.plays_from_book = on)),
    ),
    row(
        ["BookFile", "bookfiles", "BookFile"],
        Text("", Fallible(HostedEngine::load_book)),
    )
    .needing_files(),
];

/// Returns the choices of one of the tables above.
fn choices<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(name, _)| *name).collect()
}

/// Returns the value of a choice in one of the tables above.
fn chosen<T: Copy + Default>(table: &[(&str, T)], choice: &str) -> T {
    let row = table.iter().find(|(name, _)| *name == choice);
    row.map(|(_, value)| *value).unwrap_or_default()
}

/// Converts a number for the declaration of an option.
fn to_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Converts the value of an option; a negative value becomes 0.
fn to_usize(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

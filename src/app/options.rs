//! The options of each dialect.

use batyr_protocol::{Dialect, OptionSpec};

use super::allowance::Allowance;
use crate::engine::Variant;

/// The table's size in megabytes.
pub const HASH: &str = "Hash";
/// The number of search threads.
pub const THREADS: &str = "Threads";
/// The number of lines told.
pub const MULTI_PV: &str = "MultiPV";
/// Empties the table.
pub const CLEAR_HASH: &str = "Clear Hash";
/// The host may ponder.
pub const PONDER: &str = "Ponder";
/// Time kept back from the clock, in milliseconds.
pub const MOVE_OVERHEAD: &str = "Move Overhead";
/// The game.
pub const UCI_VARIANT: &str = "UCI_Variant";
/// The game, as ShatraBase names it.
pub const SHATRA_VERSION: &str = "Shatra version";
/// The host analyses; nothing depends on it.
pub const USHI_ANALYSE_MODE: &str = "USHI_AnalyseMode";

/// The file that the conversation is written to.
pub const DEBUG_LOG_FILE: &str = "Debug Log File";

/// The least time kept back unless the host says otherwise.
pub const DEFAULT_OVERHEAD: i64 = 10;

const MOST_LINES: i64 = 256;

/// All options of a dialect, for a host with this allowance.
pub fn of(dialect: Dialect, allowance: &Allowance) -> Vec<OptionSpec> {
    let [hash, max_hash, max_threads] = [
        allowance.default_hash(),
        allowance.max_hash,
        allowance.max_threads,
    ]
    .map(|number| i64::try_from(number).unwrap_or(i64::MAX));
    let mut options = vec![
        OptionSpec::spin(HASH, hash, 1, max_hash).waiting(),
        OptionSpec::spin(THREADS, 1, 1, max_threads).waiting(),
        OptionSpec::spin(MULTI_PV, 1, 1, MOST_LINES),
        OptionSpec::button(CLEAR_HASH).waiting(),
        OptionSpec::spin(MOVE_OVERHEAD, DEFAULT_OVERHEAD, 0, 5_000),
    ];
    if allowance.files {
        options.push(OptionSpec::text(DEBUG_LOG_FILE, ""));
    }
    match dialect {
        Dialect::Uci => {
            options.push(OptionSpec::check(PONDER, false));
            let ids = Variant::ALL.map(Variant::id);
            options.push(OptionSpec::combo(UCI_VARIANT, Variant::default().id(), &ids).waiting());
        }
        Dialect::Ushi => {
            options.push(OptionSpec::combo(SHATRA_VERSION, "2", &["1", "2"]).waiting());
            options.push(OptionSpec::check(USHI_ANALYSE_MODE, false));
        }
    }
    options
}

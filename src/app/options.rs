//! The options of each dialect.

use batyr_protocol::{Dialect, OptionSpec};

use crate::engine::{DEFAULT_HASH, Variant};

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

/// The least time kept back unless the host says otherwise.
pub const DEFAULT_OVERHEAD: i64 = 10;

/// 32 TiB: what fits the address space of a big machine.
const MOST_HASH: i64 = 1 << 25;
const MOST_LINES: i64 = 256;

/// Four threads a core: more would only keep each other from answering.
fn most_threads() -> i64 {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    4 * i64::try_from(cores).unwrap_or(1).max(2)
}

/// All options of a dialect.
pub fn of(dialect: Dialect) -> Vec<OptionSpec> {
    let mut options = vec![
        OptionSpec::spin(HASH, DEFAULT_HASH as i64, 1, MOST_HASH).waiting(),
        OptionSpec::spin(THREADS, 1, 1, most_threads()).waiting(),
        OptionSpec::spin(MULTI_PV, 1, 1, MOST_LINES),
        OptionSpec::button(CLEAR_HASH).waiting(),
        OptionSpec::spin(MOVE_OVERHEAD, DEFAULT_OVERHEAD, 0, 5_000),
    ];
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

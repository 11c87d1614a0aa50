//! The table of the workers of a tournament, with what their games have cost.

use crate::tournament::cluster::{Part, SPREAD_LIMIT, WorkerTable, speed_spread};

/// Returns the lines of the table, with a warning if speeds differ. `price` is that of a
/// core-hour, in any currency.
pub fn lines(table: &WorkerTable, parts: &[&Part], price: Option<f64>) -> Vec<String> {
    let mut lines = vec![format!(
        "    {:<24} {:>6} {:>10} {:>8} {:>6} {:>6} {:>8}",
        "worker", "games", "core-hours", "nodes/s", "late", "faults", "residual"
    )];
    lines.extend(rows(table, parts));
    let hours = table.core_hours();
    let money = price.map_or_else(String::new, |price| {
        format!("   at {price} each: {:.2}", hours * price)
    });
    lines.push(format!("    core-hours of all games: {hours:.2}{money}"));
    let spread = speed_spread(parts.iter().copied());
    if let Some(spread) = spread.filter(|spread| *spread > SPREAD_LIMIT) {
        lines.push(format!(
            "    warning: the slowest worker is {:.0}% slower than the fastest; with a time limit, \
             its engines are weaker",
            100.0 * spread
        ));
    }
    lines
}

fn rows(table: &WorkerTable, parts: &[&Part]) -> Vec<String> {
    let speed_of = |worker: &str| {
        let part = parts.iter().find(|part| part.worker == worker);
        part.map_or(0, |part| part.benchmark.nodes_per_second)
    };
    let rows = table.rows.iter().map(|(worker, row)| {
        let residual = row
            .residual
            .map_or_else(|| "-".to_owned(), |value| format!("{value:+.1}"));
        format!(
            "    {worker:<24} {:>6} {:>10.2} {:>8} {:>6} {:>6} {residual:>8}",
            row.games,
            row.core_hours,
            speed_of(worker),
            row.time_losses,
            row.other_faults
        )
    });
    rows.collect()
}

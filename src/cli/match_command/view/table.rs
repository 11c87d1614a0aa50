//! Formats the tables of a tournament as lines of text.

use crate::tournament::stats::{Counts, Estimate, Sprt, SprtState, Tally};
use crate::tournament::{EloModel, EngineStanding, Results, SprtSpec};

/// The width of the column of names in characters; longer names are shortened.
const NAME_WIDTH: usize = 18;

/// Returns the lines of all tables: the ranking, statistics for two engines or a
/// crosstable for more, the sequential test, copies of games, and the faults.
pub fn lines(results: &Results) -> Vec<String> {
    let standings = results.standings();
    let mut lines = ranking(&standings);
    match results.names.as_slice() {
        [_, _] => lines.extend(pair_statistics(results)),
        _ => lines.extend(crosstable(results, &standings)),
    }
    lines.extend(sprt_line(results));
    let notes = [results.evidence.copies_note(), results.fault_note()];
    lines.extend(
        notes
            .into_iter()
            .flatten()
            .map(|note| format!("    {note}")),
    );
    lines.extend(fault_counts(results));
    lines
}

/// Returns a line with the numbers of games lost by a fault and of games with
/// warnings, if there are any.
fn fault_counts(results: &Results) -> Option<String> {
    let (faults, warned) = (results.games_lost_by_fault(), results.games_with_warnings);
    let has_any = faults > 0 || warned > 0;
    has_any.then(|| format!("    games lost by a fault: {faults}   with warnings: {warned}"))
}

/// Returns the lines of the ranking, best engine first.
pub fn ranking(standings: &[EngineStanding]) -> Vec<String> {
    let has_ratings = standings.iter().any(|standing| standing.rating.is_some());
    let strength_heading = if has_ratings { "rating" } else { "Elo" };
    let header = format!(
        "{:>3} {:<NAME_WIDTH$} {:>7} {:>6} {:>5} {:>5} {:>5} {:>6}  {strength_heading}",
        "#", "engine", "points", "games", "won", "drawn", "lost", "score"
    );
    let lines = (1..).zip(standings).map(|(rank, standing)| {
        let tally @ Tally {
            wins,
            draws,
            losses,
        } = standing.tally;
        let (name, score) = (shorten(standing.name), format_percent(tally.score()));
        let strength = match standing.rating {
            Some(rating) => rating.to_string(),
            None => format_elo(standing.counts.elo()),
        };
        let line = format!(
            "{rank:>3} {name:<NAME_WIDTH$} {:>7.1} {:>6} {wins:>5} {draws:>5} {losses:>5} \
             {score:>6}  {strength}",
            tally.points(),
            tally.games(),
        );
        line.trim_end().to_owned()
    });
    std::iter::once(header).chain(lines).collect()
}

/// Returns the statistics of the first engine against the second. They name the first
/// engine, because it may not be first in the ranking.
fn pair_statistics(results: &Results) -> Vec<String> {
    let counts = results.counts(0);
    let first = results.names.first().map_or("", String::as_str);
    let mut lines = vec![format!(
        "    {}: {}   draws {}",
        shorten(first),
        normalized_strength(&counts),
        format_percent(results.table.total(0).draw_ratio())
    )];
    if let Counts::Pairs { pairs, others } = counts
        && pairs.pairs() > 0
    {
        let pairs = pairs.0.map(|count| count.to_string()).join(", ");
        let others = match others.games() {
            0 => String::new(),
            games => format!("   games outside pairs: {games}"),
        };
        lines.push(format!(
            "    pairs with 0, ½, 1, 1½, 2 points: {pairs}{others}"
        ));
    }
    lines
}

/// Returns the crosstable, by rank: the points of each engine against each of the
/// others.
fn crosstable(results: &Results, standings: &[EngineStanding]) -> Vec<String> {
    // More columns would not fit on a terminal.
    let columns = standings.len().min(9);
    let mut header = format!("{:>3} {:<NAME_WIDTH$}", "#", "against");
    for column in 1..=columns {
        header += &format!(" {column:>5}");
    }
    let mut lines = vec![String::new(), header];
    for (rank, row) in (1..).zip(standings) {
        let mut line = format!("{rank:>3} {:<NAME_WIDTH$}", shorten(row.name));
        for other in standings.iter().take(columns) {
            let tally = results.table.get(row.engine, other.engine);
            line += &match tally.games() {
                0 => format!(" {:>5}", "-"),
                _ => format!(" {:>5.1}", tally.points()),
            };
        }
        lines.push(line);
    }
    lines
}

/// Returns a line with the state of the sequential test; `None` without a test.
fn sprt_line(results: &Results) -> Option<String> {
    Some(format!("    {}", test_state(results.sprt?, results.llr()?)))
}

/// Returns the lines of a calculation from counts alone: the estimates of strength, and the state
/// of the test.
pub fn calculation(counts: &Counts, test: (SprtSpec, Sprt)) -> [String; 3] {
    [
        format!(
            "score {}   Elo {}",
            format_percent(counts.score()),
            format_elo(counts.elo())
        ),
        normalized_strength(counts),
        test_state(test, counts.llr(&test.1)),
    ]
}

fn normalized_strength(counts: &Counts) -> String {
    let elo = format_elo(counts.normalized_elo());
    format!("nElo {elo}   LOS {}", format_percent(counts.los()))
}

/// Returns the hypotheses of a test, its log-likelihood ratio with the bounds, and its state.
fn test_state((spec, sprt): (SprtSpec, Sprt), llr: f64) -> String {
    let (lower, upper) = sprt.bounds();
    let verdict = match sprt.state(llr) {
        SprtState::Running => "undecided",
        SprtState::AcceptH0 => "H0 accepted: not stronger",
        SprtState::AcceptH1 => "H1 accepted: stronger",
    };
    format!(
        "SPRT {}   LLR {llr:.2} in ({lower:.2}, {upper:.2})   {verdict}",
        format_hypotheses(spec)
    )
}

/// Formats the Elo differences of both hypotheses.
fn format_hypotheses(
    SprtSpec {
        elo0, elo1, model, ..
    }: SprtSpec,
) -> String {
    let unit = match model {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "nElo",
    };
    format!("[{elo0}, {elo1}] {unit}")
}

/// Formats an estimate, such as `+12.3 ± 4.5`; empty if it is unknown.
fn format_elo(estimate: Option<Estimate>) -> String {
    let Some(estimate) = estimate else {
        return String::new();
    };
    if estimate.value.is_infinite() {
        let sign = if estimate.value > 0.0 { '+' } else { '-' };
        return format!("{sign}∞");
    }
    let margin = estimate.margin();
    if margin.is_infinite() {
        return format!("{:+.1} ± ∞", estimate.value);
    }
    format!("{:+.1} ± {margin:.1}", estimate.value)
}

/// Formats a share as a percentage, or as `-` if it is unknown.
fn format_percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

/// Shortens a name to fit its column.
pub fn shorten(name: &str) -> String {
    if name.chars().count() <= NAME_WIDTH {
        return name.to_owned();
    }
    let head: String = name.chars().take(NAME_WIDTH - 1).collect();
    head + "…"
}

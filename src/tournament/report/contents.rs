//! Builds the contents of a report, in order.

use super::super::programs::ProgramList;
use super::super::stats::{Counts, Estimate, Sprt, SprtState, Tally};
use super::super::{EngineStanding, Results, Spec, SprtSpec};
use super::document::{Block, Document, Table};
use super::summary::Summary;
use super::time_use::{TimeUse, mean, quantile};
use super::{games, plots, replays, settings};
use crate::util::text::duration_text;

/// Builds the report.
pub fn document(spec: &Spec, program_list: Option<&ProgramList>, summary: &Summary) -> Document {
    let mut blocks = vec![Block::Text(progress(summary))];
    add_results(&mut blocks, summary);
    if let Some(sprt_spec) = spec.sprt {
        add_test(&mut blocks, summary, &sprt_spec);
    }
    add_games(&mut blocks, summary);
    add_times(&mut blocks, summary);
    blocks.push(Block::Heading("Settings"));
    blocks.push(Block::List(settings::lines(spec)));
    blocks.push(Block::Table(settings::engines(&spec.engines)));
    if let Some(list) = program_list {
        blocks.extend(settings::programs(list));
    }
    Document {
        title: spec.event.clone(),
        blocks,
    }
}

/// Returns a sentence on how many games were played, and for how long.
fn progress(summary: &Summary) -> String {
    let mut text = format!("{} games", summary.games.len());
    if summary.unfinished > 0 {
        text += &format!(", {} more interrupted", summary.unfinished);
    }
    let reports = || summary.games.iter().map(|counted| counted.report);
    let abandoned: usize = reports().map(|report| report.abandoned.len()).sum();
    if abandoned > 0 {
        let attempts = if abandoned == 1 {
            "attempt"
        } else {
            "attempts"
        };
        text += &format!(
            ", {abandoned} {attempts} abandoned because the runner itself did not run for a while"
        );
    }
    if let Some(total) = summary.total.filter(|_| summary.missing > 0) {
        text += &format!(", {} of {total} not played", summary.missing);
    }
    let seconds: f64 = reports().map(|report| report.seconds).sum();
    text + &format!(", {} of play.", duration_text(seconds))
}

fn add_results(blocks: &mut Vec<Block>, summary: &Summary) {
    let results = &summary.results;
    let standings = results.standings();
    blocks.push(Block::Heading("Results"));
    blocks.push(Block::Table(results_table(&standings)));
    blocks.push(Block::Text(format!(
        "Elo, normalized Elo (each with its 95 % confidence interval) and the likelihood of \
         superiority (LOS) are relative to the opponents that each engine met, and are computed \
         from {}.",
        basis(&standings)
    )));
    blocks.extend(copies_note(results).map(Block::Text));
    if standings.len() > 2 {
        blocks.push(Block::Heading("Ratings"));
        blocks.push(Block::Table(ratings_table(&standings)));
        blocks.push(Block::Text(
            "Under these ratings, each engine's expected points equal the points that it scored; the \
             mean is 0."
                .to_owned(),
        ));
        blocks.push(Block::Heading("Crosstable"));
        blocks.push(Block::Table(crosstable(results, &standings)));
    }
    blocks.extend(plots::score(summary).map(Block::Plot));
}

/// Returns what the estimates of strength are computed from.
fn basis(standings: &[EngineStanding]) -> String {
    let units = standings.iter().map(|standing| match standing.counts {
        Counts::Pairs { pairs, others } => (pairs.pairs(), others.games()),
        Counts::SingleGames(_) => (0, 0),
    });
    let units: Vec<(u64, u64)> = units.collect();
    if units.iter().all(|(pairs, _)| *pairs == 0) {
        return "single games".to_owned();
    }
    let outside_pairs = match units.iter().any(|(_, others)| *others > 0) {
        true => ". Games outside pairs count too, each on its own, but not in a sequential test",
        false => "",
    };
    format!(
        "pairs of games with colours swapped; their counts by points, 0, ½, 1, 1½ and 2, are in \
         the last column{outside_pairs}"
    )
}

fn results_table(standings: &[EngineStanding]) -> Table {
    let head = [
        "Place", "Engine", "Points", "Games", "Score", "W", "D", "L", "Draws", "Elo", "nElo",
        "LOS", "Pairs",
    ];
    let mut table = Table::new(&head, 2);
    for (place, standing) in (1..).zip(standings) {
        let EngineStanding { tally, counts, .. } = standing;
        let pairs = match counts {
            Counts::Pairs { pairs, .. } if pairs.pairs() > 0 => {
                pairs.0.map(|count| count.to_string()).join(" ")
            }
            _ => "–".to_owned(),
        };
        table.rows.push(vec![
            place.to_string(),
            standing.name.to_owned(),
            format_points(tally),
            tally.games().to_string(),
            format_percent(tally.score()),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            format_percent(tally.draw_ratio()),
            format_estimate(counts.elo()),
            format_estimate(counts.normalized_elo()),
            format_percent(counts.los()),
            pairs,
        ]);
    }
    table
}

/// Returns the table of ratings, in the order of the results table.
fn ratings_table(standings: &[EngineStanding]) -> Table {
    let mut table = Table::new(&["Engine", "Rating"], 1);
    for standing in standings {
        let rating = standing.rating.map(|rating| rating.to_string());
        let row = vec![standing.name.to_owned(), rating.unwrap_or_default()];
        table.rows.push(row);
    }
    table
}

fn crosstable(results: &Results, standings: &[EngineStanding]) -> Table {
    let mut table = Table::new(&["Engine"], 1);
    let places = (1..=standings.len()).map(|place| place.to_string());
    table.head.extend(places);
    for (place, standing) in (1..).zip(standings) {
        let mut row = vec![format!("{place}. {}", standing.name)];
        row.extend(standings.iter().map(|other| {
            let tally = results.table.get(standing.engine, other.engine);
            match (tally.games(), standing.engine == other.engine) {
                (_, true) => "–".to_owned(),
                (0, _) => String::new(),
                (games, _) => format!("{}/{games}", format_points(&tally)),
            }
        }));
        table.rows.push(row);
    }
    table
}

/// Returns a sentence on the games that are copies of earlier ones, if there are any.
fn copies_note(results: &Results) -> Option<String> {
    sentence(&results.evidence.copies_note()?)
}

/// Returns a note as a sentence, with a capital letter and a full stop.
fn sentence(note: &str) -> Option<String> {
    let mut rest = note.chars();
    let first = rest.next()?.to_uppercase();
    Some(format!("{first}{}.", rest.as_str()))
}

fn add_test(blocks: &mut Vec<Block>, summary: &Summary, sprt_spec: &SprtSpec) {
    blocks.push(Block::Heading("Sequential test"));
    let sprt = match sprt_spec.test() {
        Ok(sprt) => sprt,
        Err(error) => {
            blocks.push(Block::Text(format!("The test is invalid: {error}.")));
            return;
        }
    };
    let llr = summary.results.counts(0).llr(&sprt);
    let (lower, upper) = sprt.bounds();
    let (elo0, elo1) = (sprt_spec.elo0, sprt_spec.elo1);
    let unit = settings::unit(sprt_spec.model);
    let verdict = match sprt.state(llr) {
        SprtState::Running => "The test is not decided yet.".to_owned(),
        SprtState::AcceptH0 => format!(
            "The test failed: the games fit a difference of {elo0} {unit} better than one of {elo1}."
        ),
        SprtState::AcceptH1 => format!(
            "The test passed: the games fit a difference of {elo1} {unit} better than one of {elo0}."
        ),
    };
    blocks.push(Block::Text(format!(
        "{verdict} Its log-likelihood ratio (LLR) is {llr:.2}. The test passes at {upper:.2} or more \
         and fails at {lower:.2} or less."
    )));
    let fault_note = summary.results.fault_note();
    blocks.extend(fault_note.as_deref().and_then(sentence).map(Block::Text));
    blocks.extend(first_decision(summary, &sprt).map(Block::Text));
    blocks.extend(plots::llr(summary, &sprt).map(Block::Plot));
}

/// Returns a note if games were played after the test was decided, which can happen if shards are
/// merged.
fn first_decision(summary: &Summary, sprt: &Sprt) -> Option<String> {
    let history = summary.results.evidence.history(0);
    let (all_games, _) = history.last()?;
    let (games, counts) = history
        .iter()
        .find(|(_, counts)| sprt.state(counts.llr(sprt)) != SprtState::Running)?;
    if games == all_games {
        return None;
    }
    let llr = counts.llr(sprt);
    let verdict = match sprt.state(llr) {
        SprtState::AcceptH1 => "passed",
        _ => "failed",
    };
    let that_count = match copies_note(&summary.results) {
        Some(_) => " that count",
        None => "",
    };
    Some(format!(
        "That LLR is for all {all_games} games{that_count}. In the order of their numbers, the first {games} \
         had already decided the test: {verdict}, LLR {llr:.2}."
    ))
}

fn add_games(blocks: &mut Vec<Block>, summary: &Summary) {
    blocks.push(Block::Heading("Games"));
    blocks.push(Block::Table(games::ends_table(summary)));
    let faults = games::faults(summary);
    if faults.is_empty() {
        blocks.push(Block::Text(
            "No game was decided by an engine's fault.".to_owned(),
        ));
    } else {
        blocks.push(Block::Heading("Faults"));
        blocks.push(Block::List(faults));
        let (table, count) = games::stderr_table(summary);
        if count > 0 {
            blocks.push(Block::Heading("The last lines on stderr"));
            blocks.push(Block::Table(table));
        }
        if count > games::MAX_STDERR_GAMES {
            let shown = games::MAX_STDERR_GAMES;
            blocks.push(Block::Text(format!(
                "These are the last {shown} of {count} games with such lines; games.jsonl contains \
                 the lines of all."
            )));
        }
    }
    let warnings = games::warnings_table(summary);
    if !warnings.rows.is_empty() {
        blocks.push(Block::Heading("Warnings"));
        blocks.push(Block::Table(warnings));
    }
    let openings = games::decisive_openings_table(summary);
    if !openings.rows.is_empty() {
        blocks.push(Block::Heading(
            "Openings in which one colour won most games",
        ));
        blocks.push(Block::Table(openings));
    }
    blocks.push(Block::Heading("Longest and shortest games"));
    blocks.push(Block::Table(games::lengths_table(summary)));
    if !summary.games.is_empty() {
        blocks.push(Block::Replays(replays::replays(summary)));
    }
}

fn add_times(blocks: &mut Vec<Block>, summary: &Summary) {
    blocks.push(Block::Heading("Time"));
    let names = &summary.results.names;
    let uses = (0..names.len()).map(|engine| TimeUse::new(summary, engine));
    let uses: Vec<TimeUse> = uses.collect();
    let head = [
        "Engine",
        "Turns",
        "Mean",
        "Median",
        "99 %",
        "Maximum",
        "Unreported",
        "Depth",
        "Nodes/s",
    ];
    let mut table = Table::new(&head, 1);
    for (name, time) in names.iter().zip(&uses) {
        let charged = time.charged_by_turn.concat();
        let charged_quantile = |share| format_number(quantile(&charged, share), 1);
        table.rows.push(vec![
            name.clone(),
            charged.len().to_string(),
            format_number(mean(&charged), 1),
            charged_quantile(0.5),
            charged_quantile(0.99),
            charged_quantile(1.0),
            format_number(quantile(&time.unreported, 0.5), 1),
            format_number(mean(&time.depth_by_turn.concat()), 1),
            format_number(time.nodes_per_second(), 0),
        ]);
    }
    blocks.push(Block::Table(table));
    let turns = summary
        .games
        .iter()
        .flat_map(|counted| &counted.report.turns);
    let overhead: Vec<f64> = turns.map(|turn| turn.overhead_ms).collect();
    blocks.push(Block::Text(format!(
        "Times charged per turn, in ms. “Unreported” is the median of the time charged minus \
         the time that the engine reported. The runner's own processing before a turn, which is \
         charged to neither side, took {} ms at the median and {} ms at the 99th percentile.",
        format_number(quantile(&overhead, 0.5), 2),
        format_number(quantile(&overhead, 0.99), 2)
    )));
    blocks.extend(plots::time(names, &uses).map(Block::Plot));
    blocks.extend(plots::depth(names, &uses).map(Block::Plot));
}

fn format_points(tally: &Tally) -> String {
    let half = if tally.half_points() % 2 == 1 {
        ".5"
    } else {
        ""
    };
    format!("{}{half}", tally.half_points() / 2)
}

fn format_percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

fn format_number(value: Option<f64>, decimals: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.decimals$}"))
}

fn format_estimate(estimate: Option<Estimate>) -> String {
    let Some(estimate) = estimate else {
        return "–".to_owned();
    };
    let margin = estimate.margin();
    if margin.is_finite() {
        format!("{:+.1} ± {margin:.1}", estimate.value)
    } else if estimate.value == f64::INFINITY {
        format!("above {:+.1}", estimate.lower)
    } else if estimate.value == f64::NEG_INFINITY {
        format!("below {:+.1}", estimate.upper)
    } else {
        format!(
            "{:+.1} ({:+.1} to {:+.1})",
            estimate.value, estimate.lower, estimate.upper
        )
    }
}

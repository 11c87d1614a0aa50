//! Builds the contents of a report, in order.

use super::super::programs::ProgramList;
use super::super::stats::{Anchor, Counts, Estimate, Sprt, SprtState, Tally, ratings};
use super::super::{Spec, SprtSpec};
use super::document::{Block, Document, Table};
use super::summary::Summary;
use super::time_use::{TimeUse, mean, quantile};
use super::{games, plots, programs, replays, settings};

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
        blocks.extend(programs::blocks(list));
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
    let abandoned = summary.games.iter();
    let abandoned: usize = abandoned
        .map(|counted| counted.report.abandoned.len())
        .sum();
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
    let seconds: f64 = summary
        .games
        .iter()
        .map(|counted| counted.report.seconds)
        .sum();
    text + &format!(", {} of play.", format_duration(seconds))
}

/// Formats a duration in its two largest units.
fn format_duration(seconds: f64) -> String {
    let whole = seconds.round().max(0.0) as u64;
    let (hours, minutes) = (whole / 3600, whole / 60);
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..60 => format!("{whole} s"),
        60..3600 => format!("{minutes} min {} s", whole % 60),
        _ => format!("{hours} h {} min", minutes % 60),
    }
}

fn add_results(blocks: &mut Vec<Block>, summary: &Summary) {
    blocks.push(Block::Heading("Results"));
    blocks.push(Block::Table(results_table(summary)));
    let basis = if summary.has_pairs() {
        "pairs of games with colours swapped; their counts by points, 0, ½, 1, 1½ and 2, \
         are in the last column"
    } else {
        "single games"
    };
    let outside_pairs = match summary.has_games_outside_pairs() {
        true => ". Games outside pairs count too, each on its own, but not in a sequential test",
        false => "",
    };
    blocks.push(Block::Text(format!(
        "Elo, normalized Elo (each with its 95 % confidence interval) and the likelihood of \
         superiority (LOS) are relative to the opponents that each engine met, and are computed from {basis}{outside_pairs}."
    )));
    blocks.extend(summary.copies_note().map(Block::Text));
    if summary.names.len() > 2 {
        blocks.push(Block::Heading("Ratings"));
        blocks.push(Block::Table(ratings_table(summary)));
        blocks.push(Block::Text(
            "Under these ratings, each engine's expected points equal the points that it scored; the \
             mean is 0."
                .to_owned(),
        ));
        blocks.push(Block::Heading("Crosstable"));
        blocks.push(Block::Table(crosstable_table(summary)));
    }
    blocks.extend(plots::score(summary).map(Block::Plot));
}

fn results_table(summary: &Summary) -> Table {
    let head = [
        "Place", "Engine", "Points", "Games", "Score", "W", "D", "L", "Draws", "Elo", "nElo",
        "LOS", "Pairs",
    ];
    let mut table = Table::new(&head, 2);
    for (index, standing) in summary.crosstable.ranking().iter().enumerate() {
        let tally = standing.tally;
        let counts = summary.counts(standing.player);
        let pairs = match counts {
            Counts::Pairs { pairs, .. } if pairs.pairs() > 0 => {
                pairs.0.map(|count| count.to_string()).join(" ")
            }
            _ => "–".to_owned(),
        };
        table.rows.push(vec![
            (index + 1).to_string(),
            summary
                .names
                .get(standing.player)
                .cloned()
                .unwrap_or_default(),
            format_points(&tally),
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
fn ratings_table(summary: &Summary) -> Table {
    let ratings = ratings(&summary.evidence().table(), Anchor::Mean(0.0));
    let mut table = Table::new(&["Engine", "Rating"], 1);
    for standing in summary.crosstable.ranking() {
        let name = summary.names.get(standing.player).cloned();
        let rating = ratings.get(standing.player).map(ToString::to_string);
        let row = [name, rating].map(Option::unwrap_or_default);
        table.rows.push(row.to_vec());
    }
    table
}

fn crosstable_table(summary: &Summary) -> Table {
    let ranking = summary.crosstable.ranking();
    let numbers = (1..=ranking.len()).map(|place| place.to_string());
    let mut table = Table::new(&["Engine"], 1);
    table.head.extend(numbers);
    for (index, standing) in ranking.iter().enumerate() {
        let name = summary
            .names
            .get(standing.player)
            .map_or("", String::as_str);
        let mut row = vec![format!("{}. {name}", index + 1)];
        row.extend(ranking.iter().map(|other| {
            let tally = summary.crosstable.tally(standing.player, other.player);
            match (tally.games(), standing.player == other.player) {
                (_, true) => "–".to_owned(),
                (0, _) => String::new(),
                (games, _) => format!("{}/{games}", format_points(&tally)),
            }
        }));
        table.rows.push(row);
    }
    table
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
    let llr = summary.counts(0).llr(&sprt);
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
    blocks.extend(summary.fault_note().map(Block::Text));
    blocks.extend(first_decision(summary, &sprt).map(Block::Text));
    blocks.extend(plots::llr(summary, &sprt).map(Block::Plot));
}

/// Returns a note on games that were played after the test was decided, which can happen if shards
/// are merged.
fn first_decision(summary: &Summary, sprt: &Sprt) -> Option<String> {
    let history = summary.history(0);
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
    let that_count = match summary.copies_note() {
        Some(_) => " that count",
        None => "",
    };
    Some(format!(
        "That LLR is of all {all_games} games{that_count}. In the order of their numbers, the first {games} \
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
                "These are the last {shown} of {count} such games; games.jsonl has the lines of all."
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
    let uses: Vec<TimeUse> = (0..summary.names.len())
        .map(|engine| TimeUse::new(summary, engine))
        .collect();
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
    for (name, time) in summary.names.iter().zip(&uses) {
        let charged = |share| format_number(quantile(&time.charged, share), 1);
        table.rows.push(vec![
            name.clone(),
            time.turns.to_string(),
            format_number(mean(&time.charged), 1),
            charged(0.5),
            charged(0.99),
            charged(1.0),
            format_number(quantile(&time.unreported, 0.5), 1),
            format_number(mean(&time.depths), 1),
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
    blocks.extend(plots::time(&summary.names, &uses).map(Block::Plot));
    blocks.extend(plots::depth(&summary.names, &uses).map(Block::Plot));
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

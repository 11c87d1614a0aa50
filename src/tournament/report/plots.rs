//! The plots of a report.

use super::super::stats::{Counts, Estimate, Sprt, elo_to_score};
use super::document::Plot;
use super::summary::Summary;
use super::time_use::{TimeUse, mean};
use crate::diagram::plot::{Axis, Band, DataSeries, Guide, Hue, LineChart, Stroke};

const SCORE: &str = "score";
const LLR: &str = "llr";
const TIME: &str = "time";
const DEPTH: &str = "depth";
/// The names of all plots that a report may have.
pub const PLOT_NAMES: [&str; 4] = [SCORE, LLR, TIME, DEPTH];

/// The maximum number of points in a series; more would not be visible.
const MAX_POINTS: usize = 400;
/// The maximum number of series in a plot; more could not be distinguished.
const MAX_SERIES: usize = 6;
/// The share of games that must reach a turn number for its mean to be shown.
const MIN_SHARE: f64 = 0.05;

/// Returns every n-th entry and the last one, so that no more than about
/// `MAX_POINTS` remain.
fn thin_out<T>(entries: Vec<T>) -> impl Iterator<Item = T> {
    let (step, count) = (entries.len().div_ceil(MAX_POINTS).max(1), entries.len());
    let entries = entries.into_iter().enumerate();
    entries
        .filter(move |(index, _)| index % step == 0 || index + 1 == count)
        .map(|(_, entry)| entry)
}

/// Plots the score over the course of the tournament: that of the first engine of
/// two, otherwise that of each of the first `MAX_SERIES` engines.
pub fn score(summary: &Summary) -> Option<Plot> {
    let (names, evidence) = (&summary.results.names, &summary.results.evidence);
    let is_match = names.len() == 2;
    let shown = if is_match { 1 } else { MAX_SERIES };
    let mut chart = LineChart {
        x: Axis::whole("games"),
        y: Axis::new("score, %").with_range(0.0, 100.0),
        guides: vec![Guide {
            y: 50.0,
            ..Guide::default()
        }],
        ..LineChart::default()
    };
    for (engine, name) in names.iter().enumerate().take(shown) {
        let mut points = Vec::new();
        let mut band = Vec::new();
        for (games, counts) in thin_out(evidence.history(engine)) {
            let (x, Some(score)) = (games as f64, counts.score()) else {
                continue;
            };
            points.push((x, 100.0 * score));
            let interval = counts
                .elo()
                .map(|Estimate { lower, upper, .. }| (lower, upper));
            band.extend(interval.map(|(lower, upper)| {
                (x, 100.0 * elo_to_score(lower), 100.0 * elo_to_score(upper))
            }));
        }
        let hue = Hue::of_series(engine);
        if is_match {
            chart.bands.push(Band { points: band, hue });
        }
        chart.series.push(DataSeries {
            name: name.clone(),
            points,
            stroke: Stroke::Line,
            hue,
        });
    }
    chart.title = match (is_match, names.first()) {
        (true, Some(name)) => format!("Score of {name} with 95 % confidence interval"),
        _ => "Score".to_owned(),
    };
    plot(SCORE, chart)
}

/// Plots the log-likelihood ratio of a sequential test over the course of the tournament.
pub fn llr(summary: &Summary, test: &Sprt) -> Option<Plot> {
    let history: Vec<(usize, Counts)> = thin_out(summary.results.evidence.history(0)).collect();
    let points = history
        .iter()
        .map(|(games, counts)| (*games as f64, counts.llr(test)));
    let (lower, upper) = test.bounds();
    let bound = |y: f64, label: &str, hue| Guide {
        y,
        label: format!("{label} ({y:.2})"),
        hue,
    };
    let chart = LineChart {
        title: "Log-likelihood ratio of the test".to_owned(),
        x: Axis::whole("games"),
        y: Axis::new("LLR"),
        series: vec![DataSeries {
            points: points.collect(),
            hue: Hue::Blue,
            ..DataSeries::default()
        }],
        guides: vec![
            bound(upper, "passed", Hue::Green),
            bound(lower, "failed", Hue::Red),
        ],
        ..LineChart::default()
    };
    plot(LLR, chart)
}

/// Plots the mean time of each engine by the engine's own turn number.
pub fn time(names: &[String], uses: &[TimeUse]) -> Option<Plot> {
    let title = "Mean time per turn";
    plot(
        TIME,
        chart_by_turn((title, "ms"), names, uses, |time| &time.charged_by_turn),
    )
}

/// Plots the mean depth of each engine by the engine's own turn number.
pub fn depth(names: &[String], uses: &[TimeUse]) -> Option<Plot> {
    let title = "Mean depth per turn";
    plot(
        DEPTH,
        chart_by_turn((title, "plies"), names, uses, |time| &time.depth_by_turn),
    )
}

fn chart_by_turn(
    (title, unit): (&str, &str),
    names: &[String],
    uses: &[TimeUse],
    values: fn(&TimeUse) -> &[Vec<f64>],
) -> LineChart {
    let lines = names.iter().zip(uses).enumerate().take(MAX_SERIES);
    let series = lines.map(|(engine, (name, time))| {
        let values_by_turn = values(time);
        let min_games = values_by_turn.first().map_or(0, Vec::len) as f64 * MIN_SHARE;
        let common_turns = values_by_turn
            .iter()
            .take_while(|values| values.len() as f64 >= min_games);
        let points = common_turns
            .enumerate()
            .filter_map(|(turn, values)| Some((turn as f64 + 1.0, mean(values)?)));
        DataSeries {
            name: name.clone(),
            points: points.collect(),
            stroke: if engine % 2 == 0 {
                Stroke::Line
            } else {
                Stroke::Dashed
            },
            hue: Hue::of_series(engine),
        }
    });
    LineChart {
        title: title.to_owned(),
        x: Axis::whole("engine turn after the opening"),
        y: Axis::new(unit),
        series: series.collect(),
        ..LineChart::default()
    }
}

/// Returns the plot of a chart, if the chart has any points.
fn plot(name: &'static str, chart: LineChart) -> Option<Plot> {
    let is_empty = chart.series.iter().all(|series| series.points.is_empty());
    (!is_empty).then(|| Plot {
        name,
        svg: chart.svg(),
        title: chart.title,
    })
}

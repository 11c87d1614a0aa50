//! The plots of a report.

use super::super::stats::{Counts, Estimate, Sprt, elo_to_score};
use super::document::Plot;
use super::summary::Summary;
use super::time_use::{TimeUse, mean};
use crate::diagram::plot::{Axis, Band, DataSeries, Guide, Hue, LineChart, Stroke};

/// The maximum number of points of a line; more would not be visible.
const MAX_POINTS: usize = 400;
/// The maximum number of lines in a plot; more could not be distinguished.
const MAX_LINES: usize = 6;
/// The share of games that must reach a turn for its mean to be shown.
const MIN_SHARE: f64 = 0.05;

/// Returns every n-th entry, and the last one, so that no more than about
/// `MAX_POINTS` remain.
fn thinned<T>(entries: Vec<T>) -> impl Iterator<Item = T> {
    let (step, count) = (entries.len().div_ceil(MAX_POINTS).max(1), entries.len());
    let entries = entries.into_iter().enumerate();
    entries
        .filter(move |(index, _)| index % step == 0 || index + 1 == count)
        .map(|(_, entry)| entry)
}

/// Returns the score of the first engine of two, or of each of more, as it
/// developed.
pub fn score(summary: &Summary) -> Option<Plot> {
    let two = summary.names.len() == 2;
    let shown = if two {
        1
    } else {
        summary.names.len().min(MAX_LINES)
    };
    let mut chart = LineChart {
        x: Axis::whole("games"),
        y: Axis::new("score, %").with_range(0.0, 100.0),
        guides: vec![Guide {
            y: 50.0,
            ..Guide::default()
        }],
        ..LineChart::default()
    };
    for (engine, name) in summary.names.iter().enumerate().take(shown) {
        let mut points = Vec::new();
        let mut band = Vec::new();
        for (games, counts) in thinned(summary.growth(engine)) {
            let (x, Some(score)) = (games as f64, counts.score()) else {
                continue;
            };
            points.push((x, 100.0 * score));
            let error = counts
                .elo()
                .map(|Estimate { lower, upper, .. }| (lower, upper));
            band.extend(error.map(|(lower, upper)| {
                (x, 100.0 * elo_to_score(lower), 100.0 * elo_to_score(upper))
            }));
        }
        let hue = Hue::of_series(engine);
        if two {
            chart.bands.push(Band { points: band, hue });
        }
        chart.series.push(DataSeries {
            name: name.clone(),
            points,
            stroke: Stroke::Line,
            hue,
        });
    }
    chart.title = match (two, summary.names.first()) {
        (true, Some(name)) => format!("Score of {name} with 95 % error"),
        _ => "Score".to_owned(),
    };
    finish("score", chart)
}

/// Returns the log-likelihood ratio of a test over the course of the tournament.
pub fn llr(summary: &Summary, test: &Sprt) -> Option<Plot> {
    let history: Vec<(usize, Counts)> = thinned(summary.growth(0)).collect();
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
        title: "Log likelihood ratio of the test".to_owned(),
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
    finish("llr", chart)
}

/// Returns the mean time of each engine by its own turns.
pub fn time(names: &[String], uses: &[TimeUse]) -> Option<Plot> {
    let chart = by_turn(names, uses, |time| &time.charged_by_turn);
    let titled = LineChart {
        title: "Mean time of a turn".to_owned(),
        y: Axis::new("ms"),
        ..chart
    };
    finish("time", titled)
}

/// Returns the mean depth of each engine by its own turns.
pub fn depth(names: &[String], uses: &[TimeUse]) -> Option<Plot> {
    let chart = by_turn(names, uses, |time| &time.depth_by_turn);
    let titled = LineChart {
        title: "Mean depth of a turn".to_owned(),
        y: Axis::new("plies"),
        ..chart
    };
    finish("depth", titled)
}

fn by_turn(names: &[String], uses: &[TimeUse], values: fn(&TimeUse) -> &[Vec<f64>]) -> LineChart {
    let lines = names.iter().zip(uses).enumerate().take(MAX_LINES);
    let series = lines.map(|(engine, (name, time))| {
        let values = values(time);
        let min_games = values.first().map_or(0, Vec::len) as f64 * MIN_SHARE;
        let means = values
            .iter()
            .take_while(|reached| reached.len() as f64 >= min_games);
        let points = means
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
        x: Axis::whole("own turn after the opening"),
        series: series.collect(),
        ..LineChart::default()
    }
}

/// Returns the plot, if it has any points.
fn finish(name: &'static str, chart: LineChart) -> Option<Plot> {
    let is_empty = chart.series.iter().all(|series| series.points.is_empty());
    (!is_empty).then(|| Plot {
        name,
        svg: chart.svg(),
        title: chart.title,
    })
}

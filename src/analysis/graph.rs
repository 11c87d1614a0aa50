//! The graph of a game: White's chances, move by move.

use super::Side;
use super::game::{GameAnalysis, for_white};
use super::mistake::{Severity, expected_points};
use crate::base::Score;
use crate::diagram::plot::{Axis, Band, DataSeries, Guide, Hue, LineChart, Marker};
use crate::eval::wdl::WdlCurve;

/// The chances in a level game, in percent.
const LEVEL: f64 = 50.0;

/// Returns the graph as self-contained SVG.
pub fn graph(analysis: &GameAnalysis) -> String {
    chart(analysis).svg()
}

/// Returns the chart: the curve, with a marker at each mistake.
pub(super) fn chart(analysis: &GameAnalysis) -> LineChart {
    let x = scale(analysis);
    let points: Vec<(f64, f64)> = analysis
        .white_scores()
        .map(|(ply, score, curve)| (x(ply), percent(score, curve)))
        .collect();
    let markers = analysis.moves.iter().filter_map(|turn| {
        let severity = turn.mark?;
        // The marker is on the curve, which shows the score of the next position. The
        // score by which the turn was judged may come from a search one ply shorter.
        let (at, score) = (x(turn.ply), for_white(turn.played, turn.side));
        let on_curve = points.iter().find(|(x, _)| *x == at);
        Some(Marker {
            x: at,
            y: on_curve.map_or(percent(score, turn.curve), |(_, y)| *y),
            label: severity.symbol().to_owned(),
            hue: hue(severity),
        })
    });
    let markers = markers.collect();
    let band = |(x, y): (f64, f64)| (x, y.min(LEVEL), y.max(LEVEL));
    LineChart {
        title: "White's chances".to_owned(),
        x: Axis::whole("move"),
        y: Axis::new("%").with_range(0.0, 100.0),
        bands: vec![Band {
            points: with_crossings(&points).into_iter().map(band).collect(),
            hue: Hue::Blue,
        }],
        guides: vec![Guide {
            y: LEVEL,
            ..Guide::default()
        }],
        markers,
        series: vec![DataSeries {
            points,
            hue: Hue::Blue,
            ..DataSeries::default()
        }],
    }
}

/// Returns a function from the number of turns before a position to its place on the
/// x axis: the number of the next move, plus a half if that move is Black's.
fn scale(analysis: &GameAnalysis) -> impl Fn(usize) -> f64 {
    let first = analysis.moves.first();
    let (start, number, black_begins) = first.map_or((0, 1, false), |turn| {
        (turn.ply - 1, turn.number, turn.side == Side::Black)
    });
    move |ply| number as f64 + (ply.saturating_sub(start) + usize::from(black_begins)) as f64 / 2.0
}

/// Returns the places of the searched positions on the x axis.
#[cfg(test)]
pub(super) fn plotted_moves(analysis: &GameAnalysis) -> Vec<f64> {
    let x = scale(analysis);
    analysis.white_scores().map(|(ply, ..)| x(ply)).collect()
}

/// Returns the points, with a point added wherever the curve crosses the level line, so
/// that the area between curve and line has no width there.
fn with_crossings(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut all: Vec<(f64, f64)> = Vec::with_capacity(points.len());
    for &(x, y) in points {
        if let Some(&(last_x, last_y)) = all.last()
            && (last_y - LEVEL) * (y - LEVEL) < 0.0
        {
            let part = (LEVEL - last_y) / (y - last_y);
            all.push((last_x + part * (x - last_x), LEVEL));
        }
        all.push((x, y));
    }
    all
}

fn percent(score: Score, curve: WdlCurve) -> f64 {
    f64::from(expected_points(score, curve)) / 10.0
}

const fn hue(severity: Severity) -> Hue {
    match severity {
        Severity::Inaccuracy => Hue::Gold,
        Severity::Mistake => Hue::Orange,
        Severity::Blunder => Hue::Red,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_has_no_width_where_the_game_is_level() {
        let points = with_crossings(&[(1.0, 60.0), (2.0, 20.0), (3.0, 50.0), (4.0, 70.0)]);
        let expected = [
            (1.0, 60.0),
            (1.25, 50.0),
            (2.0, 20.0),
            (3.0, 50.0),
            (4.0, 70.0),
        ];
        assert_eq!(points, expected);
    }
}

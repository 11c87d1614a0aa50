//! The graph of an analysed game: White's chances, move by move.

use super::game::GameAnalysis;
use super::mistake::Severity;
use crate::base::Color;
use crate::diagram::plot::{Axis, Band, DataSeries, Guide, Hue, LineChart, Marker};

/// White's chances in a level game, in percent.
const LEVEL_PERCENT: f64 = 50.0;

/// The graph of a game, with the places of the game's positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Graph {
    /// The graph as a self-contained SVG image.
    pub svg: String,
    /// The numbers of turns before the first and the last position on the graph.
    pub plies: (usize, usize),
    /// The distances of these positions from the left edge, as shares of the picture's width.
    /// All other positions lie between them at equal distances.
    pub shares: (f64, f64),
}

impl Graph {
    /// Draws the graph of a game.
    pub fn new(analysis: &GameAnalysis) -> Self {
        let mut plies = analysis.white_percents().map(|(ply, _)| ply);
        let first = plies.next().unwrap_or_default();
        let last = plies.last().unwrap_or(first);
        let (chart, x) = (chart(analysis), x_scale(analysis));
        let share = |ply| chart.share_of_width(x(ply));
        Self {
            svg: chart.svg(),
            plies: (first, last),
            shares: (share(first), share(last)),
        }
    }
}

/// Returns the chart: the curve of White's chances, with a marker at each mistake.
pub(super) fn chart(analysis: &GameAnalysis) -> LineChart {
    let x = x_scale(analysis);
    let points: Vec<(f64, f64)> = analysis
        .white_percents()
        .map(|(ply, percent)| (x(ply), percent))
        .collect();
    let markers = analysis.turns.iter().filter_map(|turn| {
        let severity = turn.mark?;
        // The marker is placed on the curve, which shows the score of the next position. The
        // score by which the turn was judged may come from a search one ply shorter.
        let turn_x = x(turn.ply);
        let (x, y) = *points.iter().find(|(x, _)| *x == turn_x)?;
        Some(Marker {
            x,
            y,
            label: severity.symbol().to_owned(),
            hue: hue(severity),
        })
    });
    let markers = markers.collect();
    let band = |(x, y): (f64, f64)| (x, y.min(LEVEL_PERCENT), y.max(LEVEL_PERCENT));
    LineChart {
        title: "White's chances".to_owned(),
        x: Axis::whole("move"),
        y: Axis::new("%").with_range(0.0, 100.0),
        bands: vec![Band {
            points: with_crossings(&points).into_iter().map(band).collect(),
            hue: Hue::Blue,
        }],
        guides: vec![Guide {
            y: LEVEL_PERCENT,
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

/// Returns a function that maps the number of turns before a position to the position's
/// x coordinate: the number of the next move, plus one half if it is Black's turn.
fn x_scale(analysis: &GameAnalysis) -> impl Fn(usize) -> f64 {
    let first = analysis.turns.first();
    let (start, number, black_begins) = first.map_or((0, 1, false), |turn| {
        (turn.ply - 1, turn.number, turn.side == Color::Black)
    });
    move |ply| number as f64 + (ply.saturating_sub(start) + usize::from(black_begins)) as f64 / 2.0
}

/// Returns the points, with a point added wherever the curve crosses the level line, so
/// that the area between the curve and the line has no height there.
fn with_crossings(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut with_crossings: Vec<(f64, f64)> = Vec::with_capacity(points.len());
    for &(x, y) in points {
        if let Some(&(last_x, last_y)) = with_crossings.last()
            && (last_y - LEVEL_PERCENT) * (y - LEVEL_PERCENT) < 0.0
        {
            let fraction = (LEVEL_PERCENT - last_y) / (y - last_y);
            with_crossings.push((last_x + fraction * (x - last_x), LEVEL_PERCENT));
        }
        with_crossings.push((x, y));
    }
    with_crossings
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
    fn a_point_is_added_at_each_crossing_of_the_level_line() {
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

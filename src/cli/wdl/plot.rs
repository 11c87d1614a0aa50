//! Plots observed against predicted results: one panel for all positions and one for
//! each stage of the game.

use crate::base::Score;
use crate::diagram::plot::{Axis, DataSeries, Hue, LineChart, Stroke, stacked};
use crate::game::Variant;
use crate::training::wdl::{Bin, Calibration, GamePositions, OUTCOMES};

/// The stages of a game: the name, and the minimum and maximum number of men left.
const STAGES: [(&str, Score, Score); 4] = [
    ("all positions", Score::MIN, Score::MAX),
    ("17 men or more", 17, Score::MAX),
    ("7 to 16 men", 7, 16),
    ("6 men or fewer", Score::MIN, 6),
];

/// The colours of win, draw and loss.
const HUES: [Hue; 3] = [Hue::Green, Hue::Blue, Hue::Red];

pub fn plot(variant: Variant, games: &GamePositions, predicted: &[Vec<[f64; 3]>]) -> String {
    let panels = STAGES.map(|(stage, min, max)| {
        let title = format!("Chances in {}, {stage}", variant.id());
        panel(title, &Calibration::new(games, predicted, min..=max))
    });
    let title = format!("Chances in {}, predicted and observed", variant.id());
    stacked(&title, &panels)
}

/// Returns the panel of a stage: the observed shares with their intervals, and the
/// diagonal of perfect predictions.
fn panel(title: String, Calibration(bins): &Calibration) -> LineChart {
    let mut series = vec![DataSeries {
        points: vec![(0.0, 0.0), (100.0, 100.0)],
        ..DataSeries::default()
    }];
    for ((outcome, bins), hue) in OUTCOMES.iter().zip(bins).zip(HUES) {
        series.push(DataSeries {
            points: bins.iter().flat_map(interval).collect(),
            hue,
            ..DataSeries::default()
        });
        series.push(DataSeries {
            name: (*outcome).to_owned(),
            points: bins
                .iter()
                .map(|bin| percent_point(bin, bin.observed))
                .collect(),
            stroke: Stroke::Dots,
            hue,
        });
    }
    LineChart {
        title,
        x: Axis::new("predicted, %").with_range(0.0, 100.0),
        y: Axis::new("observed, %").with_range(0.0, 100.0),
        series,
        ..LineChart::default()
    }
}

/// Returns the point of a bin at an observed share, in percent.
fn percent_point(bin: &Bin, share: f64) -> (f64, f64) {
    (100.0 * bin.predicted, 100.0 * share)
}

/// Returns a vertical line that spans the interval of a bin, and a gap after it.
fn interval(bin: &Bin) -> [(f64, f64); 3] {
    let (low, high) = bin.interval;
    [
        percent_point(bin, low),
        percent_point(bin, high),
        (f64::NAN, f64::NAN),
    ]
}

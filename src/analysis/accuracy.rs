//! The accuracy of a side's turns, as lichess computes it.
//!
//! A turn's accuracy follows from the expected points that it loses
//! (<https://lichess.org/page/accuracy>). A side's accuracy is the average of two means over its
//! turns: one weighted by how much the expected points vary around each turn, and the harmonic
//! mean, in which the worst turns count most.

use crate::base::Color;

/// The limits of a turn's weight: the standard deviation of the expected points around it, in
/// percent.
const WEIGHTS: (f64, f64) = (0.5, 12.0);
/// The limits of the number of positions over which that deviation is computed: a tenth of the
/// number of turns, clamped to these limits.
const WINDOW: (usize, usize) = (2, 8);

/// Returns the accuracy, from 0 to 100, of a turn that loses `lost` percent of a point.
fn turn_accuracy(lost: f64) -> f64 {
    (103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns the accuracy of a side's turns, from 0 to 100; `None` if the side has none. `turns`
/// are the turns of both sides, each with the expected points that it lost, in percent;
/// `white_percents` are White's expected points, in percent, before each turn and after the last.
pub fn accuracy(turns: &[(Color, f64)], white_percents: &[f64], side: Color) -> Option<f64> {
    let size = (turns.len() / 10).clamp(WINDOW.0, WINDOW.1);
    let weights = (0..turns.len()).map(|index| {
        // The first turns share the first window.
        let start = (index + 2).saturating_sub(size);
        let window = white_percents.get(start..(start + size).min(white_percents.len()));
        deviation(window.unwrap_or_default()).clamp(WEIGHTS.0, WEIGHTS.1)
    });
    let weighted: Vec<(f64, f64)> = turns
        .iter()
        .zip(weights)
        .filter(|((of, _), _)| *of == side)
        .map(|((_, lost), weight)| (turn_accuracy(*lost), weight))
        .collect();
    if weighted.is_empty() {
        return None;
    }
    let weight_sum: f64 = weighted.iter().map(|(_, weight)| weight).sum();
    let weighted_sum: f64 = weighted.iter().map(|(value, weight)| value * weight).sum();
    // An accuracy of 0 would make the harmonic mean 0, whatever the others are.
    let inverse_sum: f64 = weighted.iter().map(|(value, _)| 1.0 / value.max(1.0)).sum();
    let harmonic_mean = weighted.len() as f64 / inverse_sum;
    Some((weighted_sum / weight_sum + harmonic_mean) / 2.0)
}

/// Returns the population standard deviation of some values; 0 if there are none.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns turns of both sides that lose these percents, and White's percents around them.
    fn game(losses: &[i32]) -> (Vec<(Color, f64)>, Vec<f64>) {
        let mut percents = vec![50.0];
        let mut turns = Vec::new();
        for (index, &lost) in losses.iter().enumerate() {
            let (side, sign) = match index % 2 {
                0 => (Color::White, -1.0),
                _ => (Color::Black, 1.0),
            };
            percents.push(percents[index] + sign * f64::from(lost));
            turns.push((side, f64::from(lost)));
        }
        (turns, percents)
    }

    #[test]
    fn a_turn_that_loses_more_is_less_accurate() {
        // Computed by hand from the published formula.
        for (lost, expected) in [
            (0.0, 100.0),
            (5.0, 79.8),
            (16.0, 48.2),
            (50.0, 8.5),
            (100.0, 0.0),
        ] {
            let found = turn_accuracy(lost);
            assert!((found - expected).abs() < 0.05, "{lost}: {found}");
        }
    }

    #[test]
    fn turns_where_much_changes_and_bad_turns_count_more() {
        // The expected values come from an independent implementation of the formulas.
        let (turns, percents) = game(&[0, 0, 0, 50]);
        let white = accuracy(&turns, &percents, Color::White).unwrap();
        assert!((white - 100.0).abs() < 0.01, "{white}");
        let losses: Vec<i32> = (0..30)
            .map(|i| if i % 3 == 0 { 7 * i % 23 } else { 0 })
            .collect();
        let (turns, percents) = game(&losses);
        for (side, expected) in [(Color::White, 80.8033), (Color::Black, 75.7998)] {
            let found = accuracy(&turns, &percents, side).unwrap();
            assert!((found - expected).abs() < 0.001, "{side:?}: {found}");
        }
        assert_eq!(accuracy(&[], &[50.0], Color::White), None);
    }
}

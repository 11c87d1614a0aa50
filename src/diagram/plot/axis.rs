//! The axes of plots: their ranges and tick labels.

use std::ops::Range;

/// The part of a step by which rounding may move a tick out of the range.
const TOLERANCE: f64 = 1e-9;
/// The maximum number of decimals of a tick label.
const MAX_DECIMALS: f64 = 12.0;

/// An axis of a plot.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axis {
    /// The title of the axis: the quantity and its unit.
    pub title: String,
    /// The range, or `None` to fit the data.
    pub range: Option<(f64, f64)>,
    /// Whether all ticks are whole numbers.
    pub is_whole: bool,
}

impl Axis {
    /// Creates an axis that fits the data.
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..Self::default()
        }
    }

    /// Creates an axis that fits the data and has only whole numbers at its ticks.
    pub fn whole(title: &str) -> Self {
        Self {
            is_whole: true,
            ..Self::new(title)
        }
    }

    /// Returns the axis with a fixed range.
    #[must_use]
    pub const fn with_range(mut self, low: f64, high: f64) -> Self {
        self.range = Some((low, high));
        self
    }

    /// Returns the range to draw, which is finite and not empty.
    pub(super) fn drawn_range(&self, data: impl Iterator<Item = f64>) -> Range<f64> {
        let fixed = self
            .range
            .filter(|(low, high)| low.is_finite() && high.is_finite() && low < high);
        let (low, high) = fixed.unwrap_or_else(|| data_range(data));
        low..high
    }

    /// Returns the ticks of a range, at most `max`, each with its label. The ticks are multiples
    /// of 1, 2 or 5 times a power of ten.
    pub(super) fn ticks(&self, range: &Range<f64>, max: u8) -> Vec<(f64, String)> {
        let width = range.end - range.start;
        let power = (width / f64::from(max)).log10().floor() as i32;
        let mut steps = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * 10_f64.powi(power))
            .into_iter();
        let is_long_enough = |step: &f64| width / step < f64::from(max) - TOLERANCE;
        let step = steps.find(is_long_enough).unwrap_or(width);
        let step = if self.is_whole { step.max(1.0) } else { step };
        let decimals = (-step.log10().floor()).clamp(0.0, MAX_DECIMALS) as usize;
        let first = (range.start / step - TOLERANCE).ceil();
        (0..max)
            .map(|number| (first + f64::from(number)) * step)
            .take_while(|value| *value <= range.end + TOLERANCE * step)
            .map(|value| (value, format_number(value, decimals)))
            .collect()
    }
}

/// Returns the smallest range that contains the finite data, widened if all are equal; 0 to 1 without data.
fn data_range(data: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = data
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
    if low > high {
        return (0.0, 1.0);
    }
    if high - low > f64::EPSILON * high.abs().max(1.0) {
        return (low, high);
    }
    // A single value is placed in the middle of the range.
    let margin = (low.abs() * 0.1).max(1.0);
    (low - margin, high + margin)
}

/// Formats a number, without trailing zeros. If there are more than four digits before the
/// point, narrow spaces separate groups of three.
fn format_number(value: f64, decimals: usize) -> String {
    let plain = format!("{value:.decimals$}");
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let (sign, digits) = whole
        .strip_prefix('-')
        .map_or(("", whole), |digits| ("-", digits));
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    let fraction = fraction.trim_end_matches('0');
    if text == "0" && fraction.is_empty() {
        return text;
    }
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{text}{point}{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_unnecessary_digits() {
        assert_eq!(format_number(-0.0, 1), "0");
        assert_eq!(format_number(-0.04, 1), "0");
        assert_eq!(format_number(2.50, 2), "2.5");
        assert_eq!(format_number(-1234.0, 0), "-1234");
        assert_eq!(format_number(1_234_567.0, 0), "1\u{202f}234\u{202f}567");
    }

    #[test]
    fn ticks_are_round_numbers_in_the_range() {
        let labels = |axis: Axis, range: Range<f64>| -> Vec<String> {
            let ticks = axis.ticks(&range, 6).into_iter();
            ticks.map(|(_, label)| label).collect()
        };
        assert_eq!(
            labels(Axis::new(""), 0.0..100.0),
            ["0", "20", "40", "60", "80", "100"]
        );
        assert_eq!(
            labels(Axis::new(""), -0.3..0.5),
            ["-0.2", "0", "0.2", "0.4"]
        );
        assert_eq!(labels(Axis::new(""), 0.0..0.3), ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(
            labels(Axis::new(""), 1.0..3.0),
            ["1", "1.5", "2", "2.5", "3"]
        );
        assert_eq!(labels(Axis::whole(""), 1.0..3.0), ["1", "2", "3"]);
        assert_eq!(labels(Axis::whole(""), 0.5..0.9), [""; 0]);
    }

    #[test]
    fn a_range_is_never_empty() {
        let axis = Axis::new("");
        assert_eq!(axis.drawn_range([].into_iter()), 0.0..1.0);
        assert_eq!(
            axis.drawn_range([f64::NAN, f64::INFINITY].into_iter()),
            0.0..1.0
        );
        assert_eq!(axis.drawn_range([5.0, 5.0].into_iter()), 4.0..6.0);
        assert_eq!(axis.drawn_range([2.0, 8.0].into_iter()), 2.0..8.0);
        let fixed = axis.clone().with_range(1.0, 3.0);
        assert_eq!(fixed.drawn_range([9.0].into_iter()), 1.0..3.0);
        assert_eq!(
            axis.with_range(3.0, 3.0)
                .drawn_range([2.0, 8.0].into_iter()),
            2.0..8.0
        );
    }
}

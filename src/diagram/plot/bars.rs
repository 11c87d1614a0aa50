//! Bar charts: frequencies or amounts, by group.

use plotters::element::Rectangle;
use plotters::prelude::Color as _;

use super::canvas::{Error, PlotContext, draw_frame, draw_picture};
use super::{Axis, Hue, Ticks};

/// A bar chart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BarChart {
    /// The title.
    pub title: String,
    /// The x axis, on which each bar is [`BarChart::width`] wide.
    pub x: Axis,
    /// The y axis: the heights of the bars.
    pub y: Axis,
    /// The bars. Several groups are drawn side by side, and a legend names them.
    pub groups: Vec<BarGroup>,
    /// The width of each bar on the x axis.
    pub width: f64,
}

/// The bars of one colour.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BarGroup {
    /// The name in the legend.
    pub name: String,
    /// The left edge of each bar on the x axis, and its height.
    pub bars: Vec<(f64, f64)>,
    /// The colour of the bars.
    pub hue: Hue,
}

impl BarChart {
    /// Returns the picture, in the form of [`LineChart::svg`](super::LineChart::svg).
    pub fn svg(&self) -> String {
        draw_picture(&self.title, |canvas| {
            let bars = || self.groups.iter().flat_map(|group| &group.bars).copied();
            let edges = bars().flat_map(|(x, _)| [x, x + self.width]);
            let x = self.x.drawn_range(edges);
            let y = self
                .y
                .drawn_range(bars().map(|(_, y)| y * 1.05).chain([0.0]));
            let legend: Vec<(&str, Hue)> = self
                .groups
                .iter()
                .filter(|_| self.groups.len() > 1)
                .map(|group| (group.name.as_str(), group.hue))
                .collect();
            let plot = draw_frame(canvas, &self.title, (&self.x, &self.y), (&x, &y), &legend)?;
            self.draw(&plot)
        })
    }

    fn draw(&self, plot: &PlotContext) -> Result<(), Error> {
        let share = self.width * 0.86 / self.groups.len().max(1) as f64;
        for (index, group) in self.groups.iter().enumerate() {
            for &(x, y) in group
                .bars
                .iter()
                .filter(|(x, y)| x.is_finite() && y.is_finite())
            {
                let left = x + self.width * 0.07 + share * index as f64;
                let corners = [(left, y), (left + share, 0.0)];
                let style = group.hue.rgb().mix(0.85).filled();
                plot.plotting_area().draw(&Rectangle::new(corners, style))?;
            }
        }
        Ok(())
    }

    /// Creates a histogram: the number of values in each of `parts` equal parts of their
    /// range.
    pub fn histogram(title: &str, label: &str, values: &[f64], parts: usize) -> Self {
        let finite: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
        let low = finite.iter().copied().fold(f64::INFINITY, f64::min);
        let high = finite.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let parts = parts.max(1);
        let width = if high > low {
            (high - low) / parts as f64
        } else {
            1.0
        };
        let mut counts = vec![0.0; if finite.is_empty() { 0 } else { parts }];
        for value in finite {
            let part = ((value - low) / width) as usize;
            if let Some(count) = counts.get_mut(part.min(parts - 1)) {
                *count += 1.0;
            }
        }
        let bars = counts.iter().enumerate();
        Self {
            title: title.to_owned(),
            x: Axis::new(label),
            y: Axis {
                ticks: Ticks::Whole,
                ..Axis::new("count")
            },
            groups: vec![BarGroup {
                name: String::new(),
                bars: bars
                    .map(|(part, &count)| (low + width * part as f64, count))
                    .collect(),
                hue: Hue::Blue,
            }],
            width,
        }
    }
}

//! Draws line charts, such as scores by move and results by game.

use plotters::element::{Circle, DashedPathElement, PathElement, Polygon, Text};
use plotters::prelude::{Color as _, DrawingArea, SVGBackend};
use plotters::style::text_anchor::HPos;

use super::canvas::{
    Error, PlotContext, TEXT_SIZE, UNITS_PER_PIXEL, draw_frame, draw_picture, share_of_width,
    text_style,
};
use super::{Axis, Hue};

/// A line chart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LineChart {
    /// The title, displayed above the plot and read by screen readers.
    pub title: String,
    /// The x axis.
    pub x: Axis,
    /// The y axis.
    pub y: Axis,
    /// The lines. If there are several, they are named in a legend.
    pub series: Vec<DataSeries>,
    /// The ranges around lines, drawn behind the lines.
    pub bands: Vec<Band>,
    /// The horizontal reference lines.
    pub guides: Vec<Guide>,
    /// The marked points, drawn in front of everything else.
    pub markers: Vec<Marker>,
}

/// The data of one line of a chart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DataSeries {
    /// The name in the legend.
    pub name: String,
    /// The points, in ascending order of x. A point with a coordinate that is not finite
    /// leaves a gap.
    pub points: Vec<(f64, f64)>,
    /// The style of the line.
    pub stroke: Stroke,
    /// The colour of the line.
    pub hue: Hue,
}

/// The style of a line.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Stroke {
    /// A line from point to point.
    #[default]
    Line,
    /// A dashed line from point to point.
    Dashed,
    /// Only the points.
    Dots,
}

/// A range around a line, such as its confidence interval.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Band {
    /// Each point as x, low end and high end, in ascending order of x.
    pub points: Vec<(f64, f64, f64)>,
    /// The colour of the band.
    pub hue: Hue,
}

/// A horizontal reference line across the plot.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Guide {
    /// The value on the y axis.
    pub y: f64,
    /// The text above the line.
    pub label: String,
    /// The colour of the line.
    pub hue: Hue,
}

/// A marked point.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Marker {
    /// The value on the x axis.
    pub x: f64,
    /// The value on the y axis.
    pub y: f64,
    /// The text above the point: one or two characters, such as `??`.
    pub label: String,
    /// The colour of the point.
    pub hue: Hue,
}

type PlotArea<'a> = DrawingArea<
    SVGBackend<'a>,
    plotters::prelude::Cartesian2d<
        plotters::coord::types::RangedCoordf64,
        plotters::coord::types::RangedCoordf64,
    >,
>;

impl LineChart {
    /// Returns the picture as an `<svg>` element, which is also a complete SVG file.
    /// Points outside a fixed range are moved to its edge.
    pub fn svg(&self) -> String {
        draw_picture(&self.title, |canvas| {
            let xs = self.finite_points().map(|(x, _)| x);
            let ys = self.finite_points().map(|(_, y)| y);
            let ys = ys.chain(self.guides.iter().map(|guide| guide.y));
            let (x, y) = (
                self.x.drawn_range(xs),
                with_margin(&self.y, self.y.drawn_range(ys)),
            );
            let legend: Vec<(&str, Hue)> = self
                .series
                .iter()
                .filter(|series| !series.name.is_empty() && self.series.len() > 1)
                .map(|series| (series.name.as_str(), series.hue))
                .collect();
            let plot = draw_frame(canvas, &self.title, (&self.x, &self.y), (&x, &y), &legend)?;
            self.draw(&plot, (x.start, x.end), (y.start, y.end))
        })
    }

    /// Returns where an x value is drawn, as a share of the picture's width from its left edge.
    pub fn share_of_width(&self, x: f64) -> f64 {
        let range = self.x.drawn_range(self.finite_points().map(|(x, _)| x));
        share_of_width((x - range.start) / (range.end - range.start))
    }

    fn finite_points(&self) -> impl Iterator<Item = (f64, f64)> {
        let lines = self
            .series
            .iter()
            .flat_map(|series| &series.points)
            .copied();
        let bands = self.bands.iter().flat_map(|band| &band.points);
        let bands = bands.flat_map(|&(x, low, high)| [(x, low), (x, high)]);
        lines
            .chain(bands)
            .filter(|(x, y)| x.is_finite() && y.is_finite())
    }

    fn draw(&self, plot: &PlotContext, x: (f64, f64), y: (f64, f64)) -> Result<(), Error> {
        let area = plot.plotting_area();
        // Points are clamped to the ranges because plotters would draw beyond the frame.
        let clamp = |(px, py): (f64, f64)| (px.clamp(x.0, x.1), py.clamp(y.0, y.1));
        for band in &self.bands {
            draw_band(area, band, clamp)?;
        }
        for guide in self.guides.iter().filter(|guide| guide.y.is_finite()) {
            draw_guide(area, guide, x, y)?;
        }
        for series in &self.series {
            draw_series(area, series, clamp)?;
        }
        for marker in &self.markers {
            draw_marker(area, marker, clamp)?;
        }
        Ok(())
    }
}

/// Returns the range of an axis with a margin at both ends, unless the range is fixed.
fn with_margin(axis: &Axis, range: std::ops::Range<f64>) -> std::ops::Range<f64> {
    if axis.range.is_some() {
        return range;
    }
    let margin = (range.end - range.start) * 0.05;
    // A range without negative values begins at 0 if its low end is below half its high end.
    let low = if range.start >= 0.0 && range.start < range.end * 0.5 {
        0.0
    } else {
        range.start - margin
    };
    low..range.end + margin
}

fn draw_band(
    area: &PlotArea,
    band: &Band,
    clamp: impl Fn((f64, f64)) -> (f64, f64),
) -> Result<(), Error> {
    let finite = band
        .points
        .iter()
        .filter(|(x, low, high)| x.is_finite() && low.is_finite() && high.is_finite());
    let above = finite.clone().map(|&(x, _, high)| clamp((x, high)));
    let below = finite.rev().map(|&(x, low, _)| clamp((x, low)));
    let outline: Vec<(f64, f64)> = above.chain(below).collect();
    if outline.len() < 4 {
        return Ok(());
    }
    area.draw(&Polygon::new(outline, band.hue.rgb().mix(0.18)))
}

fn draw_guide(area: &PlotArea, guide: &Guide, x: (f64, f64), y: (f64, f64)) -> Result<(), Error> {
    if guide.y < y.0 || guide.y > y.1 {
        return Ok(());
    }
    let ends = [(x.0, guide.y), (x.1, guide.y)];
    let style = guide.hue.rgb().mix(0.7).stroke_width(UNITS_PER_PIXEL);
    let (dash, gap) = (6 * UNITS_PER_PIXEL, 4 * UNITS_PER_PIXEL);
    area.draw(&DashedPathElement::new(ends, dash, gap, style))?;
    // The label goes above the line, or below it if there is no space above.
    let near_top = y.1 - guide.y < (y.1 - y.0) * 0.1;
    let (px, py) = area.map_coordinate(&(x.1, guide.y));
    let shift = (TEXT_SIZE * UNITS_PER_PIXEL) as i32 * 2 / 3;
    let py = if near_top { py + shift } else { py - shift };
    let style = text_style(TEXT_SIZE, guide.hue, HPos::Right);
    let canvas = area.strip_coord_spec();
    let (left, top) = area.get_base_pixel();
    canvas.draw(&Text::new(
        guide.label.clone(),
        (px - left, py - top),
        style,
    ))
}

fn draw_series(
    area: &PlotArea,
    series: &DataSeries,
    clamp: impl Fn((f64, f64)) -> (f64, f64),
) -> Result<(), Error> {
    let style = series.hue.rgb().stroke_width(2 * UNITS_PER_PIXEL);
    let finite = |(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
    for segment in series.points.split(|point| !finite(point)) {
        let segment: Vec<(f64, f64)> = segment.iter().map(|&point| clamp(point)).collect();
        let is_dotted = series.stroke == Stroke::Dots || segment.len() == 1;
        if is_dotted {
            for point in segment {
                area.draw(&Circle::new(
                    point,
                    2 * UNITS_PER_PIXEL,
                    series.hue.rgb().filled(),
                ))?;
            }
        } else if segment.len() > 1 && series.stroke == Stroke::Dashed {
            let (dash, gap) = (5 * UNITS_PER_PIXEL, 4 * UNITS_PER_PIXEL);
            area.draw(&DashedPathElement::new(segment, dash, gap, style))?;
        } else if segment.len() > 1 {
            area.draw(&PathElement::new(segment, style))?;
        }
    }
    Ok(())
}

fn draw_marker(
    area: &PlotArea,
    marker: &Marker,
    clamp: impl Fn((f64, f64)) -> (f64, f64),
) -> Result<(), Error> {
    if !marker.x.is_finite() || !marker.y.is_finite() {
        return Ok(());
    }
    let point = clamp((marker.x, marker.y));
    area.draw(&Circle::new(
        point,
        4 * UNITS_PER_PIXEL,
        marker.hue.rgb().filled(),
    ))?;
    let (px, py) = area.map_coordinate(&point);
    let (left, top) = area.get_base_pixel();
    let lift = (TEXT_SIZE * UNITS_PER_PIXEL) as i32;
    // The label goes below the point if there is no space above.
    let dy = if py - top < 2 * lift { lift } else { -lift };
    let style = text_style(TEXT_SIZE, marker.hue, HPos::Center);
    let canvas = area.strip_coord_spec();
    canvas.draw(&Text::new(
        marker.label.clone(),
        (px - left, py + dy - top),
        style,
    ))
}

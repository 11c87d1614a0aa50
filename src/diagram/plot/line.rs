//! Draws line charts, such as scores by move and results by game.

use maud::{Markup, html};

use super::canvas::{
    Area, ENDS, HEIGHT, SIDES, TEXT_SIZE, WIDTH, picture, sanitized, tenths, text,
};
use super::{Axis, Hue};

/// The font size of the title.
const TITLE_SIZE: f64 = 12.0;
/// The approximate width of a character of text, in a wide font.
const CHAR_WIDTH: f64 = 0.66 * TEXT_SIZE;
/// The distance of a marker's label from its point.
const LIFT: f64 = 12.0;
/// The width of a legend entry without its name.
const SWATCH_WIDTH: f64 = 32.0;
/// The y coordinate of the line of text above the plot: the title of the y axis, and the legend.
const CAPTION_Y: f64 = 36.0;

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
    /// The text above the line, or below it near the top of the plot.
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
    /// The text above the point, or below it near the top: one or two characters such as `??`.
    pub label: String,
    /// The colour of the point.
    pub hue: Hue,
}

impl LineChart {
    /// Returns the picture as an `<svg>` element, which is also a complete SVG file.
    /// Points outside a fixed range are moved to its edge.
    pub fn svg(&self) -> String {
        picture(&self.title, HEIGHT, &self.contents())
    }

    /// Returns where an x value is drawn, as a share of the picture's width from its left edge.
    pub fn share_of_width(&self, x: f64) -> f64 {
        let (place, _) = self.area().place((x, 0.0));
        place / f64::from(WIDTH)
    }

    /// Returns the elements of the picture, in front of its background.
    fn contents(&self) -> Markup {
        let area = self.area();
        let guides = self
            .guides
            .iter()
            .filter(|guide| area.y.contains(&guide.y) || guide.y == area.y.end);
        html! {
            (self.draw_titles())
            (self.draw_axes(&area))
            @for band in &self.bands { (draw_band(&area, band)) }
            @for guide in guides { (draw_guide(&area, guide)) }
            @for series in &self.series { (draw_series(&area, series)) }
            @for marker in &self.markers {
                @if marker.x.is_finite() && marker.y.is_finite() { (draw_marker(&area, marker)) }
            }
        }
    }

    fn area(&self) -> Area {
        let xs = self.finite_points().map(|(x, _)| x);
        let ys = self.finite_points().map(|(_, y)| y);
        let ys = ys.chain(self.guides.iter().map(|guide| guide.y));
        Area {
            x: self.x.drawn_range(xs),
            y: with_margin(&self.y, self.y.drawn_range(ys)),
        }
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

    /// Draws the titles of the plot and its axes, and the legend if there are several lines with
    /// names.
    fn draw_titles(&self) -> Markup {
        let [_, right] = SIDES;
        let from = 8.0 + text_width(&self.y.title) + 24.0;
        let named = self.series.iter().filter(|series| !series.name.is_empty());
        let named: Vec<&DataSeries> = named.filter(|_| self.series.len() > 1).collect();
        html! {
            g font-size=(TITLE_SIZE) { (text(&self.title, (8.0, 14.0), "start", Hue::Ink)) }
            (text(&self.y.title, (8.0, CAPTION_Y), "start", Hue::Ink))
            (text(&self.x.title, (right, 270.0), "end", Hue::Ink))
            (draw_legend(&named, from))
        }
    }

    /// Draws both axes, with a line across the plot at each tick.
    fn draw_axes(&self, area: &Area) -> Markup {
        let ([left, right], [bottom, top]) = (SIDES, ENDS);
        let x_ticks = self.x.ticks(&area.x, 12).into_iter();
        let x_ticks = x_ticks.map(|(value, label)| (area.place((value, area.y.start)).0, label));
        let y_ticks = self.y.ticks(&area.y, 6).into_iter();
        let y_ticks = y_ticks.map(|(value, label)| (area.place((area.x.start, value)).1, label));
        let (mut lines, mut marks) = (String::new(), format!("M{left} {top}V{bottom}H{right}"));
        let mut labels = Vec::new();
        for (x, label) in x_ticks {
            lines += &format!("M{x} {bottom}V{top}");
            marks += &format!("M{x} {bottom}v4");
            labels.push(text(&label, (x, bottom + 11.0), "middle", Hue::Ink));
        }
        for (y, label) in y_ticks {
            lines += &format!("M{left} {y}H{right}");
            marks += &format!("M{left} {y}h-4");
            labels.push(text(&label, (left - 7.0, y), "end", Hue::Ink));
        }
        html! {
            path d=(lines) stroke="currentColor" opacity=".14" {}
            "\n"
            path d=(marks) fill="none" stroke="currentColor" opacity=".5" {}
            "\n"
            @for label in labels { (label) }
        }
    }
}

/// Combines charts into one picture, one below the other.
pub fn stacked(title: &str, charts: &[LineChart]) -> String {
    let places = (0..).step_by(HEIGHT as usize).zip(charts);
    let contents = html! {
        @for (y, chart) in places {
            svg y=(y) width=(WIDTH) height=(HEIGHT) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) }
                role="img" aria-label=(sanitized(&chart.title)) {
                (chart.contents())
            }
            "\n"
        }
    };
    let count = u32::try_from(charts.len()).unwrap_or(0);
    picture(title, HEIGHT * count, &contents)
}

/// Returns the approximate width of text.
fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * CHAR_WIDTH
}

/// Draws a legend in the space from this x coordinate to the right edge, right-aligned, with its
/// names shortened to fit.
fn draw_legend(legend: &[&DataSeries], from: f64) -> Markup {
    let [_, right] = SIDES;
    let space = right - from;
    let width = |series: &DataSeries| text_width(&series.name) + SWATCH_WIDTH;
    let wanted: f64 = legend.iter().map(|series| width(series)).sum();
    let scale = (space / wanted).min(1.0);
    let mut next = from + (space - wanted).max(0.0);
    let entries = legend.iter().map(|series| {
        let (x, cell) = (next, width(series) * scale);
        next += cell;
        let max_chars = ((cell - SWATCH_WIDTH).max(0.0) / CHAR_WIDTH) as usize;
        (x, series.hue, shorten(&series.name, max_chars))
    });
    html! {
        @for (x, hue, name) in entries {
            rect x=(tenths(x)) y=(CAPTION_Y - 2.0) width="14" height="4" fill=(hue.paint()) {}
            (text(&name, (x + 18.0, CAPTION_Y), "start", Hue::Ink))
        }
    }
}

/// Shortens a name of more than `max_chars` + 1 characters to `max_chars` and an ellipsis.
fn shorten(name: &str, max_chars: usize) -> String {
    if name.chars().count() <= max_chars + 1 {
        return name.to_owned();
    }
    name.chars().take(max_chars).chain(['…']).collect()
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

fn draw_band(area: &Area, band: &Band) -> Markup {
    let finite = band
        .points
        .iter()
        .filter(|(x, low, high)| x.is_finite() && low.is_finite() && high.is_finite());
    let above = finite.clone().map(|&(x, _, high)| (x, high));
    let below = finite.rev().map(|&(x, low, _)| (x, low));
    html! {
        polygon points=(area.places(above.chain(below))) fill=(band.hue.paint()) opacity=".18" {}
        "\n"
    }
}

fn draw_guide(area: &Area, guide: &Guide) -> Markup {
    let ([left, right], [bottom, top]) = (SIDES, ENDS);
    let (_, y) = area.place((area.x.start, guide.y));
    // The label goes above the line, or below it if there is no space above.
    let is_near_top = y - top < (bottom - top) * 0.1;
    let label_y = y + if is_near_top { 8.0 } else { -8.0 };
    html! {
        path d={ "M" (left) " " (y) "H" (right) } stroke=(guide.hue.paint()) stroke-dasharray="6 4"
            opacity=".7" {}
        "\n"
        @if !guide.label.is_empty() { (text(&guide.label, (right, label_y), "end", guide.hue)) }
    }
}

fn draw_series(area: &Area, series: &DataSeries) -> Markup {
    let is_finite = |(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
    let segments = series.points.split(|point| !is_finite(point));
    let dashes = (series.stroke == Stroke::Dashed).then_some("5 4");
    html! {
        @for segment in segments.filter(|segment| !segment.is_empty()) {
            @if series.stroke == Stroke::Dots || segment.len() == 1 {
                @for &point in segment {
                    (draw_dot(area.place(point), 2, series.hue))
                }
            } @else {
                polyline points=(area.places(segment.iter().copied())) fill="none"
                    stroke=(series.hue.paint()) stroke-width="2" stroke-dasharray=[dashes] {}
                "\n"
            }
        }
    }
}

fn draw_dot((x, y): (f64, f64), radius: u8, hue: Hue) -> Markup {
    html! {
        circle cx=(x) cy=(y) r=(radius) fill=(hue.paint()) {}
        "\n"
    }
}

fn draw_marker(area: &Area, marker: &Marker) -> Markup {
    let (x, y) = area.place((marker.x, marker.y));
    // The label goes below the point if there is no space above.
    let label_y = y + if y < 2.0 * LIFT { LIFT } else { -LIFT };
    html! {
        (draw_dot((x, y), 4, marker.hue))
        (text(&marker.label, (x, label_y), "middle", marker.hue))
    }
}

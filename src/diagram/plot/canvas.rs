//! The picture of a plot: its background, and the area in which data are drawn.
//!
//! A style inside the picture makes the colours of background and text follow the reader's
//! choice of a light or dark theme: text has the current colour, and other hues are legible on
//! both backgrounds.

use std::ops::Range;

use maud::{Markup, html};

use super::Hue;

/// The width and height of a plot, in pixels.
pub(super) const WIDTH: u32 = 720;
pub(super) const HEIGHT: u32 = 280;
/// The x coordinates of the left and the right edge of the area for data.
pub(super) const SIDES: [f64; 2] = [56.0, 704.0];
/// The y coordinates of the lower and the upper edge of that area.
pub(super) const ENDS: [f64; 2] = [240.0, 48.0];
pub(super) const TEXT_SIZE: f64 = 10.0;
const STYLE: &str = ".batyr-plot{color:#333;max-width:100%;height:auto}\
    .batyr-plot .ground{fill:#fff}\
    @media(prefers-color-scheme:dark){.batyr-plot{color:#ccc}.batyr-plot .ground{fill:#1b1b1d}}";

/// Returns a picture of this height as an `<svg>` element, which is also a complete SVG file.
pub(super) fn picture(title: &str, height: u32, contents: &Markup) -> String {
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="batyr-plot" role="img"
            aria-label=(sanitized(title)) width=(WIDTH) height=(height)
            viewBox={ "0 0 " (WIDTH) " " (height) }
            font-family="sans-serif" font-size=(TEXT_SIZE) {
            "\n"
            style { (STYLE) }
            "\n"
            rect.ground width=(WIDTH) height=(height) fill="#fff" {}
            "\n"
            (contents)
        }
        "\n"
    };
    picture.into_string()
}

/// Replaces control characters, and others that XML can't contain.
pub(super) fn sanitized(text: &str) -> String {
    let is_invalid = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.replace(is_invalid, "\u{fffd}")
}

/// Returns text that is centred vertically on a point. `anchor` says which part of it is at the
/// point: the `start`, the `middle` or the `end`.
pub(super) fn text(text: &str, (x, y): (f64, f64), anchor: &str, hue: Hue) -> Markup {
    // The baseline is below the middle of the letters.
    let baseline = tenths(0.35f64.mul_add(TEXT_SIZE, y));
    html! {
        text x=(tenths(x)) y=(baseline) text-anchor=(anchor) fill=(hue.paint()) { (sanitized(text)) }
        "\n"
    }
}

/// Rounds a coordinate to tenths of a pixel.
pub(super) fn tenths(coordinate: f64) -> f64 {
    (coordinate * 10.0).round() / 10.0
}

/// The values at the edges of the area in which data are drawn.
pub(super) struct Area {
    pub x: Range<f64>,
    pub y: Range<f64>,
}

impl Area {
    /// Returns where a point is drawn. A point outside the area is moved to its edge.
    pub fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let coordinate = |value: f64, range: &Range<f64>, [low, high]: [f64; 2]| {
            let value = value.clamp(range.start, range.end);
            tenths(low + (value - range.start) / (range.end - range.start) * (high - low))
        };
        (coordinate(x, &self.x, SIDES), coordinate(y, &self.y, ENDS))
    }

    /// Returns the attribute `points` of a polyline or polygon through these points.
    pub fn places(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let places = points.map(|point| self.place(point));
        let places = places.map(|(x, y)| format!("{x},{y}"));
        places.collect::<Vec<_>>().join(" ")
    }
}

//! The canvas on which plots are drawn.
//!
//! A plot is drawn larger than it is displayed, because `plotters` rounds to whole
//! units. The finished SVG text is then edited: a style inside the picture makes the
//! colours of background and text follow the reader's choice of a light or dark theme.

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::element::Rectangle;
use plotters::prelude::{
    Cartesian2d, ChartBuilder, ChartContext, Color as _, DrawingArea, DrawingAreaErrorKind,
    IntoDrawingArea, SVGBackend, Text,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontFamily, FontStyle, TextStyle};

use super::Axis;
use super::palette::{Hue, INK};

/// The number of drawing units in one displayed pixel.
pub(super) const UNITS_PER_PIXEL: u32 = 4;
/// The displayed width and height, in pixels.
const SIZE: (u32, u32) = (720, 280);
/// The space above the plot for the title, the legend and the title of the y axis.
const MARGIN_TOP: u32 = 48;
/// The space to the left of the plot for the tick labels of the y axis.
const MARGIN_LEFT: u32 = 56;
const MARGIN_RIGHT: u32 = 16;
/// The space below the plot for the tick labels and title of the x axis.
const MARGIN_BOTTOM: u32 = 40;
const TITLE_SIZE: u32 = 15;
pub(super) const TEXT_SIZE: u32 = 12;
/// The approximate width of a character, as a fraction of the font size.
const CHAR_WIDTH: f64 = 0.55;

pub(super) type Error = DrawingAreaErrorKind<std::io::Error>;
pub(super) type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type PlotContext<'a, 'b> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Draws a picture with `draw` and returns it as SVG text.
pub(super) fn draw_picture(title: &str, draw: impl FnOnce(&Canvas) -> Result<(), Error>) -> String {
    let mut text = String::new();
    {
        let size = (SIZE.0 * UNITS_PER_PIXEL, SIZE.1 * UNITS_PER_PIXEL);
        let canvas = SVGBackend::with_string(&mut text, size).into_drawing_area();
        let drawn = draw(&canvas).and_then(|()| canvas.present());
        if let Err(error) = drawn {
            // Writing to a string can't fail.
            log::error!("the plot {title:?} is incomplete: {error}");
        }
    }
    add_head(title, &text)
}

/// Adds the size, title and themed colours to the SVG text of a picture.
fn add_head(title: &str, drawn: &str) -> String {
    let body = drawn.split_once('>').map_or("", |(_, body)| body);
    let ink = format!("#{:02X}{:02X}{:02X}", INK.0, INK.1, INK.2);
    let body = body.replace(&ink, "currentColor");
    valid_xml(&format!("{}{body}", picture_head(title, SIZE)))
}

/// Returns the beginning of a picture of this size: the opening tag, style and background.
fn picture_head(title: &str, (width, height): (u32, u32)) -> String {
    let (units_wide, units_high) = (width * UNITS_PER_PIXEL, height * UNITS_PER_PIXEL);
    let title = escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"batyr-plot\" role=\"img\" \
         aria-label=\"{title}\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {units_wide} {units_high}\">\n\
         <style>.batyr-plot{{color:#333;max-width:100%;height:auto}}\
         .batyr-plot .ground{{fill:#fff}}\
         @media(prefers-color-scheme:dark){{.batyr-plot{{color:#ccc}}\
         .batyr-plot .ground{{fill:#1b1b1d}}}}</style>\n\
         <rect class=\"ground\" width=\"{units_wide}\" height=\"{units_high}\" fill=\"#fff\"/>"
    )
}

/// Combines pictures into one, in which they are stacked one below the other.
pub fn stacked(title: &str, pictures: &[String]) -> String {
    let (width, height) = SIZE;
    let count = u32::try_from(pictures.len()).unwrap_or(0);
    let mut text = picture_head(title, (width, height * count));
    for (picture, row) in pictures.iter().zip(0..count) {
        let (units_wide, units_high) = (width * UNITS_PER_PIXEL, height * UNITS_PER_PIXEL);
        // The position and size of a part are in the units of the whole picture. The class
        // of the part is removed because it would stretch the part to the full width.
        let size = format!("width=\"{width}\" height=\"{height}\"");
        let placed = format!(
            "y=\"{}\" width=\"{units_wide}\" height=\"{units_high}\"",
            row * units_high
        );
        let part = picture
            .replacen(" class=\"batyr-plot\"", "", 1)
            .replacen(&size, &placed, 1);
        text.push('\n');
        text.push_str(&part);
    }
    valid_xml(&(text + "\n</svg>\n"))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// Replaces every character that XML can't contain.
fn valid_xml(text: &str) -> String {
    let is_invalid = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.replace(is_invalid, "\u{fffd}")
}

/// Returns the canvas coordinates of a point given in displayed pixels.
pub(super) fn point_at(x: f64, y: f64) -> (i32, i32) {
    let scale = f64::from(UNITS_PER_PIXEL);
    ((x * scale) as i32, (y * scale) as i32)
}

/// Returns a text style of this font size, in displayed pixels, and colour. `anchor` is the
/// horizontal alignment.
pub(super) fn text_style(size: u32, hue: Hue, anchor: HPos) -> TextStyle<'static> {
    let size = f64::from(size * UNITS_PER_PIXEL);
    let font = (FontFamily::SansSerif, size, FontStyle::Normal);
    let mut style = TextStyle::from(font);
    style.color = hue.rgb().to_backend_color();
    style.pos = Pos::new(anchor, VPos::Center);
    style
}

/// Returns the approximate width of text, in displayed pixels.
pub(super) fn text_width(text: &str, size: u32) -> f64 {
    text.chars().count() as f64 * f64::from(size) * CHAR_WIDTH
}

/// Draws the title, the titles and ticks of the axes, and the legend if it has entries.
/// Returns the plot, ready for its data.
pub(super) fn draw_frame<'a, 'b>(
    canvas: &'a Canvas<'b>,
    title: &str,
    axes: (&Axis, &Axis),
    ranges: (&std::ops::Range<f64>, &std::ops::Range<f64>),
    legend: &[(&str, Hue)],
) -> Result<PlotContext<'a, 'b>, Error> {
    let (x, y) = axes;
    let title_at = point_at(8.0, 14.0);
    canvas.draw(&Text::new(
        title.to_owned(),
        title_at,
        text_style(TITLE_SIZE, Hue::Ink, HPos::Left),
    ))?;
    let small_text = |anchor| text_style(TEXT_SIZE, Hue::Ink, anchor);
    canvas.draw(&Text::new(
        y.title.clone(),
        point_at(8.0, 36.0),
        small_text(HPos::Left),
    ))?;
    let corner = point_at(f64::from(SIZE.0 - MARGIN_RIGHT), f64::from(SIZE.1) - 10.0);
    canvas.draw(&Text::new(x.title.clone(), corner, small_text(HPos::Right)))?;
    let from = 8.0 + text_width(&y.title, TEXT_SIZE) + 24.0;
    draw_legend(canvas, legend, from)?;

    let mut plot = ChartBuilder::on(canvas)
        .margin_top(MARGIN_TOP * UNITS_PER_PIXEL)
        .margin_right(MARGIN_RIGHT * UNITS_PER_PIXEL)
        .margin_bottom((MARGIN_BOTTOM - 20) * UNITS_PER_PIXEL)
        .x_label_area_size(20 * UNITS_PER_PIXEL)
        .y_label_area_size(MARGIN_LEFT * UNITS_PER_PIXEL)
        .build_cartesian_2d(ranges.0.clone(), ranges.1.clone())?;
    plot.configure_mesh()
        .x_labels(x.tick_count(ranges.0, 12))
        .y_labels(y.tick_count(ranges.1, 6))
        .x_label_formatter(&|value| x.tick_label(*value, ranges.0))
        .y_label_formatter(&|value| y.tick_label(*value, ranges.1))
        .x_label_style(small_text(HPos::Center))
        .y_label_style(small_text(HPos::Right))
        .axis_style(INK.mix(0.5).stroke_width(UNITS_PER_PIXEL))
        .bold_line_style(INK.mix(0.14).stroke_width(UNITS_PER_PIXEL))
        .light_line_style(INK.mix(0.0))
        .set_all_tick_mark_size(4 * UNITS_PER_PIXEL)
        .draw()?;
    Ok(plot)
}

/// Converts a share of the x axis, from 0 at its left end to 1, to a share of the picture's
/// width.
pub(super) fn share_of_width(share_of_axis: f64) -> f64 {
    let axis = f64::from(SIZE.0 - MARGIN_LEFT - MARGIN_RIGHT);
    (f64::from(MARGIN_LEFT) + share_of_axis * axis) / f64::from(SIZE.0)
}

/// Draws a legend, aligned with the right edge, with its names shortened to the available
/// space.
fn draw_legend(canvas: &Canvas, legend: &[(&str, Hue)], from: f64) -> Result<(), Error> {
    let space = f64::from(SIZE.0 - MARGIN_RIGHT) - from;
    let wanted: f64 = legend
        .iter()
        .map(|(name, _)| text_width(name, TEXT_SIZE) + 32.0)
        .sum();
    let scale = (space / wanted).min(1.0);
    let mut x = from + (space - wanted).max(0.0);
    for (name, hue) in legend {
        let cell = (text_width(name, TEXT_SIZE) + 32.0) * scale;
        let max_chars = ((cell - 32.0).max(0.0) / (f64::from(TEXT_SIZE) * CHAR_WIDTH)) as usize;
        let swatch = [point_at(x, 34.0), point_at(x + 14.0, 38.0)];
        canvas.draw(&Rectangle::new(swatch, hue.rgb().filled()))?;
        let style = text_style(TEXT_SIZE, Hue::Ink, HPos::Left);
        canvas.draw(&Text::new(
            shorten(name, max_chars),
            point_at(x + 18.0, 36.0),
            style,
        ))?;
        x += cell;
    }
    Ok(())
}

/// Shortens a name of more than `max_chars` + 1 characters to `max_chars` and an ellipsis.
fn shorten(name: &str, max_chars: usize) -> String {
    if name.chars().count() <= max_chars + 1 {
        return name.to_owned();
    }
    name.chars().take(max_chars).chain(['…']).collect()
}

//! The colours of the board and of what is said beside it.
//!
//! **The decision:** squares have a background of their own, so that white and
//! black men stand out on dark and on light terminals; every mark that a colour
//! makes is made by a sign as well.

use anstyle::{Ansi256Color, AnsiColor, Color as Hue, Style};

use crate::base::Color;

const fn on(background: u8) -> Style {
    Style::new().bg_color(Some(Hue::Ansi256(Ansi256Color(background))))
}

const fn ansi(hue: AnsiColor) -> Style {
    Style::new().fg_color(Some(Hue::Ansi(hue)))
}

/// The field, its squares light and dark in turn.
pub const FIELD: [Style; 2] = [on(137), on(101)];
/// A square of a fortress.
pub const FORTRESS: Style = on(95);
/// A gate.
pub const GATE: Style = on(130);
/// A square of the last turn.
pub const LAST: Style = on(65);
/// A man that must capture, or must be dropped.
pub const MUST: Style = on(167);

/// Walls, the ditch, coordinates and whatever may be overlooked.
pub const DIM: Style = Style::new().dimmed();
/// What went well.
pub const GOOD: Style = ansi(AnsiColor::Green).bold();
/// What is to be heeded.
pub const WARNING: Style = ansi(AnsiColor::Red).bold();
/// What matters most.
pub const STRONG: Style = Style::new().bold();

/// A side's men on squares of this style.
pub const fn man(color: Color, square: Style) -> Style {
    let hue = match color {
        Color::White => 231,
        Color::Black => 16,
    };
    square
        .bold()
        .fg_color(Some(Hue::Ansi256(Ansi256Color(hue))))
}

/// The dot of an empty square, or a number in it.
pub const fn faint(square: Style) -> Style {
    square.fg_color(Some(Hue::Ansi256(Ansi256Color(187))))
}

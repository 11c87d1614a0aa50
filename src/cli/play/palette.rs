//! The colours of the board and of the messages.
//!
//! Squares have their own background, so that white and black
//! men stand out on dark and on light terminals; everything marked by a colour
//! is also marked by a character.

use anstyle::{Ansi256Color, AnsiColor, Color as Hue, Style};

use crate::base::Color;

const fn on(background: u8) -> Style {
    Style::new().bg_color(Some(Hue::Ansi256(Ansi256Color(background))))
}

const fn ansi(hue: AnsiColor) -> Style {
    Style::new().fg_color(Some(Hue::Ansi(hue)))
}

/// The squares of the field, light and dark.
pub const FIELD: [Style; 2] = [on(137), on(101)];
/// A square of a fortress.
pub const FORTRESS: Style = on(95);
/// A gate.
pub const GATE: Style = on(130);
/// A square of the last turn.
pub const LAST: Style = on(65);
/// A man that can capture, or must be dropped.
pub const MUST: Style = on(167);

/// Walls, the ditch, coordinates and secondary text.
pub const DIM: Style = Style::new().dimmed();
/// The result of a game.
pub const RESULT: Style = ansi(AnsiColor::Green).bold();
/// Warnings and errors.
pub const WARNING: Style = ansi(AnsiColor::Red).bold();
/// Emphasized text.
pub const STRONG: Style = Style::new().bold();

/// Returns the style of a side's men on a square of the given style.
pub const fn man(color: Color, square: Style) -> Style {
    let hue = match color {
        Color::White => 231,
        Color::Black => 16,
    };
    square
        .bold()
        .fg_color(Some(Hue::Ansi256(Ansi256Color(hue))))
}

/// Returns the style of the dot, or the number, of an empty square.
pub const fn faint(square: Style) -> Style {
    square.fg_color(Some(Hue::Ansi256(Ansi256Color(187))))
}

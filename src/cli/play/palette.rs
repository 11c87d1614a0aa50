//! The colours of the board and of the messages.
//!
//! Squares have background colours of their own, so that white and black men stand out
//! on both dark and light terminals. Everything that is marked by a colour is also
//! marked by a character.

use anstyle::{Ansi256Color, AnsiColor, Color as Hue, Style};

use crate::base::Color;

const fn background(color: u8) -> Style {
    Style::new().bg_color(Some(Hue::Ansi256(Ansi256Color(color))))
}

const fn foreground(hue: AnsiColor) -> Style {
    Style::new().fg_color(Some(Hue::Ansi(hue)))
}

/// Light and dark squares of the field.
pub const FIELD: [Style; 2] = [background(137), background(101)];
/// A square of a fortress.
pub const FORTRESS: Style = background(95);
/// A gate.
pub const GATE: Style = background(130);
/// A square of the last turn.
pub const LAST_TURN: Style = background(65);
/// The square of a man that can capture or must be dropped, or of a king in check.
pub const ALERT: Style = background(167);

/// Walls, the ditch, coordinates and secondary text.
pub const DIM: Style = Style::new().dimmed();
/// The result of a game.
pub const RESULT: Style = foreground(AnsiColor::Green).bold();
/// Warnings and errors.
pub const WARNING: Style = foreground(AnsiColor::Red).bold();
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

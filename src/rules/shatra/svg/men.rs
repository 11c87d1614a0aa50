//! What the men look like: a spiked helmet for the batyr, a crown for the biy,
//! a tower, a flame, and a foot soldier for the shatra.

use std::fmt::{self, Write};

use super::super::kind::{Kind, Man};
use crate::base::Color;

/// The ink of one side's men: surface, outline, lines on the surface.
const fn ink(color: Color) -> [&'static str; 3] {
    match color {
        Color::White => ["#fffaf0", "#1d1a16", "#1d1a16"],
        Color::Black => ["#33302e", "#0d0c0b", "#efe6d4"],
    }
}

/// The body of a man, as a path around the middle of its square, which reaches
/// 30 in each direction.
const fn body(kind: Kind) -> &'static str {
    match kind {
        Kind::Shatra => {
            "M0-20a8 8 0 0 1 5 14.2c1 7 9 8 9 21.8v4h-28v-4c0-13.8 8-14.8 9-21.8\
             a8 8 0 0 1 5-14.2z"
        }
        Kind::Tura => "M-16-21h7v5h5.5v-5h7v5h5.500v-5h7v12l-5 5v13l5 5v7h-32v-7l5-5v-13l-5-5z",
        Kind::Yalkyn => {
            "M2-25c1 11 14 17 14 31c0 9-7 16-16 16s-16-7-16-16c0-7 4-10 6-17\
             c3 2 5 4 6 7c3-6 5-12 6-21z"
        }
        Kind::Batyr => {
            "M0-27l3 8c9 2 14 10 14 20v4h2v6h-4l3 11h-36l3-11h-4v-6h2v-4\
             c0-10 5-18 14-20z"
        }
        Kind::Biy => "M-16 14l-6-23l12 8l10-18l10 18l12-8l-6 23v7h-32z",
    }
}

/// Lines on the body that tell what it is.
const fn lines(kind: Kind) -> &'static str {
    match kind {
        Kind::Shatra => "M-6-6h12M-13 15h26",
        Kind::Tura => "M-11-4h22M-11 9h22M-3 9v-6a3 3 0 0 1 6 0v6",
        Kind::Yalkyn => {
            "M1 0c1 6 7 8 7 14c0 4-3 8-8 8s-8-4-8-8c0-3 2-5 3-8c2 1 3 2 4 3c1-3 2-5 2-9z"
        }
        Kind::Batyr => "M-17 5h34M-15 11h30M0 11v-11M-6-14c-4 4-5 9-5 14M6-14c4 4 5 9 5 14",
        Kind::Biy => "M-16 14h32M-9 8a1 1 0 0 1 0 .1M0 8a1 1 0 0 1 0 .1M9 8a1 1 0 0 1 0 .1",
    }
}

/// Draws a man around the point `x`, `y`.
pub fn draw(out: &mut String, man: Man, (x, y): (i32, i32)) -> fmt::Result {
    let [surface, outline, detail] = ink(man.color);
    let (body, lines) = (body(man.kind), lines(man.kind));
    write!(
        out,
        "<g transform=\"translate({x} {y})\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
         <path d=\"{body}\" fill=\"{surface}\" stroke=\"{outline}\" stroke-width=\"2.5\"/>\
         <path d=\"{lines}\" fill=\"none\" stroke=\"{detail}\" stroke-width=\"2\"/></g>"
    )
}

/// Draws a man that was captured earlier in the chain: pale and struck out.
pub fn draw_ghost(out: &mut String, man: Man, at: (i32, i32)) -> fmt::Result {
    out.push_str("<g opacity=\".38\">");
    draw(out, man, at)?;
    let (x, y) = at;
    write!(
        out,
        "</g><path d=\"M{} {}l36 36m0-36l-36 36\" stroke=\"#b3261e\" stroke-width=\"3\" \
         stroke-linecap=\"round\" opacity=\".75\"/>",
        x - 18,
        y - 18
    )
}

/// Draws the mark of an urgent man.
pub fn draw_urgent(out: &mut String, (x, y): (i32, i32)) -> fmt::Result {
    write!(
        out,
        "<g transform=\"translate({} {})\"><circle r=\"8.5\" fill=\"#c62828\" stroke=\"#fff\" \
         stroke-width=\"1.5\"/><path d=\"M0-4.500v5M0 4.2v.1\" stroke=\"#fff\" \
         stroke-width=\"2.5\" stroke-linecap=\"round\"/></g>",
        x + 19,
        y - 19
    )
}

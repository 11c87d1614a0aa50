//! Draws the men (a spiked helmet for the batyr, a crown for the biy, a tower for the
//! tura, a flame for the yalkyn and a foot soldier for the shatra) and the marks of
//! ghosts and urgent men.

use std::fmt::{self, Write};

use super::super::{CROWN, FLAME, FOOT_SOLDIER, Figure, HELMET, TOWER};
use crate::rules::shatra::{Kind, Man};

const fn figure(kind: Kind) -> Figure {
    match kind {
        Kind::Shatra => FOOT_SOLDIER,
        Kind::Tura => TOWER,
        Kind::Yalkyn => FLAME,
        Kind::Batyr => HELMET,
        Kind::Biy => CROWN,
    }
}

/// Draws a man centred on a point.
pub fn draw(out: &mut String, man: Man, centre: (i32, i32)) -> fmt::Result {
    figure(man.kind).draw(out, man.color, centre)
}

/// Draws a ghost (a man captured earlier in the chain): pale and crossed out.
pub fn draw_ghost(out: &mut String, man: Man, centre: (i32, i32)) -> fmt::Result {
    out.push_str("<g opacity=\".38\">");
    draw(out, man, centre)?;
    let (x, y) = centre;
    write!(
        out,
        "</g><path d=\"M{} {}l36 36m0-36l-36 36\" stroke=\"#b3261e\" stroke-width=\"3\" \
         stroke-linecap=\"round\" opacity=\".75\"/>",
        x - 18,
        y - 18
    )
}

/// Draws the mark of an urgent man on the square that is centred on a point.
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

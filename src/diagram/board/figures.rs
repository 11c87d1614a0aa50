//! The shapes of the men, shared by all boards.

use crate::base::Color;

/// The shape of a man: SVG paths whose origin is the centre of its square. The square
/// extends 30 units in each direction.
#[derive(Copy, Clone, Debug, serde::Serialize)]
pub struct Figure {
    /// The path of the outline, which is filled.
    body: &'static str,
    /// The path of the lines on the body that distinguish the kind.
    details: &'static str,
}

/// A foot soldier: shatra, piyadah, fu.
pub const FOOT_SOLDIER: Figure = Figure {
    body: "M0-20a8 8 0 0 1 5 14.2c1 7 9 8 9 21.8v4h-28v-4c0-13.8 8-14.8 9-21.8\
           a8 8 0 0 1 5-14.2z",
    details: "M-6-6h12M-13 15h26",
};

/// A tower: tura, rukh, tereg.
pub const TOWER: Figure = Figure {
    body: "M-16-21h7v5h5.5v-5h7v5h5.500v-5h7v12l-5 5v13l5 5v7h-32v-7l5-5v-13l-5-5z",
    details: "M-11-4h22M-11 9h22M-3 9v-6a3 3 0 0 1 6 0v6",
};

/// A flame: yalkyn.
pub const FLAME: Figure = Figure {
    body: "M2-25c1 11 14 17 14 31c0 9-7 16-16 16s-16-7-16-16c0-7 4-10 6-17\
           c3 2 5 4 6 7c3-6 5-12 6-21z",
    details: "M1 0c1 6 7 8 7 14c0 4-3 8-8 8s-8-4-8-8c0-3 2-5 3-8c2 1 3 2 4 3c1-3 2-5 2-9z",
};

/// A spiked helmet: batyr, farzin, bers.
pub const HELMET: Figure = Figure {
    body: "M0-27l3 8c9 2 14 10 14 20v4h2v6h-4l3 11h-36l3-11h-4v-6h2v-4\
           c0-10 5-18 14-20z",
    details: "M-17 5h34M-15 11h30M0 11v-11M-6-14c-4 4-5 9-5 14M6-14c4 4 5 9 5 14",
};

/// A crown: biy, shah, noyon.
pub const CROWN: Figure = Figure {
    body: "M-16 14l-6-23l12 8l10-18l10 18l12-8l-6 23v7h-32z",
    details: "M-16 14h32M-9 8a1 1 0 0 1 0 .1M0 8a1 1 0 0 1 0 .1M9 8a1 1 0 0 1 0 .1",
};

/// A horse's head: asp, mori.
pub const HORSE: Figure = Figure {
    body: "M-13 21c0-11 9-13 8-24c-4 5-8 8-12 8l-4-5c5-6 8-14 14-17l1-6l6 5\
           c11 2 16 11 16 23c0 6-1 11-3 16z",
    details: "M-13 15h28M-6-9a1 1 0 0 1 0 .1M3-14c7 3 9 10 9 19",
};

/// An elephant's head with its tusks: pil.
pub const ELEPHANT: Figure = Figure {
    body: "M-20-6c0-9 8-15 20-15s20 6 20 15c0 6-3 10-7 12v15h-8v-9h-10v9h-8v-15\
           c-4-2-7-6-7-12z",
    details: "M-9 6c0-6 3-8 9-8s9 2 9 8M-8-9a1 1 0 0 1 0 .1M8-9a1 1 0 0 1 0 .1M0-2v12",
};

/// A camel's humps: teme.
pub const CAMEL: Figure = Figure {
    body: "M-18 21v-21c0-13 13-15 14-3c2-12 17-10 16 3l3-14l8-3l-3 20c-1 8-3 10-5 11v7h-5v-8h-20v8z",
    details: "M-18 7c4 4 14 4 28 1M18-12a1 1 0 0 1 0 .1",
};

/// Returns the shapes of the men, by name.
pub const fn figures() -> [(&'static str, Figure); 8] {
    [
        ("foot_soldier", FOOT_SOLDIER),
        ("tower", TOWER),
        ("flame", FLAME),
        ("helmet", HELMET),
        ("crown", CROWN),
        ("horse", HORSE),
        ("elephant", ELEPHANT),
        ("camel", CAMEL),
    ]
}

/// Returns the colours of a side's men: fill, outline and details.
const fn palette(color: Color) -> [&'static str; 3] {
    match color {
        Color::White => ["#fffaf0", "#1d1a16", "#1d1a16"],
        Color::Black => ["#33302e", "#0d0c0b", "#efe6d4"],
    }
}

/// Returns the fill colour of a side's men, for other symbols of that side.
pub const fn fill_color(color: Color) -> &'static str {
    let [fill_color, ..] = palette(color);
    fill_color
}

impl Figure {
    /// Draws a man of a side, centred on the point `x`, `y`.
    pub fn draw(self, color: Color, (x, y): (i32, i32)) -> String {
        let [fill_color, outline_color, detail_color] = palette(color);
        let Self { body, details } = self;
        format!(
            "<g transform=\"translate({x} {y})\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
             <path d=\"{body}\" fill=\"{fill_color}\" stroke=\"{outline_color}\" stroke-width=\"2.5\"/>\
             <path d=\"{details}\" fill=\"none\" stroke=\"{detail_color}\" stroke-width=\"2\"/></g>"
        )
    }
}

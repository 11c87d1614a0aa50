//! The colours of plots, which are legible on white and on black.

use plotters::style::RGBColor;

/// The colour of an element of a plot.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Hue {
    /// The colour of text.
    #[default]
    Ink,
    /// The first choice for data.
    Blue,
    /// The second choice for data.
    Orange,
    /// The colour of good results.
    Green,
    /// The colour of bad results.
    Red,
    /// The fourth choice for data.
    Purple,
    /// The fifth choice for data.
    Teal,
    /// The colour of doubtful results.
    Gold,
}

/// The placeholder for the colour of text, which is replaced in the finished picture. No
/// other hue has this value.
pub(super) const INK: RGBColor = RGBColor(1, 2, 3);

impl Hue {
    /// The hues of data series, in order.
    const SERIES: [Self; 6] = [
        Self::Blue,
        Self::Orange,
        Self::Green,
        Self::Purple,
        Self::Teal,
        Self::Red,
    ];

    /// Returns the hue of data series `index`, counted from 0. The hues repeat.
    pub fn of_series(index: usize) -> Self {
        let index = index % Self::SERIES.len();
        Self::SERIES.get(index).copied().unwrap_or_default()
    }

    pub(super) const fn rgb(self) -> RGBColor {
        match self {
            Self::Ink => INK,
            Self::Blue => RGBColor(59, 130, 196),
            Self::Orange => RGBColor(217, 123, 43),
            Self::Green => RGBColor(58, 157, 93),
            Self::Red => RGBColor(214, 69, 69),
            Self::Purple => RGBColor(155, 107, 201),
            Self::Teal => RGBColor(32, 154, 154),
            Self::Gold => RGBColor(191, 149, 25),
        }
    }
}

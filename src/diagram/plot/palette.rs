//! The colours of plots, which are legible on white and on black.

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
    /// The colour of good results, and the third choice for data.
    Green,
    /// The colour of bad results, and the sixth choice for data.
    Red,
    /// The fourth choice for data.
    Purple,
    /// The fifth choice for data.
    Teal,
    /// The colour of doubtful results.
    Gold,
}

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

    /// Returns the hue of data series `index`, counted from 0. The six hues repeat.
    pub fn of_series(index: usize) -> Self {
        let index = index % Self::SERIES.len();
        Self::SERIES.get(index).copied().unwrap_or_default()
    }

    /// Returns the colour as an SVG paint.
    pub(super) const fn paint(self) -> &'static str {
        match self {
            Self::Ink => "currentColor",
            Self::Blue => "#3B82C4",
            Self::Orange => "#D97B2B",
            Self::Green => "#3A9D5D",
            Self::Red => "#D64545",
            Self::Purple => "#9B6BC9",
            Self::Teal => "#209A9A",
            Self::Gold => "#BF9519",
        }
    }
}

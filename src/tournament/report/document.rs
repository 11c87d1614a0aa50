//! The contents of a report, independent of the output format.

use crate::util::text::is_unprintable;

/// A report.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
}

impl Document {
    /// Returns the plots of the report.
    pub fn plots(&self) -> impl Iterator<Item = &Plot> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Plot(plot) => Some(plot),
            _ => None,
        })
    }
}

/// A plot, as an SVG image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plot {
    /// The name, which consists of letters and `-`.
    pub name: &'static str,
    /// The title.
    pub title: String,
    /// The content of the SVG file.
    pub svg: String,
}

/// A part of a report. All texts are plain: the output formats escape them.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Block {
    Heading(&'static str),
    Text(String),
    List(Vec<String>),
    Table(Table),
    Plot(Plot),
}

/// A table; the first `texts` columns are texts, the others numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub head: Vec<String>,
    pub texts: usize,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns an empty table.
    pub fn new(head: &[&str], texts: usize) -> Self {
        Self {
            head: head.iter().map(|&cell| cell.to_owned()).collect(),
            texts,
            rows: Vec::new(),
        }
    }
}

/// Returns a text as one line of valid XML that hides nothing: line breaks and tabs become spaces,
/// and characters that are invisible or change the direction of writing become U+FFFD.
pub(super) fn clean(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(|letter| match letter {
        '\n' | '\r' | '\t' => ' ',
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        letter if is_unprintable(letter) => '\u{fffd}',
        letter => letter,
    })
}

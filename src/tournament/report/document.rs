//! The contents of a report, independent of the output format.

use crate::page::replay::ReplayGame;
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
    /// The name of the plot and of its file: letters and `-`.
    pub name: &'static str,
    /// The title.
    pub title: String,
    /// The SVG image.
    pub svg: String,
}

/// A part of a report. All text is plain; the printers escape it.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Block {
    Heading(&'static str),
    Text(String),
    List(Vec<String>),
    Table(Table),
    Plot(Plot),
    /// Only in HTML pages.
    Replays(Replays),
}

/// Games to replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Replays {
    /// Which games they are, if some were left out.
    pub note: Option<String>,
    pub games: Vec<ReplayGame>,
}

/// A table; the first `text_columns` columns contain text, the others numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub head: Vec<String>,
    pub text_columns: usize,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns a table without rows.
    pub fn new(head: &[&str], text_columns: usize) -> Self {
        Self {
            head: head.iter().map(|&cell| cell.to_owned()).collect(),
            text_columns,
            rows: Vec::new(),
        }
    }
}

/// Returns text as one line of valid XML characters, all of them visible: line breaks and tabs
/// become spaces, and characters that are invisible or change the writing direction become U+FFFD.
pub(super) fn clean(text: &str) -> String {
    let visible = |c| match c {
        '\n' | '\r' | '\t' => ' ',
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        c if is_unprintable(c) => '\u{fffd}',
        c => c,
    };
    text.chars().map(visible).collect()
}

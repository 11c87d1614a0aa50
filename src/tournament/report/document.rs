//! What a report says, without the signs of a form.

use crate::text::is_unprintable;

/// A report.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
}

impl Document {
    /// As Markdown. Its pictures are the files `NAME.svg` beside it, see
    /// [`Document::plots`].
    pub fn markdown(&self) -> String {
        super::markdown::write(self)
    }

    /// As a page of HTML that needs no other file and no script, and is
    /// well-formed XML.
    pub fn html(&self) -> String {
        super::html::write(self)
    }

    /// The pictures.
    pub fn plots(&self) -> impl Iterator<Item = &Plot> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Plot(plot) => Some(plot),
            _ => None,
        })
    }
}

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plot {
    /// Its name, of letters and `-`.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// The picture, as it stands in a file.
    pub svg: String,
}

/// A part of a report. All texts are plain: the forms see to their signs.
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
    /// An empty table.
    pub fn new(head: &[&str], texts: usize) -> Self {
        Self {
            head: head.iter().map(|&cell| cell.to_owned()).collect(),
            texts,
            rows: Vec::new(),
        }
    }
}

/// Text that fits on a line and into XML, and shows what it holds: no other
/// control character than blanks, none that is invisible or turns the direction
/// of writing.
pub(super) fn clean(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(|letter| match letter {
        '\n' | '\r' | '\t' => ' ',
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        letter if is_unprintable(letter) => '\u{fffd}',
        letter => letter,
    })
}

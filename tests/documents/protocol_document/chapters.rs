//! Extracts fenced blocks and tables from the documents.

/// The text of PROTOCOL.md.
pub const TEXT: &str = include_str!("../../../protocol/PROTOCOL.md");
/// The text of SGN.md.
pub const SGN: &str = include_str!("../../../protocol/SGN.md");
/// The text of LIVE-SITE.md.
pub const LIVE_SITE: &str = include_str!("../../../protocol/LIVE-SITE.md");

/// A fenced block of a document.
#[derive(Debug)]
pub struct FencedBlock {
    /// The chapter of the block: the nearest second-level heading above it.
    pub chapter: &'static str,
    /// The line number of the block's first line in the document.
    pub first_line: usize,
    pub lines: Vec<&'static str>,
}

/// Returns all blocks of PROTOCOL.md with this tag.
pub fn blocks(tag: &str) -> Vec<FencedBlock> {
    blocks_of(TEXT, tag)
}

/// Returns all blocks of a document with this tag.
pub fn blocks_of(text: &'static str, tag: &str) -> Vec<FencedBlock> {
    let mut found = Vec::new();
    let mut chapter = "";
    let mut open: Option<FencedBlock> = None;
    let mut has_tag = false;
    for (i, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(fence), None) => {
                has_tag = fence == tag;
                open = Some(FencedBlock {
                    chapter,
                    first_line: i + 2,
                    lines: Vec::new(),
                });
            }
            (Some(_), Some(_)) => found.extend(open.take().filter(|_| has_tag)),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => chapter = line.strip_prefix("## ").unwrap_or(chapter),
        }
    }
    found
}

/// Returns the rows of the first table below a heading of PROTOCOL.md, without the header.
pub fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    rows_of(TEXT, heading)
}

/// Returns the rows of the first table below a heading of a document, without the header.
pub fn rows_of(text: &'static str, heading: &str) -> Vec<Vec<&'static str>> {
    let below = text.lines().skip_while(|line| *line != heading);
    let table = below.skip_while(|line| !line.starts_with('|'));
    let rows = table.take_while(|line| line.starts_with('|')).skip(2);
    let cells = |row: &'static str| -> Vec<&'static str> {
        let row = row.trim_matches('|');
        row.split('|').map(str::trim).collect()
    };
    let rows: Vec<_> = rows.map(cells).collect();
    assert!(!rows.is_empty(), "no table below {heading:?}");
    rows
}

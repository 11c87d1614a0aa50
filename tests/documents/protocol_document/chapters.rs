//! The parts of the document: fenced blocks and tables.

pub const TEXT: &str = include_str!("../../../protocol/PROTOCOL.md");

/// A fenced block.
#[derive(Debug)]
pub struct Block {
    /// The chapter of the block: its nearest heading of the second level.
    pub chapter: &'static str,
    /// The number of the block's first line in the document.
    pub first_line: usize,
    pub lines: Vec<&'static str>,
}

/// Returns all blocks with this tag.
pub fn blocks(tag: &str) -> Vec<Block> {
    blocks_of(TEXT, tag)
}

/// Returns all blocks with this tag in another document.
pub fn blocks_of(text: &'static str, tag: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut chapter = "";
    let mut open: Option<Block> = None;
    let mut is_ours = false;
    for (i, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(fence), None) => {
                is_ours = fence == tag;
                open = Some(Block {
                    chapter,
                    first_line: i + 2,
                    lines: Vec::new(),
                });
            }
            (Some(_), Some(_)) => found.extend(open.take().filter(|_| is_ours)),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => chapter = line.strip_prefix("## ").unwrap_or(chapter),
        }
    }
    found
}

/// Returns the rows of the first table below a heading, without its header.
pub fn table(heading: &str) -> Vec<Vec<&'static str>> {
    rows_of(TEXT, heading)
}

/// Returns the rows of such a table in another document.
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

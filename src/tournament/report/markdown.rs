//! Prints reports as GitHub-flavoured Markdown.

use super::document::{Block, Document, Table, clean};

impl Document {
    /// Returns the report as Markdown. It links to the plots as files `NAME.svg` in the same
    /// folder; see [`Document::plots`].
    pub fn markdown(&self) -> String {
        let mut parts = vec![format!("# {}", escape(&self.title))];
        parts.extend(self.blocks.iter().filter_map(write_block));
        parts.join("\n\n") + "\n"
    }
}

fn write_block(block: &Block) -> Option<String> {
    Some(match block {
        Block::Heading(text) => format!("## {}", escape(text)),
        Block::Text(text) => escape(text),
        Block::List(items) => {
            let items = items.iter().map(|item| format!("* {}", escape(item)));
            items.collect::<Vec<_>>().join("\n")
        }
        Block::Table(table) => write_table(table),
        Block::Plot(plot) => format!("![{}]({}.svg)", escape(&plot.title), plot.name),
        Block::Replays(_) => return None,
    })
}

fn write_table(table: &Table) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("| {} |", cells.join(" | "))
    };
    let rule = |column| {
        if column < table.text_columns {
            "---"
        } else {
            "---:"
        }
    };
    let rules: Vec<&str> = (0..table.head.len()).map(rule).collect();
    let mut lines = vec![row(&table.head), format!("|{}|", rules.join("|"))];
    lines.extend(table.rows.iter().map(|cells| row(cells)));
    lines.join("\n")
}

/// Escapes the characters that are special in Markdown.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in clean(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

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

/// Escapes the characters that are special in Markdown, and those that make a list, a quotation
/// or a heading of a line that begins with them.
fn escape(text: &str) -> String {
    let text = clean(text);
    let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = after_digits.len() < text.len()
        && [". ", ") "]
            .iter()
            .any(|mark| after_digits.starts_with(mark));
    let number_end = text.len() - after_digits.len();
    let is_signed = text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let mut escaped = String::new();
    for (at, c) in text.char_indices() {
        match c {
            '-' | '+' | '>' | '=' if at == 0 && !is_signed => escaped.extend(['\\', c]),
            '.' | ')' if is_numbered && at == number_end => escaped.extend(['\\', c]),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' => {
                escaped.extend(['\\', c]);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_make_no_markup() {
        for (text, escaped) in [
            ("a*b", r"a\*b"),
            ("- x", r"\- x"),
            ("1. x 2. y", r"1\. x 2. y"),
            ("12) x", r"12\) x"),
            ("> x", r"\> x"),
            ("-", r"\-"),
            ("-12.5", "-12.5"),
            ("v1.2-a", "v1.2-a"),
            ("1.25", "1.25"),
            (".5", ".5"),
        ] {
            assert_eq!(escape(text), escaped);
        }
    }
}

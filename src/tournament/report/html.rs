//! Prints reports as HTML pages.

use super::document::{Block, Document, Replays, Table, clean};
use crate::page::replay::{self, ReplayGame};

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;\
overflow-wrap:anywhere;\
color:#222;background:#fff}\
h1,h2{line-height:1.2}h2{margin-top:2rem}\
.wide{overflow-x:auto;overflow-wrap:normal}\
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\
th,td{padding:.2rem .5rem;border-bottom:1px solid #8884;text-align:right;white-space:nowrap}\
.text{text-align:left;white-space:normal}td.text{min-width:2rem;max-width:24rem}\
th.text{white-space:nowrap}\
figure{margin:1rem 0}\
.turns{display:grid;grid-template-columns:3rem minmax(0,1fr) minmax(0,1fr);column-gap:.5rem;\
max-height:24rem;padding:0;list-style:none}.move-number{text-align:right}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1d}}";

impl Document {
    /// Returns the report as a self-contained HTML page, which is also well-formed XML. Its
    /// script only replays games.
    pub fn html(&self) -> String {
        write(self)
    }
}

fn write(document: &Document) -> String {
    let title = escape(&document.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\"/>\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n{}</head>\n<body>\n<h1>{title}</h1>\n",
        replay::policy(),
        replay::style()
    );
    for block in &document.blocks {
        page.push_str(&match block {
            Block::Heading(text) => format!("<h2>{}</h2>\n", escape(text)),
            Block::Text(text) => format!("<p>{}</p>\n", escape(text)),
            Block::List(items) => {
                let items: String = items
                    .iter()
                    .map(|item| format!("<li>{}</li>\n", escape(item)))
                    .collect();
                format!("<ul>\n{items}</ul>\n")
            }
            Block::Table(table) => write_table(table),
            Block::Plot(plot) => format!("<figure>\n{}</figure>\n", plot.svg),
            Block::Replays(replays) => write_replays(replays),
        });
    }
    page + &replay::script() + "</body>\n</html>\n"
}

/// Returns the part with the games to replay, which the script shows.
fn write_replays(replays: &Replays) -> String {
    let note = replays.note.iter();
    let note: String = note
        .map(|note| format!("<p>{}</p>\n", escape(note)))
        .collect();
    format!(
        "<div hidden=\"\">\n<h2>Replay</h2>\n{note}{}</div>\n",
        ReplayGame::embed(&replays.games)
    )
}

fn write_table(table: &Table) -> String {
    let row = |cells: &[String], tag: &str| -> String {
        let cells = cells.iter().enumerate().map(|(column, cell)| {
            let class = if column < table.text_columns {
                " class=\"text\""
            } else {
                ""
            };
            format!("<{tag}{class}>{}</{tag}>", escape(cell))
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = table.rows.iter().map(|cells| row(cells, "td")).collect();
    let head = row(&table.head, "th");
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table>\n<thead>\n{head}</thead>\n<tbody>\n{rows}</tbody>\n\
         </table></div>\n"
    )
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in clean(text) {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

//! Prints reports as HTML pages.

use maud::{DOCTYPE, Markup, PreEscaped, html};

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
        let title = clean(&self.title);
        let page = html! {
            (DOCTYPE)
            "\n"
            html lang="en" {
                head {
                    "\n"
                    (replay::head(&title, STYLE))
                }
                "\n"
                body {
                    "\n"
                    h1 { (title) }
                    @for block in &self.blocks {
                        "\n"
                        (block_element(block))
                    }
                    "\n"
                    (replay::script())
                }
            }
            "\n"
        };
        page.into_string()
    }
}

fn block_element(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Heading(text) => h2 { (clean(text)) },
            Block::Text(text) => p { (clean(text)) },
            Block::List(items) => ul {
                @for item in items {
                    "\n"
                    li { (clean(item)) }
                }
            },
            Block::Table(table) => (table_element(table)),
            Block::Plot(plot) => figure {
                "\n"
                (PreEscaped(&plot.svg))
            },
            Block::Replays(replays) => (replays_element(replays)),
        }
    }
}

/// Returns the section of games to replay, which is hidden until the script runs.
fn replays_element(replays: &Replays) -> Markup {
    html! {
        div hidden="" {
            h2 { "Replay" }
            @if let Some(note) = &replays.note {
                p { (clean(note)) }
            }
            (ReplayGame::embed(&replays.games))
        }
    }
}

fn table_element(table: &Table) -> Markup {
    let class = |column: usize| (column < table.text_columns).then_some("text");
    html! {
        div.wide tabindex="0" {
            table {
                "\n"
                thead {
                    tr {
                        @for (column, cell) in table.head.iter().enumerate() {
                            th class=[class(column)] { (clean(cell)) }
                        }
                    }
                }
                "\n"
                tbody {
                    @for cells in &table.rows {
                        "\n"
                        tr {
                            @for (column, cell) in cells.iter().enumerate() {
                                td class=[class(column)] { (clean(cell)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

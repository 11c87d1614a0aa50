//! Formats analysed games as a self-contained HTML page, which loads nothing and follows the
//! reader's choice of a light or dark theme. Its script replays the games and marks the
//! current turn on the graph.
//!
//! A page consists of sections, one for each game, so that the page of a large file can
//! be written while the games are being analysed.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::format;
use super::game::{GameAnalysis, MistakeCounts, TurnAnalysis};
use super::graph::Graph;
use super::mistake::Severity;
use crate::base::Color;
use crate::diagram::board::{SvgOptions, svg};
use crate::files::game_file::FileGame;
use crate::page::replay::{self, ReplayGame};
use crate::rules::shatra::Numbering;
use crate::util::text::printable;
use crate::util::version::version_and_commit;

/// The style sheet of the page.
const STYLE: &str = include_str!("page.css");
/// The width of a picture of the board, in pixels.
const BOARD_WIDTH: u32 = 260;
/// The severities that the table counts, with the headings of their columns.
const MISTAKE_COLUMNS: [(Severity, &str); 3] = [
    (Severity::Inaccuracy, "inaccuracies"),
    (Severity::Mistake, "mistakes"),
    (Severity::Blunder, "blunders"),
];

/// Returns the beginning of a page.
pub fn head() -> String {
    let head = html! {
        (DOCTYPE)
        (replay::head("Analysed games", STYLE))
        meta name="color-scheme" content="light dark";
    };
    head.into_string() + "\n"
}

/// Returns the end of a page.
pub fn foot() -> String {
    let foot = html! {
        footer {
            "Analysed by Batyr " (version_and_commit()) ". Scores are from White's point of "
            "view, in shatras or, on the chessboard, pawns; +#3: White wins in three moves, "
            "-#3: Black wins in three moves."
        }
        "\n"
        (replay::script())
    };
    foot.into_string()
}

/// Returns the section for one game; `number` identifies the game on the page.
pub fn game(number: u64, game: &FileGame, analysis: &GameAnalysis) -> String {
    let is_known = |value: &&str| value.contains(char::is_alphanumeric);
    let tag = |name| game.tags.get(name).filter(is_known);
    let name = |name, default| printable(tag(name).unwrap_or(default));
    let tags = ["Event", "Site", "Date", "Round"]
        .into_iter()
        .filter_map(tag);
    let details = tags.chain([game.variant().name()]).map(printable);
    let details: Vec<String> = details.collect();
    let markup = html! {
        article id={ "g" (number) } {
            header {
                h1 {
                    (name("White", "White")) " – " (name("Black", "Black"))
                    span.result { (game.result.text()) }
                }
                p.facts { (details.join(" · ")) }
                @if !analysis.complete {
                    p.facts { "The analysis was interrupted: earlier turns were not analysed." }
                }
            }
            (graph_figure(analysis))
            (mistake_table(analysis))
            div {
                (ReplayGame::embed(&[ReplayGame::new(game.record())]))
                (turn_list(number, analysis))
            }
            @for turn in analysis.turns.iter().filter(|turn| turn.mark.is_some()) {
                (mistake_section(number, game, turn))
            }
        }
    };
    markup.into_string() + "\n"
}

/// Returns the graph, with the data by which the script locates a turn on it.
fn graph_figure(analysis: &GameAnalysis) -> Markup {
    let Graph { svg, plies, shares } = Graph::new(analysis);
    html! {
        figure data-plies={ (plies.0) " " (plies.1) } data-shares={ (shares.0) " " (shares.1) } {
            (PreEscaped(svg))
        }
    }
}

/// Returns a table with both sides' counts of mistakes.
fn mistake_table(analysis: &GameAnalysis) -> Markup {
    let row = |name: &str, counts: &MistakeCounts| {
        html! {
            tr {
                th scope="row" { (name) }
                td { (counts.inaccuracies) }
                td { (counts.mistakes) }
                td { (counts.blunders) }
                td { (format!("{:.1} %", counts.mean_loss / 10.0)) }
            }
        }
    };
    html! {
        table.sums {
            thead {
                tr {
                    th {}
                    @for (severity, name) in MISTAKE_COLUMNS {
                        th scope="col" class=(class(severity)) { (name) }
                    }
                    th scope="col" { "average loss per turn" }
                }
            }
            tbody {
                (row("White", &analysis.white))
                (row("Black", &analysis.black))
            }
        }
    }
}

/// Returns the list of all turns; each marked turn links to its section.
fn turn_list(number: u64, analysis: &GameAnalysis) -> Markup {
    html! {
        ol.turns {
            @for (index, turn) in analysis.turns.iter().enumerate() {
                @if turn.side == Color::White || index == 0 {
                    li.move-number { (turn.number) "." }
                }
                @if turn.side == Color::Black && index == 0 {
                    li { "…" }
                }
                li { (turn_entry(number, turn)) }
            }
        }
    }
}

fn turn_entry(number: u64, turn: &TurnAnalysis) -> Markup {
    let score = format::best_and_played(turn).1;
    html! {
        @match turn.mark {
            Some(severity) => a href={ "#g" (number) "m" (turn.ply) } class=(class(severity))
                data-ply=(turn.ply) {
                (turn.turn) (severity.symbol())
            },
            None => span data-ply=(turn.ply) { (turn.turn) },
        }
        small { (score) }
    }
}

/// Returns the section on a marked turn, with a picture of the board before it: the
/// played turn is highlighted, and arrows show the better one.
fn mistake_section(number: u64, game: &FileGame, turn: &TurnAnalysis) -> Markup {
    let Some(severity) = turn.mark else {
        return Markup::default();
    };
    let (best, played) = format::best_and_played(turn);
    html! {
        section id={ "g" (number) "m" (turn.ply) } class=(class(severity)) {
            (PreEscaped(board(game, turn)))
            div {
                h2 {
                    (format::move_number(turn)) " " (turn.turn) (severity.symbol())
                    span.mark { (severity.name()) }
                }
                p { "The score went from " b { (best) } " to " b { (played) } "." }
                @if !turn.better.is_empty() {
                    p { "Better: " span.line { (format::better_line(turn).join(" ")) } }
                }
                p { a href={ "#g" (number) } { "Back to the graph" } }
            }
        }
    }
}

fn board(game: &FileGame, turn: &TurnAnalysis) -> String {
    let before = game.record_before(turn.ply - 1);
    let played = game.turns().get(turn.ply - 1);
    let better = turn.better.first();
    let better = better.and_then(|text| before.read_turn(text, Numbering::Official).ok());
    let squares = better.map_or_else(Vec::new, |better| better.path);
    let options = SvgOptions {
        width: BOARD_WIDTH,
        last_turn: played.map_or_else(Vec::new, |played| played.played().path.clone()),
        arrows: squares
            .windows(2)
            .filter_map(|pair| Some((*pair.first()?, *pair.last()?)))
            .collect(),
        ..SvgOptions::default()
    };
    svg(&before, &options)
}

/// Returns the CSS class of the elements about a mistake.
fn class(severity: Severity) -> String {
    severity.name().to_lowercase()
}

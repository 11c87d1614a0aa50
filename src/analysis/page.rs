//! A self-contained page of analysed games: no script, no font and no picture
//! from elsewhere. It follows the reader's choice of light or dark.
//!
//! A page is made in pieces, one for each game, so that a file of many games is
//! written as it is analysed.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::game::{GameAnalysis, MoveAnalysis, Tally};
use super::graph::graph;
use super::judgement::Mark;
use super::{Side, wording};
use crate::diagram::board::{SvgOptions, svg};
use crate::files::game_file::FileGame;

const STYLE: &str = include_str!("page.css");
/// The width of a picture of the board, in pixels.
const BOARD: u32 = 260;

/// Returns the beginning of a page.
pub fn head() -> String {
    let head = html! {
        (DOCTYPE)
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta name="color-scheme" content="light dark";
        title { "Shatra games, analysed" }
        style { (PreEscaped(STYLE)) }
    };
    head.into_string() + "\n"
}

/// Returns the end of a page.
pub fn foot() -> String {
    let foot = html! {
        footer {
            "Analysed by Batyr " (env!("CARGO_PKG_VERSION")) ". Scores are White's, in shatras; "
            "#3 is an end in three own moves."
        }
    };
    foot.into_string() + "\n"
}

/// Returns the piece for one game; `number` identifies the game on the page.
pub fn game(number: u64, game: &FileGame, analysis: &GameAnalysis) -> String {
    let tag = |name| game.tags.get(name).filter(|value| !value.contains('?'));
    let name = |name, default| tag(name).unwrap_or(default).to_owned();
    let facts = ["Event", "Site", "Date", "Round"]
        .into_iter()
        .filter_map(tag);
    let facts: Vec<&str> = facts.chain([game.variant().name()]).collect();
    let markup = html! {
        article id={ "g" (number) } {
            header {
                h1 {
                    (name("White", "White")) " – " (name("Black", "Black"))
                    span.result { (game.result.text()) }
                }
                p.facts { (facts.join(" · ")) }
                @if !analysis.complete {
                    p.facts { "The analysis was broken off; it begins where it got to." }
                }
            }
            figure { (PreEscaped(graph(analysis))) }
            (sums(analysis))
            (list(number, analysis))
            @for turn in analysis.moves.iter().filter(|turn| turn.mark.is_some()) {
                (mistake(number, game, turn))
            }
        }
    };
    markup.into_string() + "\n"
}

/// Returns a table of the mistakes of both sides.
fn sums(analysis: &GameAnalysis) -> Markup {
    let row = |name: &str, tally: &Tally| {
        html! {
            tr {
                th scope="row" { (name) }
                td { (tally.inaccuracies) }
                td { (tally.mistakes) }
                td { (tally.blunders) }
                td { (format!("{:.1} %", tally.mean_loss / 10.0)) }
            }
        }
    };
    html! {
        table.sums {
            thead {
                tr {
                    th {}
                    @for mark in Mark::ALL {
                        th scope="col" class=(class(mark)) { (plural(mark)) }
                    }
                    th scope="col" { "lost a turn" }
                }
            }
            tbody {
                (row("White", &analysis.white))
                (row("Black", &analysis.black))
            }
        }
    }
}

/// Returns the list of all turns, with links from the marked ones to their
/// sections.
fn list(number: u64, analysis: &GameAnalysis) -> Markup {
    html! {
        ol.turns {
            @for (place, turn) in analysis.moves.iter().enumerate() {
                @if turn.side == Side::White || place == 0 {
                    li.number { (turn.number) "." }
                }
                @if turn.side == Side::Black && place == 0 {
                    li { "…" }
                }
                li { (entry(number, turn)) }
            }
        }
    }
}

fn entry(number: u64, turn: &MoveAnalysis) -> Markup {
    let score = wording::scores(turn).1;
    html! {
        @match turn.mark {
            Some(mark) => a href={ "#g" (number) "m" (turn.ply) } class=(class(mark)) {
                (turn.turn) (mark.sign())
            },
            None => span { (turn.turn) },
        }
        small { (score) }
    }
}

/// Returns the section on a marked turn, with the board before it: the turn played
/// is highlighted, and an arrow shows the better one.
fn mistake(number: u64, game: &FileGame, turn: &MoveAnalysis) -> Markup {
    let Some(mark) = turn.mark else {
        return Markup::default();
    };
    let (best, played) = wording::scores(turn);
    html! {
        section id={ "g" (number) "m" (turn.ply) } class=(class(mark)) {
            (PreEscaped(board(game, turn)))
            div {
                h2 {
                    (wording::number(turn)) " " (turn.turn) (mark.sign())
                    span.mark { (mark.name()) }
                }
                p { "The score went from " b { (best) } " to " b { (played) } "." }
                @if !turn.better.is_empty() {
                    p { "Better: " span.line { (wording::better(turn).join(" ")) } }
                }
                p { a href={ "#g" (number) } { "to the graph" } }
            }
        }
    }
}

fn board(game: &FileGame, turn: &MoveAnalysis) -> String {
    let before = game.record_before(turn.ply - 1);
    let played = game.turns().get(turn.ply - 1);
    let mut better = before.clone();
    let numbering = crate::rules::shatra::Numbering::Official;
    let is_known = turn
        .better
        .first()
        .is_some_and(|text| better.play(text, numbering).is_ok());
    let path = better.turns().last().filter(|_| is_known);
    let steps = path.map_or(&[][..], |path| &path.squares);
    let options = SvgOptions {
        width: BOARD,
        last_turn: played.map_or_else(Vec::new, |played| played.played().squares.clone()),
        arrows: steps
            .windows(2)
            .filter_map(|step| Some((*step.first()?, *step.last()?)))
            .collect(),
        ..SvgOptions::default()
    };
    svg(&before, &options)
}

const fn class(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "inaccuracy",
        Mark::Mistake => "mistake",
        Mark::Blunder => "blunder",
    }
}

const fn plural(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "inaccuracies",
        Mark::Mistake => "mistakes",
        Mark::Blunder => "blunders",
    }
}

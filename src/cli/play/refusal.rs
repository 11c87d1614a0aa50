//! Says why a turn is refused, in the user's language.

use super::view::View;
use crate::game::Variant;
use crate::page::Texts;
use crate::rules::{TurnError, TurnFault};

/// The number of legal turns that are named as examples.
const EXAMPLES: usize = 6;

/// Returns the sentence for a turn that was refused; `turns` are the legal ones. An error in
/// the text itself is described by the parser, in English.
pub fn refusal(
    error: &TurnError,
    variant: Variant,
    view: &View,
    turns: &[String],
    texts: &Texts,
) -> String {
    let turn = format!("{:?}", error.text);
    match &error.fault {
        TurnFault::Illegal { reason, .. } => {
            let reason = reason.as_ref().map(|reason| reason.reason());
            let mover = reason.and_then(|reason| reason.mover());
            let mover = mover.map(|square| view.shown_turn(&variant.square_name(square)));
            let squares = reason.map(|reason| reason.squares()).unwrap_or_default();
            let names = squares
                .into_iter()
                .map(|square| variant.square_name(square));
            let names: Vec<_> = names.map(|name| view.shown_turn(&name)).collect();
            let [from, to] = [0, 1].map(|at| names.get(at).cloned().unwrap_or_default());
            let key = format!("why.{}", reason.map_or("illegal", |reason| reason.word()));
            let squares = names.join(", ");
            let reason = texts.fill(&key, &[("squares", &squares), ("from", &from), ("to", &to)]);
            let sentence = texts.fill("terminal.illegal", &[("turn", &turn), ("reason", &reason)]);
            let own = turns_from(turns, mover.as_deref());
            let turns = if own.is_empty() { turns } else { &own };
            format!("{sentence} {}", examples(turns, texts))
        }
        TurnFault::Ambiguous { candidates } => texts.fill(
            "terminal.ambiguous",
            &[("turn", &turn), ("turns", candidates)],
        ),
        TurnFault::Syntax { .. } => error.to_string(),
    }
}

/// Returns the turns that start from a square.
fn turns_from(turns: &[String], square: Option<&str>) -> Vec<String> {
    let Some(square) = square else {
        return Vec::new();
    };
    // On a board whose squares are numbered, 1 is not the start of 12.
    let starts_there = |turn: &&String| {
        turn.strip_prefix(square).is_some_and(|rest| {
            !(square.ends_with(|last: char| last.is_ascii_digit())
                && rest.starts_with(|next: char| next.is_ascii_digit()))
        })
    };
    turns.iter().filter(starts_there).cloned().collect()
}

/// Names the first legal turns.
fn examples(turns: &[String], texts: &Texts) -> String {
    let key = match turns.iter().all(|turn| turn.contains(':')) {
        true => "terminal.illegal-captures",
        false => "terminal.illegal-turns",
    };
    let examples = turns.iter().take(EXAMPLES).cloned();
    let mut list = examples.collect::<Vec<_>>().join(", ");
    if turns.len() > EXAMPLES {
        list += ", …";
    }
    texts.fill(key, &[("turns", &list)])
}

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
            format!("{sentence} {}", examples(turns, texts))
        }
        TurnFault::Ambiguous { candidates } => texts.fill(
            "terminal.ambiguous",
            &[("turn", &turn), ("turns", candidates)],
        ),
        TurnFault::Syntax { .. } => error.to_string(),
    }
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

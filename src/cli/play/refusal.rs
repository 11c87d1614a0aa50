//! Says why a turn is refused, in the user's language.

use super::game::Game;
use super::view::View;
use crate::game::TurnDetails;
use crate::page::{Place, Texts};
use crate::rules::{TurnError, TurnFault};
use crate::util::text::quoted;

/// The maximum number of legal turns listed as examples.
const EXAMPLES: usize = 6;

/// Returns the message about a refused turn. An error in the text itself is described
/// by the parser, in English.
pub fn message(error: &TurnError, game: &Game, view: &View, texts: &Texts) -> String {
    let turn = quoted(&error.text);
    let reason = match &error.fault {
        TurnFault::Syntax { .. } => return error.to_string(),
        TurnFault::Ambiguous { candidates } => {
            let places: [Place<'_>; 2] = [("turn", &turn), ("turns", candidates)];
            return texts.fill("terminal.ambiguous", &places);
        }
        TurnFault::Illegal { reason, .. } => reason.as_ref().map(|reason| reason.reason),
    };
    let squares = reason.map(|reason| reason.squares()).unwrap_or_default();
    let shown = |from: usize, to: usize| {
        let squares = squares.iter().copied().take(to).skip(from);
        view.shown_squares(game.record().variant(), squares, ", ")
    };
    let key = format!("why.{}", reason.map_or("illegal", |reason| reason.word()));
    let (all, from, to) = (shown(0, usize::MAX), shown(0, 1), shown(1, 2));
    let places: [Place<'_>; 3] = [("squares", &all), ("from", &from), ("to", &to)];
    let reason_text = texts.fill(&key, &places);
    let places: [Place<'_>; 2] = [("turn", &turn), ("reason", &reason_text)];
    let message = texts.fill("terminal.illegal", &places);

    let mut turns = game.legal_turns();
    if let Some(mover) = reason.and_then(|reason| reason.mover()) {
        let is_by_mover = |turn: &TurnDetails| turn.path.first() == Some(&mover);
        if turns.iter().any(is_by_mover) {
            turns.retain(is_by_mover);
        }
    }
    let key = match turns.iter().all(|turn| !turn.captures.is_empty()) {
        true => "terminal.illegal-captures",
        false => "terminal.illegal-turns",
    };
    let examples = turns.iter().take(EXAMPLES);
    let examples = examples.map(|turn| view.shown_turn(&turn.text));
    let mut list = examples.collect::<Vec<_>>().join(", ");
    if turns.len() > EXAMPLES {
        list += ", …";
    }
    format!("{message} {}", texts.fill(key, &[("turns", &list)]))
}

//! What the protocol reports about the position of a game: its state, its turns, and why a move
//! is not legal.

use std::ops::ControlFlow;

use batyr_protocol::{
    Explanation, GameScore, GameState, LegalTurn, LegalTurns, PlayedMove, PositionNotation,
    Reserve, TurnEffect, VariantDescription,
};

use crate::game::{GameRecord, GameResult, TurnDetails, Variant};
use crate::rules::shatra::Numbering;
use crate::rules::{TurnError, TurnFault};

/// The maximum number of turns listed. Positions from play have far fewer; artificial ones
/// may have millions.
const MAX_LISTED_TURNS: u64 = 20_000;

/// Returns the description of a variant for chess GUIs, if they need one to play it.
pub fn variant_description(variant: Variant) -> Option<VariantDescription> {
    // XBoard supports Shatranj itself, and Shatra's board is not a rectangle of files and ranks.
    let own = variant.with_batyr_rules();
    (own == Variant::Shatar).then(|| VariantDescription {
        name: own.id().to_owned(),
        files: 8,
        ranks: 8,
        start: GameRecord::new(variant).start_text(),
    })
}

/// Returns the state of a game.
pub fn state(game: &GameRecord) -> GameState {
    let variant = game.variant();
    let outcome = game.outcome();
    let result = outcome.map_or(GameResult::Unfinished, GameResult::from_outcome);
    GameState {
        notation: match variant.is_shatra() {
            true => PositionNotation::Spn,
            false => PositionNotation::Fen,
        },
        position: game.position_text(),
        score: match result {
            GameResult::Unfinished => GameScore::Unfinished,
            GameResult::WhiteWins => GameScore::WhiteWins,
            GameResult::BlackWins => GameScore::BlackWins,
            GameResult::Draw => GameScore::Draw,
        },
        reason: outcome.map(|outcome| outcome.word().to_owned()),
        reserves: game.reserves().map(|reserves| {
            reserves.map(|reserve| Reserve {
                men: reserve.men,
                next: reserve.next.map(|square| variant.square_name(square)),
            })
        }),
        turns: legal_turns(game, MAX_LISTED_TURNS),
    }
}

/// Returns the legal turns, without a list if there are more than `max_listed`.
fn legal_turns(game: &GameRecord, max_listed: u64) -> LegalTurns {
    let count = game.count_turns();
    let mut listed = Vec::new();
    if count <= max_listed {
        game.for_each_turn(|turn| {
            listed.push(legal_turn(game.variant(), turn));
            ControlFlow::Continue(())
        });
    }
    LegalTurns { count, listed }
}

fn legal_turn(variant: Variant, turn: TurnDetails) -> LegalTurn {
    let captures = turn.captures.into_iter();
    let captures: Vec<String> = captures.map(|square| variant.square_name(square)).collect();
    LegalTurn {
        text: turn.text,
        effect: match captures.is_empty() {
            false => TurnEffect::Capture(captures),
            true if turn.is_drop => TurnEffect::Drop,
            true => TurnEffect::Quiet,
        },
    }
}

/// Returns the turns played since the start of a game.
pub fn moves(game: &GameRecord) -> Vec<PlayedMove> {
    let turns = game.turns().iter();
    turns
        .map(|turn| PlayedMove {
            text: turn.text.clone(),
            file_tokens: turn.file_tokens.clone(),
        })
        .collect()
}

/// Returns why a move is not legal, or that it is legal.
///
/// # Errors
/// Returns an error if the text is not a move.
pub fn explanation(
    game: &GameRecord,
    text: &str,
    numbering: Numbering,
) -> Result<Explanation, TurnError> {
    let (word, squares) = match game.read_turn(text, numbering) {
        Ok(_) => ("legal", Vec::new()),
        Err(error) => match &error.fault {
            TurnFault::Syntax { .. } => return Err(error),
            TurnFault::Ambiguous { .. } => ("ambiguous", Vec::new()),
            TurnFault::Illegal { reason: None, .. } => ("illegal", Vec::new()),
            TurnFault::Illegal {
                reason: Some(reason),
                ..
            } => (reason.reason.word(), reason.reason.squares()),
        },
    };
    let name = |square| game.variant().square_name(square);
    Ok(Explanation {
        word: word.to_owned(),
        squares: squares.into_iter().map(name).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_turns_are_counted_but_not_listed() {
        let game = GameRecord::new(Variant::Original);
        let all = legal_turns(&game, 33);
        assert_eq!((all.count, all.listed.len()), (33, 33));
        let none = legal_turns(&game, 32);
        assert_eq!((none.count, none.listed.len()), (33, 0));
    }
}

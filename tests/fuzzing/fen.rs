//! FENs of the games on the chess board: each game accepts or rejects them, and games can be played
//! from every accepted position.

use batyr::game::Playable;
use batyr::rules::board8::{Position, RuleSet};
use batyr::rules::shatra::Numbering;
use batyr::rules::{Game, MoveList};

use super::board8_games::for_each_board8_game;
use super::check_message;

/// The number of moves played from each position.
const MOVES_PLAYED: usize = 12;

/// Checks a FEN in each game on the chess board.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    for_each_board8_game!(check_game(text));
}

fn check_game<R: RuleSet>(text: &str) {
    match Position::<R>::read(text) {
        Ok(position) => play(position),
        Err(error) => check_message(&error.to_string(), text),
    }
}

/// Plays moves from a position, and checks the texts and the moves of each position on the way.
fn play<R: RuleSet>(mut position: Position<R>) {
    for ply in 0..MOVES_PLAYED {
        let text = position.to_string();
        assert_eq!(Position::read(&text), Ok(position), "{text}");
        assert_eq!(position.exchanged().exchanged(), position, "{text}");
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        assert_eq!(moves.len() as u64, position.count(), "{text}");
        assert_eq!(moves.is_empty(), !position.has_move(), "{text}");
        let Some(&chosen) = moves.get((ply * 7) % moves.len().max(1)) else {
            assert!(position.board_outcome().is_some(), "{text}");
            return;
        };
        for move_text in [position.move_text(chosen), position.san(chosen)] {
            let parsed = position.read_turn(&move_text, Numbering::Official);
            assert_eq!(
                parsed.map(|(turn, _)| turn),
                Ok(chosen),
                "{text}: {move_text}"
            );
        }
        position.play(chosen);
    }
}

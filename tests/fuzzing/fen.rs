//! Position texts of the chess board: each game accepts or rejects them, and
//! every accepted position can be played.

use batyr::game::Playable;
use batyr::rules::board8::{Position, Rules};
use batyr::rules::shatra::Numbering;
use batyr::rules::{Game, MoveList};

use super::board8_games::for_each_board8_game;
use super::check_message;

/// The number of moves played from a position.
const MOVES_PLAYED: usize = 12;

pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    for_each_board8_game!(check_game(text));
}

fn check_game<R: Rules>(text: &str) {
    match Position::<R>::read(text) {
        Ok(position) => play(position),
        Err(error) => check_message(&error.to_string(), text),
    }
}

/// Plays on, each time with another index into the list of moves.
fn play<R: Rules>(mut position: Position<R>) {
    for ply in 0..MOVES_PLAYED {
        let text = position.to_string();
        assert_eq!(Position::read(&text), Ok(position), "{text}");
        assert_eq!(position.exchanged().exchanged(), position, "{text}");
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        assert_eq!(moves.len() as u64, position.count(), "{text}");
        assert_eq!(moves.is_empty(), !position.has_move(), "{text}");
        let Some(&mv) = moves.get((ply * 7) % moves.len().max(1)) else {
            assert!(position.board_outcome().is_some(), "{text}");
            return;
        };
        for name in [position.move_text(mv), position.san(mv)] {
            let read = position.read_turn(&name, Numbering::Official);
            assert_eq!(read.map(|(read, _)| read), Ok(mv), "{text}: {name}");
        }
        position.play(mv);
    }
}

//! Texts of turns, checked against positions of every kind.

use std::collections::HashSet;
use std::sync::LazyLock;

use batyr::rules::MoveList;
use batyr::rules::shatra::{Numbering, Position, RuleSet, Turn};

use super::any::{AnyPosition, with_position};
use super::check_message;

/// The positions, one to a line: `rule set ; SPN`.
const POSITIONS: &str = include_str!("positions.txt");

/// The maximum length, in characters, of the part of a text that a message
/// quotes.
const MAX_QUOTED: usize = 80;

struct Board {
    position: AnyPosition,
    legal: HashSet<Turn>,
}

static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let boards = lines.map(|line| {
        let (id, spn) = line.split_once(" ; ").expect("a rule set and a position");
        let position = AnyPosition::read(id, spn).unwrap_or_else(|e| panic!("{line}: {e}"));
        let mut legal = MoveList::new();
        with_position!(&position, p => p.legal_turns(&mut legal));
        let legal = legal.iter().copied().collect();
        Board { position, legal }
    });
    boards.collect()
});

/// The first byte selects the position; the rest is the text.
pub fn check(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = str::from_utf8(text) else {
        return;
    };
    let board = &BOARDS[usize::from(choice) % BOARDS.len()];
    for numbering in [Numbering::Official, Numbering::Spn] {
        with_position!(&board.position, p => check_text(p, &board.legal, text, numbering));
    }
}

fn check_text<R: RuleSet>(
    position: &Position<R>,
    legal: &HashSet<Turn>,
    text: &str,
    numbering: Numbering,
) {
    let turn = match position.parse_turn(text, numbering) {
        Ok(turn) => turn,
        Err(error) => {
            let message = error.to_string();
            check_message(&message, text);
            let start: String = text.chars().take(MAX_QUOTED).collect();
            // Characters that a terminal would act on are shown as
            // escapes.
            let is_plain = |c: char| c == ' ' || c.is_ascii_graphic();
            let is_quoted = start
                .split(|c| !is_plain(c))
                .all(|run| message.contains(run));
            let is_safe = !message.contains(char::is_control);
            assert!(is_quoted && is_safe, "{text:?}: {message}");
            let is_escaped_twice = !text.contains('\\') && message.contains("\\\\u{");
            assert!(!is_escaped_twice, "{message}");
            return;
        }
    };
    assert!(legal.contains(&turn), "{position}: {text:?} gave {turn:?}");
    let printed = position.turn_text(turn);
    let again = position.parse_turn(&printed, numbering);
    assert_eq!(again, Ok(turn), "{position}: {text:?}, {printed}");
    check_without_signs(position, turn, &printed, numbering);
    assert!(
        !position.step_texts(turn).is_empty(),
        "{position}: {text:?}"
    );
}

/// Checks that a turn without its signs reads as itself, unless a turn of the
/// other kind visits the same squares.
fn check_without_signs<R: RuleSet>(
    position: &Position<R>,
    turn: Turn,
    printed: &str,
    numbering: Numbering,
) {
    let bare = printed.replace(['-', ':'], "");
    let other_sign = if printed.contains(':') {
        printed.replace(':', "-")
    } else {
        printed.replace('-', ":")
    };
    match position.parse_turn(&bare, numbering) {
        Ok(read) => assert_eq!(read, turn, "{position}: {bare}"),
        Err(error) => {
            let twin = position.parse_turn(&other_sign, numbering);
            assert!(twin.is_ok() && twin != Ok(turn), "{position}: {error}");
        }
    }
}

//! The notation of turns: a text is rejected, or names a legal turn whose text parses again.

use std::collections::HashSet;
use std::sync::LazyLock;

use batyr::rules::shatra::{Numbering, Position, RuleSet, Turn};
use batyr::rules::{Game, MoveList};

use super::any::{AnyPosition, with_position};
use super::check_message;

/// The positions, one per line: `rule set ; SPN`.
const POSITIONS: &str = include_str!("positions.txt");

/// The maximum number of characters of an invalid text that an error message quotes.
const MAX_QUOTED_CHARS: usize = 80;

/// A position with its legal turns.
struct PositionWithTurns {
    position: AnyPosition,
    legal: HashSet<Turn>,
}

static PARSED_POSITIONS: LazyLock<Vec<PositionWithTurns>> = LazyLock::new(|| {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let positions = lines.map(|line| {
        let (id, spn) = line.split_once(" ; ").expect("a rule set and a position");
        let position = AnyPosition::parse(id, spn).unwrap_or_else(|e| panic!("{line}: {e}"));
        let mut legal = MoveList::new();
        with_position!(&position, p => p.generate(&mut legal));
        let legal = legal.iter().copied().collect();
        PositionWithTurns { position, legal }
    });
    positions.collect()
});

/// Checks a text in one of the positions. The first byte selects the position, and the others are
/// the text.
pub fn check(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = str::from_utf8(text) else {
        return;
    };
    let chosen = &PARSED_POSITIONS[usize::from(choice) % PARSED_POSITIONS.len()];
    for numbering in [Numbering::Official, Numbering::Spn] {
        with_position!(&chosen.position, p => check_text(p, &chosen.legal, text, numbering));
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
            let start: String = text.chars().take(MAX_QUOTED_CHARS).collect();
            // Control characters, which a terminal would interpret, must be escaped.
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
    assert!(
        legal.contains(&turn),
        "{position}: {text:?} was parsed as {turn:?}"
    );
    let printed = position.turn_text(turn);
    let again = position.parse_turn(&printed, numbering);
    assert_eq!(again, Ok(turn), "{position}: {text:?}, {printed}");
    check_without_separators(position, turn, &printed, numbering);
    assert!(
        !position.step_texts(turn).is_empty(),
        "{position}: {text:?}"
    );
}

/// Checks that a turn's text without separators is parsed as the same turn, unless another turn has
/// the same squares but the other separator.
fn check_without_separators<R: RuleSet>(
    position: &Position<R>,
    turn: Turn,
    printed: &str,
    numbering: Numbering,
) {
    let without_separators = printed.replace(['-', ':'], "");
    let with_other_separator = if printed.contains(':') {
        printed.replace(':', "-")
    } else {
        printed.replace('-', ":")
    };
    match position.parse_turn(&without_separators, numbering) {
        Ok(parsed) => assert_eq!(parsed, turn, "{position}: {without_separators}"),
        Err(error) => {
            let other_turn = position.parse_turn(&with_other_separator, numbering);
            assert!(
                other_turn.is_ok() && other_turn != Ok(turn),
                "{position}: {error}"
            );
        }
    }
}

//! Parses the arguments of the commands that take a position: `position` and
//! `probe`.

use nom::Parser;

use super::PositionStart;
use crate::{
    text::{any_keyword, phrase, word},
    warning::{Expected, Warnings},
};

const STARTS: &[&str] = &["startpos", "fen", "spn"];
const MOVES: &[&str] = &["moves"];

/// The starting point of a position, and the moves played from there.
pub(super) type PositionParts = (PositionStart, Vec<String>);

/// Parses the arguments; returns `None` if they do not form a position. Every word after
/// `moves` is treated as a move; the backend refuses a position with an illegal move.
pub(super) fn parse(args: &str, warnings: &mut Warnings) -> Option<PositionParts> {
    let (mut rest, start) = start(args, warnings)?;
    let mut moves = Vec::new();
    let mut in_moves = false;
    while let Ok((after, found)) = word(rest) {
        match found {
            "moves" if !in_moves => in_moves = true,
            // A misplaced word may hide moves that the host has made. It is better to
            // have no position than one that differs from the host's.
            "moves" => {
                warnings.unexpected(found, Expected::Move);
                return None;
            }
            _ if in_moves => moves.push(found.to_owned()),
            _ => {
                warnings.unexpected(found, Expected::OneOf(MOVES));
                return None;
            }
        }
        rest = after;
    }
    Some((start, moves))
}

/// Parses the starting point, and returns it with the rest of the line.
fn start<'a>(args: &'a str, warnings: &mut Warnings) -> Option<(&'a str, PositionStart)> {
    let mut rest = args;
    loop {
        match any_keyword(STARTS).parse(rest) {
            Ok((after, "startpos")) => return Some((after, PositionStart::StartPos)),
            Ok((after, key)) => {
                let (after, text) = phrase(after, MOVES);
                if text.is_empty() {
                    warnings.missing_value(key, Expected::Text);
                    return None;
                }
                return Some((after, PositionStart::Text(text)));
            }
            Err(_) => {}
        }
        match word(rest) {
            // Moves without a starting point do not make a position.
            Ok((_, "moves")) | Err(_) => break,
            Ok((after, junk)) => {
                warnings.unexpected(junk, Expected::OneOf(STARTS));
                rest = after;
            }
        }
    }
    // A warning about a skipped word already says what was expected.
    if warnings.is_empty() {
        warnings.missing_argument(Expected::OneOf(STARTS));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Dialect, Parsed};

    fn parse(args: &str) -> Parsed<Command> {
        Command::parse(Dialect::Uci, &format!("position {args}"))
    }

    fn position(start: PositionStart, moves: &[&str]) -> Option<Command> {
        let moves = moves.iter().map(|m| (*m).to_owned()).collect();
        Some(Command::Position { start, moves })
    }

    #[test]
    fn every_form_of_starting_point_is_parsed() {
        let spn = || PositionStart::Text("9/K/7 w Tt - - - 1".into());
        let start = || PositionStart::StartPos;
        assert_eq!(parse("startpos").value, position(start(), &[]));
        assert_eq!(parse("startpos moves").value, position(start(), &[]));
        assert_eq!(parse("spn 9/K/7  w Tt - - - 1").value, position(spn(), &[]));
        let moves = ["d4-d6", "pass", "Kd4-g7"];
        assert_eq!(
            parse("fen 9/K/7 w Tt - - - 1 moves d4-d6 pass Kd4-g7").value,
            position(spn(), &moves)
        );
    }

    #[test]
    fn unknown_words_before_the_starting_point_are_skipped() {
        let parsed = parse("foo startpos moves a1-a2 b1-b2");
        assert_eq!(parsed.warnings.len(), 1);
        assert_eq!(
            parsed.value,
            position(PositionStart::StartPos, &["a1-a2", "b1-b2"])
        );
    }

    #[test]
    fn a_wrong_word_in_place_of_moves_refuses_the_position() {
        for bad in ["startpos move d4-d6", "startpos moves d4-d6 moves c10-c8"] {
            let parsed = parse(bad);
            assert_eq!(parsed.value, Some(Command::BadPosition), "{bad}");
            assert_eq!(parsed.warnings.len(), 1, "{bad}");
        }
    }

    #[test]
    fn a_position_without_a_starting_point_is_refused() {
        for bad in ["", "fen", "spn", "fen moves a1-a2", "moves a1-a2", "foo"] {
            let parsed = parse(bad);
            assert_eq!(parsed.value, Some(Command::BadPosition), "{bad}");
            assert!(!parsed.warnings.is_empty(), "{bad}");
        }
        assert_eq!(Command::parse(Dialect::Uci, "foo").value, None);
    }

    #[test]
    fn startpos_after_fen_is_read_as_a_position_text() {
        assert_eq!(
            parse("fen startpos").value,
            position(PositionStart::Text("startpos".into()), &[])
        );
    }
}

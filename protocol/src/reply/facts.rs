//! The replies about the protocol, a position and game files, which are the same in every
//! dialect: `protocol`, `position`, `result`, `reserve`, `turns`, `moves` and `why`; and the
//! replies named by [`FileAnswer`].
//!
//! The parser accepts only complete lines: one with a missing or superfluous part is
//! [`Reply::Other`], because an incomplete list of turns would mislead.

use super::Reply;
use crate::{
    facts::{
        Explanation, FileAnswer, GameScore, LegalTurn, LegalTurns, PlayedMove, PositionNotation,
        Reserve, TurnEffect,
    },
    text::{number, rest_of_line, with_words},
};

/// The word that stands for an absent square.
const NO_SQUARE: &str = "-";
/// The suffix of a turn that is a drop.
const DROP: &str = "drop";

/// Returns the line for a reply of this module; `None` for any other.
pub(super) fn line(reply: &Reply) -> Option<String> {
    Some(match reply {
        Reply::ProtocolVersion(version) => format!("protocol {version}"),
        Reply::Position { notation, text } => format!("position {} {text}", notation.key()),
        Reply::Result { score, reason } => with_words(format!("result {}", score.text()), reason),
        Reply::Reserves(reserves) => with_words("reserve", reserves.iter().map(reserve)),
        Reply::Turns(turns) => {
            let listed = turns.listed.iter().map(turn);
            with_words(format!("turns {}", turns.count), listed)
        }
        Reply::Moves(moves) => {
            let words = moves.iter().map(played_move);
            with_words(format!("moves {}", moves.len()), words)
        }
        Reply::Why(Explanation { word, squares }) => with_words(format!("why {word}"), squares),
        Reply::GameFile { answer, json } => format!("{} {json}", answer.word()),
        _ => return None,
    })
}

fn reserve(reserve: &Reserve) -> String {
    let next = reserve.next.as_deref().unwrap_or(NO_SQUARE);
    format!("{} {next}", reserve.men)
}

fn turn(turn: &LegalTurn) -> String {
    match &turn.effect {
        TurnEffect::Quiet => turn.text.clone(),
        TurnEffect::Drop => format!("{}/{DROP}", turn.text),
        TurnEffect::Capture(squares) => format!("{}/{}", turn.text, squares.join(",")),
    }
}

fn played_move(played: &PlayedMove) -> String {
    format!("{}/{}", played.text, played.file_tokens.join(","))
}

/// Parses a reply of this module from its first word and the rest; `None` for any other line.
pub(super) fn parse(name: &str, args: &str) -> Option<Reply> {
    let args = rest_of_line(args);
    let answer = FileAnswer::ALL
        .into_iter()
        .find(|answer| answer.word() == name);
    if let Some(answer) = answer {
        let json = args.to_owned();
        let is_object = json.starts_with('{') && json.ends_with('}');
        return is_object.then_some(Reply::GameFile { answer, json });
    }
    let mut words = args.split(' ').filter(|word| !word.is_empty());
    let reply = match name {
        "protocol" => Reply::ProtocolVersion(number(words.next()?)?),
        "position" => {
            let key = words.next()?;
            let is_named = |notation: &PositionNotation| notation.key() == key;
            let notation = PositionNotation::ALL.into_iter().find(is_named)?;
            let text = words.by_ref().collect::<Vec<_>>().join(" ");
            if text.is_empty() {
                return None;
            }
            Reply::Position { notation, text }
        }
        "result" => {
            let text = words.next()?;
            let score = GameScore::ALL
                .into_iter()
                .find(|score| score.text() == text)?;
            let reason = words.next().map(str::to_owned);
            Reply::Result { score, reason }
        }
        "reserve" => {
            let mut side = || {
                Some(Reserve {
                    men: number(words.next()?)?,
                    next: words
                        .next()
                        .map(|word| (word != NO_SQUARE).then(|| word.to_owned()))?,
                })
            };
            Reply::Reserves([side()?, side()?])
        }
        "turns" => {
            let count = number(words.next()?)?;
            let listed = words.by_ref().map(parse_turn).collect::<Option<Vec<_>>>()?;
            let is_whole = listed.is_empty() || listed.len() as u64 == count;
            is_whole.then_some(Reply::Turns(LegalTurns { count, listed }))?
        }
        "moves" => {
            let count: usize = number(words.next()?)?;
            let moves = words.by_ref().map(parse_move).collect::<Option<Vec<_>>>()?;
            (moves.len() == count).then_some(Reply::Moves(moves))?
        }
        "why" => Reply::Why(Explanation {
            word: words.next()?.to_owned(),
            squares: words.by_ref().map(str::to_owned).collect(),
        }),
        _ => return None,
    };
    words.next().is_none().then_some(reply)
}

fn parse_turn(word: &str) -> Option<LegalTurn> {
    let (text, effect) = match word.split_once('/') {
        None => (word, TurnEffect::Quiet),
        Some((text, DROP)) => (text, TurnEffect::Drop),
        Some((text, squares)) => (text, TurnEffect::Capture(parts(squares)?)),
    };
    let text = (!text.is_empty()).then(|| text.to_owned())?;
    Some(LegalTurn { text, effect })
}

fn parse_move(word: &str) -> Option<PlayedMove> {
    let (text, tokens) = word.split_once('/')?;
    Some(PlayedMove {
        text: (!text.is_empty()).then(|| text.to_owned())?,
        file_tokens: parts(tokens)?,
    })
}

/// Splits a list at its commas; `None` if a part is empty.
fn parts(list: &str) -> Option<Vec<String>> {
    let part = |part: &str| (!part.is_empty()).then(|| part.to_owned());
    list.split(',').map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;

    #[test]
    fn lines_about_a_position_are_parsed_and_printed() {
        for text in [
            "protocol 1",
            "position spn 9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1",
            "position fen rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
            "result *",
            "result 1/2-1/2 repetition",
            "reserve 9 c3 8 -",
            "turns 0",
            "turns 3 a5-a6 a5:a7:g7/a6,d7 c3-c5/drop",
            "turns 123456789",
            "moves 2 a5-a6/46-39 c10:c6:a6/13:41,:39",
            "why legal",
            "why must-capture a5 c7",
            "listed {\"offset\":0,\"length\":12}",
            "games {\"bytes\":12}",
            "game {\"turns\":[]}",
            "text {\"text\":\"1. a5-a6  *\"}",
        ] {
            for dialect in Dialect::ALL {
                let reply = Reply::parse(dialect, text).value;
                let is_understood = !matches!(reply, None | Some(Reply::Other(_)));
                assert!(is_understood, "{text}");
                let printed = reply.and_then(|reply| reply.to_line(dialect));
                assert_eq!(printed.as_deref(), Some(text));
            }
        }
    }

    #[test]
    fn a_line_that_is_not_whole_is_not_understood() {
        for text in [
            "protocol",
            "protocol one",
            "position spn",
            "position pgn x",
            "result",
            "result 2-0",
            "result * repetition again",
            "reserve 9 c3 8",
            "reserve 9 c3 8 - 7",
            "turns",
            "turns 2 a5-a6",
            "turns 1 a5:a7/",
            "turns 1 /drop",
            "moves 1",
            "moves 1 a5-a6",
            "why",
            "game {",
            "listed {\"offset\":0,\"len",
        ] {
            let reply = Reply::parse(Dialect::Uci, text).value;
            assert_eq!(reply, Some(Reply::Other(text.to_owned())), "{text}");
        }
    }
}

//! The replies to `book`, which are the same in every dialect: `book none`, or `book position …` and
//! a line `book turn …` for each turn. As with the other facts about a position, a line that is not
//! whole is not understood.

use super::Reply;
use crate::{
    book::{BookEntry, BookLine, BookTurn},
    info::ScoreValue,
    text::{number, rest_of_line},
};

/// The word behind a turn to a position that other orders of turns lead to, too.
const TRANSPOSES: &str = "transposes";

/// Returns a line of the answer.
pub(super) fn line(line: &BookLine) -> String {
    match line {
        BookLine::None => "book none".to_owned(),
        BookLine::Position {
            turns,
            entry,
            nodes,
        } => format!(
            "book position turns {turns} {} nodes {nodes}",
            fields(entry)
        ),
        BookLine::Turn(BookTurn {
            text,
            entry,
            transposes,
        }) => {
            let line = format!("book turn {text} {}", fields(entry));
            match transposes {
                true => format!("{line} {TRANSPOSES}"),
                false => line,
            }
        }
    }
}

fn fields(entry: &BookEntry) -> String {
    let BookEntry {
        score,
        expected,
        doubt,
        depth,
        below,
    } = entry;
    let score = match score {
        ScoreValue::Cp(cp) => format!("cp {cp}"),
        ScoreValue::Mate(moves) => format!("mate {moves}"),
    };
    format!("score {score} expected {expected} doubt {doubt} depth {depth} below {below}")
}

/// Parses the line behind its word `book`; `None` if it is not whole.
pub(super) fn parse(args: &str) -> Option<Reply> {
    let args = rest_of_line(args);
    let mut words = args.split(' ').filter(|word| !word.is_empty());
    let line = match words.next()? {
        "none" => BookLine::None,
        "position" => BookLine::Position {
            turns: keyed(&mut words, "turns")?,
            entry: entry(&mut words)?,
            nodes: keyed(&mut words, "nodes")?,
        },
        "turn" => {
            let text = words.next()?.to_owned();
            let entry = entry(&mut words)?;
            let transposes = match words.next() {
                None => false,
                Some(TRANSPOSES) => true,
                Some(_) => return None,
            };
            BookLine::Turn(BookTurn {
                text,
                entry,
                transposes,
            })
        }
        _ => return None,
    };
    words.next().is_none().then_some(Reply::Book(line))
}

fn entry<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<BookEntry> {
    words.next().filter(|key| *key == "score")?;
    let kind = words.next()?;
    let value = words.next()?.parse().ok()?;
    Some(BookEntry {
        score: match kind {
            "cp" => ScoreValue::Cp(value),
            "mate" => ScoreValue::Mate(value),
            _ => return None,
        },
        expected: keyed(words, "expected")?,
        doubt: keyed(words, "doubt")?,
        depth: keyed(words, "depth")?,
        below: keyed(words, "below")?,
    })
}

fn keyed<'a>(words: &mut impl Iterator<Item = &'a str>, key: &str) -> Option<u32> {
    words.next().filter(|word| *word == key)?;
    number(words.next()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;

    const TURN: &str = "book turn a5:a7:g7 score cp -3 expected 497 doubt 25 depth 10 below 0";

    #[test]
    fn lines_of_a_book_are_parsed_and_printed() {
        for text in [
            "book none",
            "book position turns 33 score cp 12 expected 512 doubt 18 depth 9 below 3120 nodes 50000",
            TURN,
            "book turn e2e4 score mate 1 expected 1000 doubt 0 depth 0 below 0 transposes",
        ] {
            for dialect in Dialect::ALL {
                let reply = Reply::parse(dialect, text).value;
                assert!(matches!(reply, Some(Reply::Book(_))), "{text}");
                let printed = reply.and_then(|reply| reply.to_line(dialect));
                assert_eq!(printed.as_deref(), Some(text));
            }
        }
    }

    #[test]
    fn a_line_that_is_not_whole_is_not_understood() {
        let end = TURN.len();
        let mut lines: Vec<String> =
            vec![format!("{TURN} again"), "book".into(), "book none x".into()];
        lines
            .push("book position turns 1 score cp 12 expected 512 doubt 18 depth 9 below 3".into());
        lines.push(TURN.replace("cp", "win"));
        let cuts = TURN.match_indices(' ').map(|(at, _)| TURN[..at].to_owned());
        lines.extend(cuts);
        assert!(lines.iter().all(|line| line.len() != end));
        for text in lines {
            let reply = Reply::parse(Dialect::Uci, &text).value;
            assert_eq!(reply, Some(Reply::Other(text.clone())), "{text}");
        }
    }
}

//! Reading `info` lines.

use nom::{
    Parser,
    branch::alt,
    combinator::{map, opt},
    sequence::preceded,
};

use crate::{
    info::{Bound, CurrentLine, Info, Score, ScoreValue, Wdl},
    text::{Res, keyword, known, number, plain, rest_of_line, word, words},
    warning::{Expected, Warnings},
};

const KEYS: &[&str] = &[
    "depth",
    "seldepth",
    "multipv",
    "score",
    "wdl",
    "time",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
    "currmove",
    "currmovenumber",
    "refutation",
    "currline",
    "pv",
    "string",
];
const NUMBERS: &[&str] = &[
    "depth",
    "seldepth",
    "multipv",
    "time",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
    "currmovenumber",
];
const LISTS: &[&str] = &["pv", "refutation", "currline"];
const UNITS: &[&str] = &["cp", "mate", "win", "loss"];
const BOUNDS: &[&str] = &["lowerbound", "upperbound"];

/// A piece of the line, as it stands.
enum Clause<'a> {
    Number(&'static str, Option<&'a str>),
    Score(Option<&'static str>, Option<&'a str>, Option<&'static str>),
    Wdl([Option<&'a str>; 3]),
    Move(Option<&'a str>),
    List(&'static str, Vec<String>),
    Text(&'a str),
    Unknown(&'a str),
}

fn clause(input: &str) -> Res<'_, Clause<'_>> {
    let value = |input| opt(plain(KEYS)).parse(input);
    let list = |input| words(input, KEYS);
    alt((
        map((known(NUMBERS), value), |(key, word)| {
            Clause::Number(key, word)
        }),
        map(
            preceded(
                keyword("score"),
                (opt(known(UNITS)), value, opt(known(BOUNDS))),
            ),
            |(unit, word, bound)| Clause::Score(unit, word, bound),
        ),
        map(
            preceded(keyword("wdl"), (value, value, value)),
            |(w, d, l)| Clause::Wdl([w, d, l]),
        ),
        map(preceded(keyword("currmove"), value), Clause::Move),
        map((known(LISTS), |input| Ok(list(input))), |(key, moves)| {
            Clause::List(key, moves)
        }),
        map(
            preceded(keyword("string"), nom::combinator::rest),
            Clause::Text,
        ),
        map(word, Clause::Unknown),
    ))
    .parse(input)
}

pub(super) fn parse(args: &str, warnings: &mut Warnings) -> Info {
    let mut info = Info::default();
    let mut rest = args;
    while let Ok((after, clause)) = clause(rest) {
        match clause {
            Clause::Number(key, word) => numbers(key, word, &mut info, warnings),
            Clause::Score(unit, word, bound) => {
                info.score = score(unit, word, bound, warnings).or(info.score);
            }
            Clause::Wdl(words) => info.wdl = wdl(words, warnings).or(info.wdl),
            Clause::Move(None) => warnings.missing("currmove", Expected::Move),
            Clause::Move(Some(word)) => info.currmove = Some(word.to_owned()),
            Clause::List(key, moves) if moves.is_empty() => warnings.missing(key, Expected::Move),
            Clause::List("pv", moves) => info.pv = moves,
            Clause::List("refutation", moves) => info.refutation = moves,
            Clause::List(_, moves) => info.currline = Some(current_line(moves)),
            Clause::Text(text) => info.string = Some(rest_of_line(text).to_owned()),
            Clause::Unknown(junk) => warnings.unexpected(junk, Expected::OneOf(KEYS)),
        }
        rest = after;
    }
    info
}

fn numbers(key: &'static str, word: Option<&str>, info: &mut Info, warnings: &mut Warnings) {
    match key {
        "depth" => warnings.number(key, word, &mut info.depth),
        "seldepth" => warnings.number(key, word, &mut info.seldepth),
        "multipv" => warnings.number(key, word, &mut info.multipv),
        "time" => warnings.number(key, word, &mut info.time),
        "nodes" => warnings.number(key, word, &mut info.nodes),
        "nps" => warnings.number(key, word, &mut info.nps),
        "hashfull" => warnings.number(key, word, &mut info.hashfull),
        "tbhits" => warnings.number(key, word, &mut info.tbhits),
        "sbhits" => warnings.number(key, word, &mut info.sbhits),
        "cpuload" => warnings.number(key, word, &mut info.cpuload),
        _ => warnings.number(key, word, &mut info.currmovenumber),
    }
}

/// `win n` and `loss n` are USHI's words for `mate n` and `mate -n`.
fn score(
    unit: Option<&'static str>,
    word: Option<&str>,
    bound: Option<&'static str>,
    warnings: &mut Warnings,
) -> Option<Score> {
    let Some(unit) = unit else {
        warnings.missing("score", Expected::OneOf(UNITS));
        return None;
    };
    let mut value = None;
    warnings.number::<i32>("score", word, &mut value);
    let value = match unit {
        "cp" => ScoreValue::Cp(value?),
        "loss" => ScoreValue::Mate(value?.saturating_neg()),
        _ => ScoreValue::Mate(value?),
    };
    let bound = bound.map(|bound| match bound {
        "lowerbound" => Bound::Lower,
        _ => Bound::Upper,
    });
    Some(Score { value, bound })
}

fn wdl(words: [Option<&str>; 3], warnings: &mut Warnings) -> Option<Wdl> {
    let [mut win, mut draw, mut loss] = [None; 3];
    for (word, slot) in words.into_iter().zip([&mut win, &mut draw, &mut loss]) {
        warnings.number::<u16>("wdl", word, slot);
    }
    Some(Wdl {
        win: win?,
        draw: draw?,
        loss: loss?,
    })
}

/// A number in front of the moves is the processor's.
fn current_line(mut moves: Vec<String>) -> CurrentLine {
    let cpu = moves.first().and_then(|word| number(word));
    if cpu.is_some() {
        moves.remove(0);
    }
    CurrentLine { cpu, moves }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Reply};

    fn info(line: &str) -> (Info, usize) {
        let parsed = Reply::parse(Dialect::Uci, &format!("info {line}"));
        match parsed.value {
            Some(Reply::Info(info)) => (*info, parsed.warnings.len()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn fields_in_any_order() {
        let (found, warnings) = info(
            "pv d4-d6 a5:a7 time 5 score mate -3 lowerbound depth 2 currline 1 a1-a2 string x  y",
        );
        assert_eq!(warnings, 0);
        assert_eq!(found.pv, ["d4-d6", "a5:a7"]);
        assert_eq!((found.time, found.depth), (Some(5), Some(2)));
        let lower = Score {
            bound: Some(Bound::Lower),
            ..Score::mate(-3)
        };
        assert_eq!(found.score, Some(lower));
        let current = CurrentLine {
            cpu: Some(1),
            moves: vec!["a1-a2".into()],
        };
        assert_eq!(found.currline, Some(current));
        assert_eq!(found.string.as_deref(), Some("x  y"));
    }

    #[test]
    fn scores_of_ushi() {
        assert_eq!(info("score win 3").0.score, Some(Score::mate(3)));
        assert_eq!(info("score loss 3").0.score, Some(Score::mate(-3)));
    }

    #[test]
    fn broken_fields_are_dropped_alone() {
        let (found, warnings) = info("depth x score cp nodes 7 wdl 1 2 multipv");
        assert_eq!(
            (found.depth, found.score, found.nodes),
            (None, None, Some(7))
        );
        assert_eq!((found.wdl, found.multipv, warnings), (None, None, 4));
    }
}

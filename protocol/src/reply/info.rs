//! Parses `info` lines.

use std::sync::LazyLock;

use nom::Parser;

use super::ucci;
use crate::{
    info::{CurrentLine, EngineScore, InfoLine, ScoreBound, ScoreValue, Wdl},
    text::{Keys, any_keyword, number, number_key, rest_of_line, word, words},
    warning::{Expected, Field, Warnings},
};

/// The argument that a key takes.
enum InfoArgument {
    Number(fn(&mut InfoLine, Field<'_>)),
    List(fn(&mut InfoLine, Vec<String>)),
    Score,
    Wdl,
    Move,
    /// The rest of the line, unchanged.
    Text,
}

static KEYS: LazyLock<Keys<InfoArgument>> = LazyLock::new(|| {
    use InfoArgument::{List, Move, Number, Score, Text, Wdl};
    Keys::new([
        number_key!(Number, depth),
        number_key!(Number, seldepth),
        number_key!(Number, multipv),
        ("score", Score),
        ("wdl", Wdl),
        number_key!(Number, time),
        number_key!(Number, nodes),
        number_key!(Number, nps),
        number_key!(Number, hashfull),
        number_key!(Number, tbhits),
        number_key!(Number, sbhits),
        number_key!(Number, cpuload),
        ("currmove", Move),
        number_key!(Number, currmovenumber),
        ("refutation", List(|info, moves| info.refutation = moves)),
        (
            "currline",
            List(|info, moves| info.currline = Some(current_line(moves))),
        ),
        ("pv", List(|info, moves| info.pv = moves)),
        ("string", Text),
        ("message", Text),
    ])
});
const SCORE_KINDS: &[&str] = &["cp", "mate", "win", "loss"];
const BOUNDS: &[&str] = &["lowerbound", "upperbound"];

pub(super) fn parse(args: &str, warnings: &mut Warnings) -> InfoLine {
    let mut info = InfoLine::default();
    let mut rest = args;
    loop {
        rest = if let Ok((after, (key, argument))) = KEYS.key(rest) {
            parse_argument((key, argument), after, &mut info, warnings)
        } else if let Ok((after, junk)) = word(rest) {
            warnings.unexpected(junk, Expected::OneOf(&KEYS.names));
            after
        } else {
            return info;
        };
    }
}

/// Parses the argument of a key and returns the rest of the line.
fn parse_argument<'a>(
    (key, argument): (&'static str, &InfoArgument),
    args: &'a str,
    info: &mut InfoLine,
    warnings: &mut Warnings,
) -> &'a str {
    match argument {
        InfoArgument::Number(set) => {
            let (rest, word) = KEYS.value(args);
            let field = Field {
                key,
                word,
                warnings,
            };
            set(info, field);
            rest
        }
        InfoArgument::List(set) => {
            let (rest, moves) = words(args, &KEYS.names);
            if moves.is_empty() {
                warnings.missing_value(key, Expected::Move);
            } else {
                set(info, moves);
            }
            rest
        }
        InfoArgument::Score => {
            let (rest, found) = score(args, warnings);
            info.score = found.or(info.score);
            rest
        }
        InfoArgument::Wdl => {
            let (rest, win) = KEYS.value(args);
            let (rest, draw) = KEYS.value(rest);
            let (rest, loss) = KEYS.value(rest);
            info.wdl = wdl([win, draw, loss], warnings).or(info.wdl);
            rest
        }
        InfoArgument::Move => {
            let (rest, found) = KEYS.value(args);
            match found {
                Some(found) => info.currmove = Some(found.to_owned()),
                None => warnings.missing_value(key, Expected::Move),
            }
            rest
        }
        InfoArgument::Text => {
            info.string = Some(rest_of_line(args).to_owned());
            ""
        }
    }
}

/// Parses a score. `win n` and `loss n` are USHI's forms of `mate n` and
/// `mate -n`; a bare number is a score in UCCI.
fn score<'a>(args: &'a str, warnings: &mut Warnings) -> (&'a str, Option<EngineScore>) {
    let (rest, kind) = match any_keyword(SCORE_KINDS).parse(args) {
        Ok((rest, kind)) => (rest, Some(kind)),
        Err(_) => (args, None),
    };
    let (rest, word) = KEYS.value(rest);
    let (rest, bound) = match any_keyword(BOUNDS).parse(rest) {
        Ok((rest, "lowerbound")) => (rest, Some(ScoreBound::Lower)),
        Ok((rest, _)) => (rest, Some(ScoreBound::Upper)),
        Err(_) => (rest, None),
    };
    if kind.is_none() && word.is_none() {
        warnings.missing_value("score", Expected::OneOf(SCORE_KINDS));
        return (rest, None);
    }
    let mut value = None;
    warnings.parse_number::<i32>("score", word, &mut value);
    let value = value.map(|value| match kind {
        Some("cp") => ScoreValue::Cp(value),
        Some("loss") => ScoreValue::Mate(value.saturating_neg()),
        Some(_) => ScoreValue::Mate(value),
        None => ucci::score_value(value),
    });
    (rest, value.map(|value| EngineScore { value, bound }))
}

fn wdl(words: [Option<&str>; 3], warnings: &mut Warnings) -> Option<Wdl> {
    let [mut win, mut draw, mut loss] = [None; 3];
    for (word, slot) in words.into_iter().zip([&mut win, &mut draw, &mut loss]) {
        warnings.parse_number::<u16>("wdl", word, slot);
    }
    Some(Wdl {
        win: win?,
        draw: draw?,
        loss: loss?,
    })
}

/// Splits the words of `currline`. A leading number is that of the processor.
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

    fn info(line: &str) -> (InfoLine, usize) {
        let parsed = Reply::parse(Dialect::Uci, &format!("info {line}"));
        match parsed.value {
            Some(Reply::Info(info)) => (*info, parsed.warnings.len()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn fields_may_come_in_any_order() {
        let (found, warnings) = info(
            "pv d4-d6 a5:a7 time 5 score mate -3 lowerbound depth 2 currline 1 a1-a2 string x  y",
        );
        assert_eq!(warnings, 0);
        assert_eq!(found.pv, ["d4-d6", "a5:a7"]);
        assert_eq!((found.time, found.depth), (Some(5), Some(2)));
        let lower = EngineScore {
            bound: Some(ScoreBound::Lower),
            ..EngineScore::mate(-3)
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
    fn ushi_scores_are_parsed() {
        assert_eq!(info("score win 3").0.score, Some(EngineScore::mate(3)));
        assert_eq!(info("score loss 3").0.score, Some(EngineScore::mate(-3)));
    }

    #[test]
    fn ucci_scores_are_parsed() {
        assert_eq!(
            info("score -17 pv d4-d6").0.score,
            Some(EngineScore::cp(-17))
        );
        assert_eq!(info("score 31997").0.score, Some(EngineScore::mate(3)));
        assert_eq!(info("score").1, 1);
        let (found, warnings) = info("score many nodes 7");
        assert_eq!((found.score, found.nodes, warnings), (None, Some(7), 1));
    }

    #[test]
    fn a_malformed_field_does_not_affect_the_others() {
        let (found, warnings) = info("depth x score cp nodes 7 wdl 1 2 multipv");
        assert_eq!(
            (found.depth, found.score, found.nodes),
            (None, None, Some(7))
        );
        assert_eq!((found.wdl, found.multipv, warnings), (None, None, 4));
    }
}

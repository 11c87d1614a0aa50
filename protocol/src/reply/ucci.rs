//! Prints replies in UCCI.
//!
//! A score is a bare number, so wins and losses need ranges of their own: a win
//! in n turns of the side to move is 32000 − n, a loss in n is −32000 + n, and a
//! lost game is −32000. Numbers of 31000 and above are wins, those of −31000 and
//! below are losses; scores in hundredths of a pawn are therefore limited to
//! ±30999. The fields of an option are in the order of the specification, with
//! the default last, where simple hosts look for it.

use super::uci::OptionFields;
use crate::{
    info::{InfoLine, ScoreValue},
    option::{OptionKind, OptionSpec},
    text::{Fields, is_blank},
};

/// The score of a win in 0 turns.
const WON: i32 = 32_000;
/// The greatest number of turns to the end of the game that a score can
/// express.
const MAX_TURNS: i32 = 1_000;
/// The greatest score that is not a win.
const MAX_UNDECIDED: i32 = WON - MAX_TURNS - 1;

/// Returns the declaration of an option, or `None` if it has no form in UCCI: its
/// name must be one word, other than `name`, and a combo must have a default. An
/// empty default is left out.
pub(super) fn option(spec: &OptionSpec) -> Option<String> {
    let has_empty_default =
        matches!(&spec.kind, OptionKind::Combo { default, .. } if default.is_empty());
    if has_empty_default
        || spec.name == "name"
        || spec.name.is_empty()
        || spec.name.contains(is_blank)
    {
        return None;
    }
    let OptionFields {
        kind,
        default,
        limits,
    } = OptionFields::of(&spec.kind);
    let mut line = Fields(format!("option {} type", spec.name));
    line.word(kind);
    line.fields(limits);
    line.field("default", default.filter(|text| !text.is_empty()));
    Some(line.0)
}

/// Returns an `info` line, or `None` if it would have no fields. Of the four kinds of line in
/// the specification, time and nodes share a line with the best variation, and a root move has
/// its own; a message is appended to either.
pub(super) fn info(info: &InfoLine) -> Option<String> {
    let mut line = Fields("info".to_owned());
    if info.pv.is_empty() && info.currmove.is_some() {
        line.field("currmove", info.currmove.as_ref());
    } else {
        line.field("depth", info.depth);
        line.field("multipv", info.multipv);
        line.field("score", info.score.map(|score| score_number(score.value)));
        line.field("time", info.time);
        line.field("nodes", info.nodes);
        line.moves("pv", &info.pv);
    }
    line.field("message", info.string.as_ref());
    (line.0 != "info").then_some(line.0)
}

/// Returns a score as a bare number.
pub(super) fn score_number(value: ScoreValue) -> i32 {
    match value {
        ScoreValue::Cp(cp) => cp.clamp(-MAX_UNDECIDED, MAX_UNDECIDED),
        ScoreValue::Mate(moves) if moves > 0 => WON - moves.min(MAX_TURNS),
        ScoreValue::Mate(moves) => -WON - moves.max(-MAX_TURNS),
    }
}

/// Returns the score that a bare number stands for.
pub(super) const fn score_value(number: i32) -> ScoreValue {
    if number >= WON {
        ScoreValue::Mate(1)
    } else if number > MAX_UNDECIDED {
        ScoreValue::Mate(WON - number)
    } else if number <= -WON {
        ScoreValue::Mate(0)
    } else if number < -MAX_UNDECIDED {
        ScoreValue::Mate(-WON - number)
    } else {
        ScoreValue::Cp(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::uci::tests::full;

    #[test]
    fn wins_and_losses_are_bare_numbers() {
        for (value, number) in [
            (ScoreValue::Cp(38), 38),
            (ScoreValue::Cp(40_000), 30_999),
            (ScoreValue::Cp(i32::MIN), -30_999),
            (ScoreValue::Mate(1), 31_999),
            (ScoreValue::Mate(3), 31_997),
            (ScoreValue::Mate(5_000), 31_000),
            (ScoreValue::Mate(0), -32_000),
            (ScoreValue::Mate(-3), -31_997),
            (ScoreValue::Mate(i32::MIN), -31_000),
        ] {
            assert_eq!(score_number(value), number, "{value:?}");
        }
        for (number, value) in [
            (30_999, ScoreValue::Cp(30_999)),
            (-30_999, ScoreValue::Cp(-30_999)),
            (31_000, ScoreValue::Mate(1000)),
            (31_999, ScoreValue::Mate(1)),
            (i32::MAX, ScoreValue::Mate(1)),
            (-31_000, ScoreValue::Mate(-1000)),
            (-32_000, ScoreValue::Mate(0)),
            (i32::MIN, ScoreValue::Mate(0)),
        ] {
            assert_eq!(score_value(number), value, "{number}");
        }
    }

    #[test]
    fn an_info_line_has_only_fields_of_the_specification() {
        assert_eq!(
            info(&full()).as_deref(),
            Some("info depth 9 multipv 1 score -17 time 12 nodes 345 pv d4-d6 a5:a7:g7")
        );
        let root = InfoLine {
            depth: Some(6),
            currmove: Some("d4-d6".into()),
            currmovenumber: Some(1),
            ..InfoLine::default()
        };
        assert_eq!(info(&root).as_deref(), Some("info currmove d4-d6"));
        assert_eq!(
            info(&InfoLine::text("hi  you")).as_deref(),
            Some("info message hi  you")
        );
        let nothing = InfoLine {
            nps: Some(5),
            ..InfoLine::default()
        };
        assert_eq!(info(&nothing), None);
    }

    #[test]
    fn an_option_has_a_one_word_name_and_its_default_last() {
        for (spec, expected) in [
            (
                OptionSpec::spin("hashsize", 16, 1, 4096),
                Some("option hashsize type spin min 1 max 4096 default 16"),
            ),
            (
                OptionSpec::combo("style", "normal", &["solid", "normal"]),
                Some("option style type combo var solid var normal default normal"),
            ),
            (
                OptionSpec::check("usebook", true),
                Some("option usebook type check default true"),
            ),
            (
                OptionSpec::button("newgame"),
                Some("option newgame type button"),
            ),
            (
                OptionSpec::text("bookfiles", ""),
                Some("option bookfiles type string"),
            ),
            (
                OptionSpec::new("about", OptionKind::Label),
                Some("option about type label"),
            ),
            (OptionSpec::button("Clear Hash"), None),
        ] {
            assert_eq!(option(&spec).as_deref(), expected);
        }
    }
}

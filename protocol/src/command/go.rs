//! The arguments of `go`.
//!
//! **The decision:** the line is a row of clauses in any order, each opened by
//! a known word; a clause ends where the next known word stands. So a missing
//! value costs its own limit only, and an unknown word costs itself.

use nom::{
    Parser,
    branch::alt,
    combinator::{map, opt},
    multi::many0,
    sequence::preceded,
};

use super::Command;
use crate::{
    limits::Limits,
    text::{Res, is_move, keyword, known, plain, word},
    warning::{Expected, Warnings},
};

const FLAGS: &[&str] = &["infinite", "ponder"];
const VALUES: &[&str] = &[
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
];
const KEYS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// A piece of the line.
enum Clause<'a> {
    Moves(Vec<&'a str>),
    Flag(&'static str),
    Value(&'static str, Option<&'a str>),
    Unknown(&'a str),
}

fn clause(input: &str) -> Res<'_, Clause<'_>> {
    alt((
        map(
            preceded(keyword("searchmoves"), many0(plain(KEYS))),
            Clause::Moves,
        ),
        map(known(FLAGS), Clause::Flag),
        map((known(VALUES), opt(plain(KEYS))), |(key, value)| {
            Clause::Value(key, value)
        }),
        map(word, Clause::Unknown),
    ))
    .parse(input)
}

pub(super) fn parse(args: &str, warnings: &mut Warnings) -> Command {
    let mut limits = Limits::default();
    let mut perft = None;
    let mut rest = args;
    while let Ok((after, clause)) = clause(rest) {
        match clause {
            Clause::Moves(words) => searchmoves(&words, &mut limits, warnings),
            Clause::Flag("infinite") => limits.infinite = true,
            Clause::Flag(_) => limits.ponder = true,
            Clause::Value(key, value) => number(key, value, &mut limits, &mut perft, warnings),
            Clause::Unknown(junk) => warnings.unexpected(junk, Expected::OneOf(KEYS)),
        }
        rest = after;
    }
    if let Some(depth) = perft {
        return Command::Perft(depth);
    }
    if !limits.is_limited() && !limits.infinite {
        // Nothing was said: without end. Something was, but no limit is left of
        // it: the host waits for an answer, so it gets a quick one.
        if warnings.is_empty() && !limits.has_loose_ends() {
            limits.infinite = true;
        } else {
            limits.depth = Some(1);
        }
    }
    Command::Go(limits)
}

fn searchmoves(words: &[&str], limits: &mut Limits, warnings: &mut Warnings) {
    if words.is_empty() {
        warnings.missing("searchmoves", Expected::Move);
    }
    for found in words {
        if is_move(found) {
            limits.searchmoves.push((*found).to_owned());
        } else {
            warnings.unexpected(found, Expected::Move);
        }
    }
}

fn number(
    key: &'static str,
    value: Option<&str>,
    limits: &mut Limits,
    perft: &mut Option<u32>,
    warnings: &mut Warnings,
) {
    let (white, black) = (&mut limits.clock.white, &mut limits.clock.black);
    match key {
        "wtime" => warnings.number(key, value, &mut white.time),
        "btime" => warnings.number(key, value, &mut black.time),
        "winc" => warnings.number(key, value, &mut white.increment),
        "binc" => warnings.number(key, value, &mut black.increment),
        "movestogo" => warnings.number(key, value, &mut limits.movestogo),
        "depth" => warnings.number(key, value, &mut limits.depth),
        "nodes" => warnings.number(key, value, &mut limits.nodes),
        "mate" => warnings.number(key, value, &mut limits.mate),
        "movetime" => warnings.number(key, value, &mut limits.movetime),
        _ => warnings.number(key, value, perft),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, Warning};

    use super::*;

    fn go(args: &str) -> (Limits, Vec<Warning>) {
        let parsed = Command::parse(Dialect::Uci, &format!("go {args}"));
        match parsed.value {
            Some(Command::Go(limits)) => (limits, parsed.warnings),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn keys_are_complete() {
        let mut all: Vec<_> = [FLAGS, VALUES, &["searchmoves"]].concat();
        let mut keys = KEYS.to_vec();
        all.sort_unstable();
        keys.sort_unstable();
        assert_eq!(all, keys);
    }

    #[test]
    fn bare_go_is_infinite() {
        assert_eq!(go(""), (Limits::infinite(), vec![]));
        assert!(go("ponder").0.infinite);
        assert!(go("searchmoves d4-d6").0.infinite);
    }

    #[test]
    fn clauses_in_any_order() {
        let (limits, warnings) =
            go("binc 7 searchmoves d4-d6 a5:a7:g7 pass wtime -3 depth 4 ponder");
        assert!(warnings.is_empty());
        assert_eq!(limits.searchmoves, ["d4-d6", "a5:a7:g7", "pass"]);
        assert_eq!(limits.clock.white.time, Some(-3));
        assert_eq!(limits.clock.black.increment, Some(7));
        assert_eq!((limits.depth, limits.ponder), (Some(4), true));
        assert_eq!(
            limits,
            go("ponder depth 4 wtime -3 binc 7 searchmoves d4-d6 a5:a7:g7 pass").0
        );
    }

    #[test]
    fn bad_value_drops_its_limit() {
        for bad in ["+5", "1e3", "99999999999999999999999", "-1", "five"] {
            let (limits, warnings) = go(&format!("depth {bad} nodes 9"));
            assert_eq!((limits.depth, limits.nodes), (None, Some(9)), "{bad}");
            assert_eq!(warnings.len(), 1, "{bad}");
            assert!(warnings[0].to_string().contains(bad), "{bad}");
        }
    }

    #[test]
    fn missing_value_eats_no_neighbour() {
        let (limits, warnings) = go("depth nodes 500 movetime");
        assert_eq!((limits.depth, limits.nodes), (None, Some(500)));
        assert_eq!(warnings.len(), 2);
    }

    #[test]
    fn unknown_word_eats_no_neighbour() {
        let (limits, warnings) = go("foo depth 5 bar nodes 9");
        assert_eq!((limits.depth, limits.nodes), (Some(5), Some(9)));
        assert_eq!(warnings.len(), 2);
    }

    #[test]
    fn no_limit_left_is_depth_one() {
        for args in [
            "depth",
            "movetime +5",
            "foo",
            "winc 100",
            "movestogo 3",
            "searchmoves",
        ] {
            let (limits, _) = go(args);
            assert_eq!((limits.depth, limits.infinite), (Some(1), false), "{args}");
        }
    }

    #[test]
    fn searchmoves_skips_what_is_no_move() {
        let (limits, warnings) = go("searchmoves d4-d6 foo e2e4 depth 3");
        assert_eq!(limits.searchmoves, ["d4-d6", "e2e4"]);
        assert_eq!((limits.depth, warnings.len()), (Some(3), 1));
    }

    #[test]
    fn perft_is_a_command_of_its_own() {
        let parse = |line| Command::parse(Dialect::Uci, line).value;
        assert_eq!(parse("go perft 4"), Some(Command::Perft(4)));
        assert_eq!(parse("go perft"), Some(Command::Go(Limits::depth(1))));
    }

    #[test]
    fn ushi_forms() {
        for line in [
            "go nodes 10000000 depth 6 movetime 900",
            "go btime 30000 wtime 30432",
            "go infinite",
        ] {
            let parsed = Command::parse(Dialect::Ushi, line);
            assert!(parsed.warnings.is_empty(), "{line}");
            assert_eq!(
                parsed.value.map(|c| c.to_line(Dialect::Ushi)).as_deref(),
                Some(line)
            );
        }
    }
}

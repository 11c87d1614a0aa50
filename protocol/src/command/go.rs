//! Parses the arguments of `go`.
//!
//! The arguments are a sequence of clauses in any order. Each clause begins with
//! a keyword and ends at the next keyword, so a missing value affects only its
//! own limit, and an unknown word does not affect the limits beside it.

use std::sync::LazyLock;

use super::Command;
use crate::{
    dialect::Dialect,
    limits::{ClockParameter, GoLimits},
    text::{Keys, is_move, number_key, word, words},
    warning::{Expected, Field, Warnings},
};

/// The argument that a key takes; a flag takes none.
enum GoArgument {
    Moves(fn(&mut GoLimits) -> &mut Vec<String>),
    Flag(fn(&mut GoLimits) -> &mut bool),
    Number(fn(&mut GoLimits, Field<'_>)),
    ClockValue(ClockParameter),
    PerftDepth,
}

/// The keys of each dialect, by [`Dialect::index`].
static KEYS: LazyLock<[Keys<GoArgument>; Dialect::ALL.len()]> =
    LazyLock::new(|| Dialect::ALL.map(keys));

/// Returns the keys of a dialect, in the order in which messages list them.
fn keys(dialect: Dialect) -> Keys<GoArgument> {
    use GoArgument::{ClockValue, Flag, Moves, Number, PerftDepth};
    let properties = dialect.properties();
    let draw = ("draw", Flag(|go| &mut go.draw));
    let draw = properties.draw_offers.then_some(draw);
    let mut clock_words = properties.clock_words.to_vec();
    clock_words.sort_by_key(|(_, parameter)| *parameter);
    let clock = clock_words.into_iter();
    let clock = clock.map(|(word, parameter)| (word, ClockValue(parameter)));
    let first = [
        ("searchmoves", Moves(|go| &mut go.searchmoves)),
        ("ignoremoves", Moves(|go| &mut go.ignoremoves)),
        ("ponder", Flag(|go| &mut go.ponder)),
    ];
    let last = [
        number_key!(Number, depth),
        number_key!(Number, nodes),
        number_key!(Number, mate),
        number_key!(Number, movetime),
        ("infinite", Flag(|go| &mut go.infinite)),
        ("perft", PerftDepth),
    ];
    Keys::new(first.into_iter().chain(draw).chain(clock).chain(last))
}

pub(super) fn parse(dialect: Dialect, args: &str, warnings: &mut Warnings) -> Command {
    let keys = &KEYS[dialect.index()];
    let mut go = GoLimits::default();
    let mut perft_depth = None;
    let mut rest = args;
    loop {
        rest = match keys.key(rest) {
            Ok((after, (key, GoArgument::Moves(moves)))) => {
                let (after, list) = words(after, &keys.names);
                parse_moves(key, list, moves(&mut go), warnings);
                after
            }
            Ok((after, (_, GoArgument::Flag(flag)))) => {
                *flag(&mut go) = true;
                after
            }
            Ok((after, (key, argument))) => {
                let (after, word) = keys.value(after);
                let field = Field {
                    key,
                    word,
                    warnings,
                };
                match argument {
                    GoArgument::Number(parse) => parse(&mut go, field),
                    GoArgument::ClockValue(parameter) => parse_clock(&mut go, *parameter, field),
                    _ => field.parse_number(&mut perft_depth),
                }
                after
            }
            Err(_) => match word(rest) {
                Ok((after, junk)) => {
                    warnings.unexpected(junk, Expected::OneOf(&keys.names));
                    after
                }
                Err(_) => break,
            },
        };
    }
    if let Some(depth) = perft_depth {
        return Command::Perft(depth);
    }
    if !go.is_limited() && !go.infinite {
        // Without limits and without faults, `go` searches until `stop`. If the line
        // contains a faulty word or an incomplete time control, the host expects an
        // answer without `stop`, so the search goes to depth 1.
        if warnings.is_empty() && !go.has_partial_time_control() {
            go.infinite = true;
        } else {
            go.depth = Some(1);
        }
    }
    Command::Go(go)
}

/// Parses the value of a clock keyword.
fn parse_clock(go: &mut GoLimits, parameter: ClockParameter, field: Field<'_>) {
    let (mut time, mut moves) = (None::<i64>, None::<u32>);
    match parameter {
        ClockParameter::MovesToGo | ClockParameter::OpponentMovesToGo => {
            field.parse_number(&mut moves);
        }
        _ => field.parse_number(&mut time),
    }
    if let Some(value) = time.or(moves.map(i64::from)) {
        go.set_clock_value(parameter, value);
    }
}

/// Appends those words that are moves, and reports the others.
fn parse_moves(
    key: &'static str,
    words: Vec<String>,
    moves: &mut Vec<String>,
    warnings: &mut Warnings,
) {
    if words.is_empty() {
        warnings.missing_value(key, Expected::Move);
    }
    for word in words {
        if is_move(&word) {
            moves.push(word);
        } else {
            warnings.unexpected(&word, Expected::Move);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Clock, Dialect, SideClock, Warning};

    use super::*;

    fn go(args: &str) -> (GoLimits, Vec<Warning>) {
        let parsed = Command::parse(Dialect::Uci, &format!("go {args}"));
        match parsed.value {
            Some(Command::Go(limits)) => (limits, parsed.warnings),
            other => panic!("{other:?}"),
        }
    }

    fn time(time: i64) -> SideClock {
        let time = Some(time);
        SideClock {
            time,
            ..SideClock::default()
        }
    }

    fn increment(increment: i64) -> SideClock {
        let increment = Some(increment);
        SideClock {
            increment,
            ..SideClock::default()
        }
    }

    #[test]
    fn a_bare_go_is_infinite() {
        assert_eq!(go(""), (GoLimits::infinite(), vec![]));
        assert!(go("ponder").0.infinite);
        assert!(go("searchmoves d4-d6").0.infinite);
        assert!(go("ignoremoves d4-d6").0.infinite);
    }

    #[test]
    fn clauses_may_come_in_any_order() {
        let (limits, warnings) =
            go("binc 7 searchmoves d4-d6 a5:a7:g7 pass wtime -3 depth 4 ponder");
        assert!(warnings.is_empty());
        assert_eq!(limits.searchmoves, ["d4-d6", "a5:a7:g7", "pass"]);
        let (white, black) = (time(-3), increment(7));
        assert_eq!(limits.clock, Clock::Colors { white, black });
        assert_eq!((limits.depth, limits.ponder), (Some(4), true));
        assert_eq!(
            limits,
            go("ponder depth 4 wtime -3 binc 7 searchmoves d4-d6 a5:a7:g7 pass").0
        );
    }

    #[test]
    fn a_bad_value_drops_only_its_limit() {
        for bad in ["+5", "1e3", "99999999999999999999999", "-1", "five"] {
            let (limits, warnings) = go(&format!("depth {bad} nodes 9"));
            assert_eq!((limits.depth, limits.nodes), (None, Some(9)), "{bad}");
            assert_eq!(warnings.len(), 1, "{bad}");
            assert!(warnings[0].to_string().contains(bad), "{bad}");
        }
    }

    #[test]
    fn a_missing_value_does_not_consume_the_next_word() {
        let (limits, warnings) = go("depth nodes 500 movetime");
        assert_eq!((limits.depth, limits.nodes), (None, Some(500)));
        assert_eq!(warnings.len(), 2);
    }

    #[test]
    fn an_unknown_word_does_not_affect_the_limits_beside_it() {
        let (limits, warnings) = go("foo depth 5 bar nodes 9");
        assert_eq!((limits.depth, limits.nodes), (Some(5), Some(9)));
        assert_eq!(warnings.len(), 2);
    }

    #[test]
    fn a_go_without_a_valid_limit_searches_to_depth_one() {
        for args in [
            "depth",
            "movetime +5",
            "foo",
            "winc 100",
            "movestogo 3",
            "searchmoves",
            "ignoremoves",
        ] {
            let (limits, _) = go(args);
            assert_eq!((limits.depth, limits.infinite), (Some(1), false), "{args}");
        }
    }

    #[test]
    fn words_that_are_not_moves_are_skipped_in_lists_of_moves() {
        let (limits, warnings) = go("searchmoves d4-d6 foo e2e4 depth 3");
        assert_eq!(limits.searchmoves, ["d4-d6", "e2e4"]);
        assert_eq!((limits.depth, warnings.len()), (Some(3), 1));
        let (limits, warnings) = go("ignoremoves pass foo 18-25 searchmoves e2e4 depth 3");
        assert_eq!(limits.ignoremoves, ["pass", "18-25"]);
        assert_eq!(limits.searchmoves, ["e2e4"]);
        assert_eq!((limits.depth, warnings.len()), (Some(3), 1));
    }

    #[test]
    fn go_perft_is_a_separate_command() {
        let parse = |line| Command::parse(Dialect::Uci, line).value;
        assert_eq!(parse("go perft 4"), Some(Command::Perft(4)));
        assert_eq!(parse("go perft"), Some(Command::Go(GoLimits::depth(1))));
    }

    #[test]
    fn ushi_lines_are_parsed_and_printed_unchanged() {
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

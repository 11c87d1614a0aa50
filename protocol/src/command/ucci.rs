//! Parses the commands that only UCCI has, and its form of `setoption`.
//!
//! The name of an option is one word, so it needs no keyword, but `setoption name X
//! value V` is understood as well. Without keywords, an empty value counts as missing.
//! `setoption newgame` is parsed as [`Command::NewGame`].

use nom::Parser;

use super::{Command, setoption};
use crate::{
    dialect::{Dialect, SessionOption},
    text::{keyword, rest_of_line, word, words},
    warning::{Expected, Warnings},
};

pub(super) fn setoption(dialect: Dialect, args: &str, warnings: &mut Warnings) -> Option<Command> {
    let is_keyed = keyword("name")
        .parse(args)
        .is_ok_and(|(rest, _)| word(rest).is_ok());
    let command = if is_keyed {
        setoption::parse(args, warnings)?
    } else if let Ok((rest, name)) = word(args) {
        let value = rest_of_line(rest);
        Command::SetOption {
            name: name.to_owned(),
            value: (!value.is_empty()).then(|| value.to_owned()),
        }
    } else {
        warnings.missing_argument(Expected::OptionName);
        return None;
    };
    let mut session_options = dialect.properties().session_options.iter();
    let is_new_game = matches!(&command, Command::SetOption { name, .. }
    if session_options.any(|(button, option)| {
        *option == SessionOption::NewGame && name.eq_ignore_ascii_case(button)
    }));
    Some(if is_new_game {
        Command::NewGame
    } else {
        command
    })
}

/// Parses the arguments of `banmoves`. As after `position … moves`, every word counts as a move.
pub(super) fn banmoves(args: &str, warnings: &mut Warnings) -> Option<Command> {
    let (_, moves) = words(args, &[]);
    if moves.is_empty() {
        warnings.missing_argument(Expected::Move);
        return None;
    }
    Some(Command::BanMoves(moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, GoLimits, Parsed, PositionStart, SideClock};

    fn parse(line: &str) -> Parsed<Command> {
        Command::parse(Dialect::Ucci, line)
    }

    fn set(name: &str, value: Option<&str>) -> Option<Command> {
        let (name, value) = (name.to_owned(), value.map(Into::into));
        Some(Command::SetOption { name, value })
    }

    #[test]
    fn options_are_set_in_both_forms() {
        for (line, expected) in [
            ("setoption hashsize 64", set("hashsize", Some("64"))),
            (
                "setoption bookfiles  C:\\my  book ",
                set("bookfiles", Some("C:\\my  book")),
            ),
            ("setoption loadbook", set("loadbook", None)),
            (
                "setoption name hashsize value 64",
                set("hashsize", Some("64")),
            ),
            ("setoption name loadbook", set("loadbook", None)),
            ("setoption name", set("name", None)),
            ("setoption newgame", Some(Command::NewGame)),
            ("setoption NewGame true", Some(Command::NewGame)),
            ("setoption name newgame", Some(Command::NewGame)),
        ] {
            let parsed = parse(line);
            assert_eq!(
                (parsed.value, parsed.warnings),
                (expected, vec![]),
                "{line}"
            );
        }
        assert_eq!(parse("setoption").value, None);
        assert_eq!(parse("setoption").warnings.len(), 1);
    }

    #[test]
    fn banmoves_requires_moves() {
        let moves = vec!["d4-d6".into(), "a5:a7:g7".into()];
        assert_eq!(
            parse("banmoves d4-d6 a5:a7:g7").value,
            Some(Command::BanMoves(moves))
        );
        let empty = parse("banmoves ");
        assert_eq!((empty.value, empty.warnings.len()), (None, 1));
    }

    #[test]
    fn probe_takes_a_position() {
        let probe = parse("probe startpos moves d4-d6").value;
        let (start, moves) = (PositionStart::StartPos, vec!["d4-d6".into()]);
        assert_eq!(probe, Some(Command::Probe { start, moves }));
        let bad = parse("probe");
        assert_eq!(bad.value, None);
        assert!(
            bad.warnings[0]
                .to_string()
                .starts_with("probe: missing argument")
        );
    }

    #[test]
    fn clocks_are_read_and_printed_by_player() {
        let line =
            "go draw time 300 movestogo 10 increment -1 opptime 200 oppmovestogo 4 oppincrement 2";
        let side = |time, increment| SideClock {
            time: Some(time),
            increment: Some(increment),
        };
        let expected = GoLimits {
            clock: Clock::Players {
                own: side(300, -1),
                opponent: side(200, 2),
                opponent_movestogo: Some(4),
            },
            movestogo: Some(10),
            draw: true,
            ..GoLimits::default()
        };
        assert_eq!(parse(line).value, Some(Command::Go(expected.clone())));
        assert_eq!(Command::Go(expected).to_line(Dialect::Ucci), line);
    }

    #[test]
    fn an_incomplete_time_control_searches_to_depth_one() {
        for args in [
            "increment 3",
            "opptime 10",
            "movestogo 4",
            "time x",
            "wtime 100",
        ] {
            match parse(&format!("go {args}")).value {
                Some(Command::Go(limits)) => assert_eq!(limits.depth, Some(1), "{args}"),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn commands_of_ucci_are_unknown_in_uci() {
        for line in ["banmoves d4-d6", "probe startpos"] {
            assert_eq!(Command::parse(Dialect::Uci, line).value, None, "{line}");
        }
        let hit = |dialect, line| Command::parse(dialect, line);
        let (yes, no) = (
            Command::PonderHit { draw: true },
            Command::PonderHit { draw: false },
        );
        assert_eq!(hit(Dialect::Ucci, "ponderhit draw").value, Some(yes));
        assert_eq!(hit(Dialect::Ucci, "ponderhit").value, Some(no.clone()));
        let uci = hit(Dialect::Uci, "ponderhit draw");
        assert_eq!((uci.value, uci.warnings.len()), (Some(no), 1));
    }
}

//! Parses replies, from all kinds of engines.

use nom::Parser;

use super::{CheckState, GameAction, Reply, book, facts, info, option, pophash};
use crate::{
    dialect::Dialect,
    text::{any_keyword, non_keyword, rest_of_line, word},
    warning::{Expected, Parsed, Warnings},
};

/// The words that engines send instead of a move if there is none.
const NO_MOVE_WORDS: &[&str] = &["(none)", "none", "0000", "NULL"];

impl Reply {
    /// Parses one line. An empty line yields no value; an unknown line is
    /// [`Reply::Other`], without a warning.
    #[must_use]
    pub fn parse(dialect: Dialect, line: &str) -> Parsed<Self> {
        let mut warnings = Warnings::new("");
        let Ok((args, first)) = word(line) else {
            return warnings.into_parsed(None);
        };
        let reply = match first {
            "id" => id(args),
            "option" => {
                warnings.set_command("option");
                option::parse(args, &mut warnings).map(Reply::Option)
            }
            "info" => {
                warnings.set_command("info");
                Some(info::parse(args, &mut warnings).into())
            }
            "bestmove" => {
                warnings.set_command("bestmove");
                best_move(args, &mut warnings)
            }
            "pophash" => {
                warnings.set_command("pophash");
                Some(Reply::PopHash(pophash::parse(args, &mut warnings)))
            }
            "nobestmove" => without_arguments(args, Reply::NO_MOVE),
            "bye" => without_arguments(args, Reply::Bye),
            "readyok" => without_arguments(args, Reply::ReadyOk),
            "copyprotection" => check_state(args).map(Reply::CopyProtection),
            "registration" => check_state(args).map(Reply::Registration),
            "version" => match rest_of_line(args) {
                "supported" => Some(Reply::Version { supported: true }),
                "unsupported" => Some(Reply::Version { supported: false }),
                _ => None,
            },
            _ if first == dialect.properties().handshake_done => {
                without_arguments(args, Reply::HandshakeDone)
            }
            "book" => book::parse(args),
            _ => facts::parse(first, args),
        };
        warnings.into_parsed(Some(
            reply.unwrap_or_else(|| Reply::Other(rest_of_line(line).to_owned())),
        ))
    }
}

/// Returns the reply if no words follow its name.
fn without_arguments(args: &str, reply: Reply) -> Option<Reply> {
    rest_of_line(args).is_empty().then_some(reply)
}

fn check_state(args: &str) -> Option<CheckState> {
    let mut states = CheckState::ALL.into_iter();
    states.find(|state| state.word() == rest_of_line(args))
}

fn id(args: &str) -> Option<Reply> {
    let (text, field) = word(args).ok()?;
    let text = rest_of_line(text).to_owned();
    match field {
        "name" => Some(Reply::Name(text)),
        "author" => Some(Reply::Author(text)),
        "copyright" => Some(Reply::Copyright(text)),
        "user" => Some(Reply::User(text)),
        _ => None,
    }
}

fn best_move(args: &str, warnings: &mut Warnings) -> Option<Reply> {
    const KEYS: &[&str] = &["ponder", "draw", "resign"];
    let Ok((mut rest, best)) = non_keyword(&["ponder"]).parse(args) else {
        warnings.missing_argument(Expected::Move);
        return None;
    };
    if NO_MOVE_WORDS.contains(&best) {
        return Some(Reply::NO_MOVE);
    }
    let (mut ponder, mut action) = (None, None);
    while let Ok((after, key)) = any_keyword(KEYS).parse(rest) {
        rest = after;
        match key {
            "draw" => action = Some(GameAction::Draw),
            "resign" => action = Some(GameAction::Resign),
            _ => match non_keyword(KEYS).parse(rest) {
                Ok((after, answer)) => {
                    rest = after;
                    ponder = (!NO_MOVE_WORDS.contains(&answer)).then(|| answer.to_owned());
                }
                Err(_) => warnings.missing_value("ponder", Expected::Move),
            },
        }
    }
    if let Ok((_, extra)) = word(rest) {
        warnings.unexpected(extra, Expected::EndOfLine);
    }
    Some(Reply::BestMove {
        best: Some(best.to_owned()),
        ponder,
        action,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(line: &str) -> Option<Reply> {
        Reply::parse(Dialect::Uci, line).value
    }

    #[test]
    fn short_replies_are_parsed() {
        assert_eq!(
            uci("id name Stub engine 1.0 "),
            Some(Reply::Name("Stub engine 1.0".into()))
        );
        assert_eq!(uci("uciok"), Some(Reply::HandshakeDone));
        assert_eq!(uci("ushiok"), Some(Reply::Other("ushiok".into())));
        assert_eq!(uci(""), None);
        assert_eq!(
            uci(" Stub  1.0 by X"),
            Some(Reply::Other("Stub  1.0 by X".into()))
        );
        assert_eq!(
            uci("readyok so what"),
            Some(Reply::Other("readyok so what".into()))
        );
    }

    #[test]
    fn self_check_states_are_parsed() {
        for (text, state) in [
            ("checking", CheckState::Checking),
            ("ok", CheckState::Ok),
            ("error", CheckState::Error),
        ] {
            let (copy, registration) = (Reply::CopyProtection(state), Reply::Registration(state));
            assert_eq!(uci(&format!("copyprotection {text}")), Some(copy));
            assert_eq!(uci(&format!("registration {text} ")), Some(registration));
        }
        let odd = "registration maybe";
        assert_eq!(uci(odd), Some(Reply::Other(odd.into())));
    }

    #[test]
    fn the_lines_of_a_xiangqi_engine_are_parsed() {
        for line in [
            "id name ElephantEye",
            "id version 3.31",
            "id copyright 2004-2016 www.xqbase.com",
            "id author ElephantEye Development Team",
            "id user ElephantEye Test Team",
            "option usemillisec type check default true",
            "option bookfiles type string default /opt/BOOK.DAT",
            "option hashsize type spin min 16 max 1024 default 16",
            "option idle type combo var none var small var medium default none",
            "option newgame type button",
            "ucciok",
            "info depth 6 score 4 pv b0c2 b9c7 c3c4",
            "info nodes 5000000 time 5000",
            "info currmove b0c2",
            "info message a text, score 5 in it",
            "bestmove b0c2 ponder b9c7 draw",
            "bestmove b0c2 resign",
            "nobestmove",
            "pophash bestmove b0c2 lowerbound 3 depth 8",
            "bye",
        ] {
            let parsed = Reply::parse(Dialect::Ucci, line);
            assert_eq!(parsed.warnings, [], "{line}");
            let is_other = matches!(parsed.value, Some(Reply::Other(_)));
            assert_eq!(is_other, line.starts_with("id version"), "{line}");
        }
    }

    #[test]
    fn best_moves_are_parsed() {
        let best = |best: Option<&str>, ponder: Option<&str>| {
            let (best, ponder) = (best.map(Into::into), ponder.map(Into::into));
            let action = None;
            Some(Reply::BestMove {
                best,
                ponder,
                action,
            })
        };
        assert_eq!(
            uci("bestmove a1-a2 ponder b1-b2"),
            best(Some("a1-a2"), Some("b1-b2"))
        );
        assert_eq!(uci("bestmove a1-a2 ponder"), best(Some("a1-a2"), None));
        assert_eq!(
            uci("bestmove a1-a2 ponder (none)"),
            best(Some("a1-a2"), None)
        );
        for none in ["(none)", "0000", "NULL"] {
            assert_eq!(uci(&format!("bestmove {none}")), best(None, None));
        }
        assert_eq!(uci("nobestmove"), best(None, None));
        assert_eq!(uci("bestmove"), Some(Reply::Other("bestmove".into())));
    }
}

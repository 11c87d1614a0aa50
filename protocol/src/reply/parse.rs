//! Reading replies, of engines of every kind.

use nom::Parser;

use super::{Reply, info, option};
use crate::{
    dialect::Dialect,
    text::{keyword, known, plain, rest_of_line, word},
    warning::{Expected, Parsed, Warnings},
};

/// How engines say that there is no move.
const NO_MOVE: &[&str] = &["(none)", "none", "0000", "NULL"];

pub(super) fn line(dialect: Dialect, line: &str) -> Parsed<Reply> {
    let mut warnings = Warnings::new("");
    let Ok((args, first)) = word(line) else {
        return warnings.with(None);
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
        "readyok" => alone(args, Reply::ReadyOk),
        "version" => match rest_of_line(args) {
            "supported" => Some(Reply::Version { supported: true }),
            "unsupported" => Some(Reply::Version { supported: false }),
            _ => None,
        },
        _ if first == dialect.handshake_done() => alone(args, Reply::HandshakeDone),
        _ => None,
    };
    warnings.with(Some(
        reply.unwrap_or_else(|| Reply::Other(rest_of_line(line).to_owned())),
    ))
}

/// A reply that is the whole line.
fn alone(args: &str, reply: Reply) -> Option<Reply> {
    rest_of_line(args).is_empty().then_some(reply)
}

fn id(args: &str) -> Option<Reply> {
    let (text, field) = known(&["name", "author"]).parse(args).ok()?;
    let text = rest_of_line(text).to_owned();
    Some(match field {
        "name" => Reply::Name(text),
        _ => Reply::Author(text),
    })
}

fn best_move(args: &str, warnings: &mut Warnings) -> Option<Reply> {
    const PONDER: &[&str] = &["ponder"];
    let Ok((rest, best)) = plain(PONDER).parse(args) else {
        warnings.missing("bestmove", Expected::Move);
        return None;
    };
    if NO_MOVE.contains(&best) {
        return Some(Reply::BestMove {
            best: None,
            ponder: None,
        });
    }
    let mut ponder = None;
    let mut rest = rest;
    if let Ok((after, _)) = keyword("ponder").parse(rest) {
        rest = after;
        match word(rest) {
            Ok((after, answer)) => {
                rest = after;
                ponder = (!NO_MOVE.contains(&answer)).then(|| answer.to_owned());
            }
            Err(_) => warnings.missing("ponder", Expected::Move),
        }
    }
    if let Ok((_, extra)) = word(rest) {
        warnings.unexpected(extra, Expected::EndOfLine);
    }
    Some(Reply::BestMove {
        best: Some(best.to_owned()),
        ponder,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(line: &str) -> Option<Reply> {
        Reply::parse(Dialect::Uci, line).value
    }

    #[test]
    fn short_replies() {
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
    fn best_moves() {
        let best = |best: Option<&str>, ponder: Option<&str>| {
            let (best, ponder) = (best.map(Into::into), ponder.map(Into::into));
            Some(Reply::BestMove { best, ponder })
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
        assert_eq!(uci("bestmove"), Some(Reply::Other("bestmove".into())));
    }
}

//! Commands as text, for a runner that hosts engines.

use super::{Command, PositionStart, Query, Register};
use crate::{dialect::Dialect, limits::Limits, text::one_line};

pub(super) fn line(command: &Command, dialect: Dialect) -> String {
    one_line(match command {
        Command::Handshake(opened) => opened.handshake().to_owned(),
        Command::Debug(true) => "debug on".to_owned(),
        Command::Debug(false) => "debug off".to_owned(),
        Command::IsReady => "isready".to_owned(),
        Command::SetOption { name, value: None } => format!("setoption name {name}"),
        Command::SetOption {
            name,
            value: Some(value),
        } => {
            format!("setoption name {name} value {value}")
        }
        Command::Register(register) => register_line(register),
        Command::NewGame => dialect.new_game().to_owned(),
        Command::Position { start, moves } => position(start, moves, dialect),
        Command::Go(limits) => go(limits, dialect),
        Command::Perft(depth) => format!("go perft {depth}"),
        Command::Stop => "stop".to_owned(),
        Command::PonderHit => "ponderhit".to_owned(),
        Command::Quit => "quit".to_owned(),
        Command::Bench(args) => with_words("bench", args),
        Command::Show(Query::Board) => "d".to_owned(),
        Command::Show(Query::Eval) => "eval".to_owned(),
        Command::Flip => "flip".to_owned(),
        Command::Help => "help".to_owned(),
        Command::Wait => "wait".to_owned(),
    })
}

/// `head` and the words behind it.
fn with_words(head: &str, words: &[String]) -> String {
    let mut line = head.to_owned();
    for word in words {
        line.push(' ');
        line.push_str(word);
    }
    line
}

fn register_line(register: &Register) -> String {
    let Register::As { name, code } = register else {
        return "register later".to_owned();
    };
    let mut line = "register".to_owned();
    for (key, value) in [(" name ", name), (" code ", code)] {
        if let Some(value) = value {
            line.push_str(key);
            line.push_str(value);
        }
    }
    line
}

fn position(start: &PositionStart, moves: &[String], dialect: Dialect) -> String {
    let head = match (start, dialect) {
        (PositionStart::StartPos, _) => "position startpos".to_owned(),
        (PositionStart::Spn(text), Dialect::Uci) => format!("position fen {text}"),
        (PositionStart::Spn(text), Dialect::Ushi) => format!("position spn {text}"),
    };
    if moves.is_empty() {
        head
    } else {
        with_words(&format!("{head} moves"), moves)
    }
}

/// The order is that of the specification in UCI, and in USHI the one in which
/// the GUI sends.
fn go(limits: &Limits, dialect: Dialect) -> String {
    let Limits {
        depth,
        nodes,
        movetime,
        clock,
        movestogo,
        mate,
        infinite,
        ponder,
        searchmoves,
    } = limits;
    let text = |value: &Option<u64>| value.map(|n| n.to_string());
    let small = |value: &Option<u32>| value.map(|n| n.to_string());
    let signed = |value: &Option<i64>| value.map(|n| n.to_string());
    let mut fields = vec![
        ("wtime", signed(&clock.white.time)),
        ("btime", signed(&clock.black.time)),
        ("winc", signed(&clock.white.increment)),
        ("binc", signed(&clock.black.increment)),
        ("movestogo", small(movestogo)),
    ];
    match dialect {
        Dialect::Uci => fields.extend([("depth", small(depth)), ("nodes", text(nodes))]),
        Dialect::Ushi => {
            fields.swap(0, 1);
            fields.extend([("nodes", text(nodes)), ("depth", small(depth))]);
        }
    }
    fields.extend([("mate", small(mate)), ("movetime", text(movetime))]);

    let mut line = "go".to_owned();
    for (set, flag) in [(ponder, " ponder"), (infinite, " infinite")] {
        if *set {
            line.push_str(flag);
        }
    }
    for (key, value) in fields {
        if let Some(value) = value {
            line.extend([" ", key, " ", value.as_str()]);
        }
    }
    if !searchmoves.is_empty() {
        line = with_words(&format!("{line} searchmoves"), searchmoves);
    }
    line
}

//! Prints commands, for programs that run engines.

use super::{Command, PositionStart, Query, Register};
use crate::{
    dialect::{Dialect, SetOptionForm},
    limits::GoLimits,
    text::{is_blank, one_line, with_words},
};

impl Command {
    /// Returns the line for this command, without a line end. Parsing the line
    /// yields the same value, provided that the dialect has the command and that
    /// its names, values and moves could come from a parser. Parts of `go` and
    /// `ponderhit` that the dialect cannot express are left out: a draw offer,
    /// or clocks in the other form.
    #[must_use]
    pub fn to_line(&self, dialect: Dialect) -> String {
        one_line(match self {
            Command::Handshake(opened) => opened.properties().handshake.to_owned(),
            Command::Debug(true) => "debug on".to_owned(),
            Command::Debug(false) => "debug off".to_owned(),
            Command::IsReady => "isready".to_owned(),
            Command::SetOption { name, value } => setoption(name, value.as_deref(), dialect),
            Command::Register(register) => register_line(register),
            Command::NewGame => dialect.properties().new_game.to_owned(),
            Command::Position { start, moves } => position("position", start, moves, dialect),
            Command::Probe { start, moves } => position("probe", start, moves, dialect),
            Command::BanMoves(moves) => with_words("banmoves", moves),
            Command::Go(limits) => go(limits, dialect),
            Command::Perft(depth) => format!("go perft {depth}"),
            Command::Stop => "stop".to_owned(),
            Command::PonderHit { draw } if *draw && dialect.properties().draw_offers => {
                "ponderhit draw".to_owned()
            }
            Command::PonderHit { .. } => "ponderhit".to_owned(),
            Command::Quit => "quit".to_owned(),
            Command::Bench(args) => with_words("bench", args),
            Command::Show(Query::Board) => "d".to_owned(),
            Command::Show(Query::Eval) => "eval".to_owned(),
            Command::ProtocolVersion => "protocol".to_owned(),
            Command::State => "state".to_owned(),
            Command::Moves => "moves".to_owned(),
            Command::Why(text) => format!("why {text}"),
            Command::Annotate(json) => format!("annotate {json}"),
            Command::GameFile { question, json } => format!("{} {json}", question.command()),
            Command::Flip => "flip".to_owned(),
            Command::Help => "help".to_owned(),
            Command::Wait => "wait".to_owned(),
        })
    }
}

fn setoption(name: &str, value: Option<&str>, dialect: Dialect) -> String {
    // Dialects with the plain form also understand the form with keywords,
    // which can express more.
    let needs_keywords =
        name.contains(is_blank) || value.is_some_and(|v| v.is_empty() || name == "name");
    let (before_name, before_value) = match dialect.properties().set_option_form {
        SetOptionForm::Plain if !needs_keywords => ("", " "),
        SetOptionForm::Plain | SetOptionForm::Keyed => ("name ", " value "),
    };
    let mut line = format!("setoption {before_name}{name}");
    if let Some(value) = value {
        line.extend([before_value, value]);
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

fn position(command: &str, start: &PositionStart, moves: &[String], dialect: Dialect) -> String {
    let head = match start {
        PositionStart::StartPos => format!("{command} startpos"),
        PositionStart::Text(text) => {
            format!("{command} {} {text}", dialect.properties().position_key)
        }
    };
    if moves.is_empty() {
        head
    } else {
        with_words(format!("{head} moves"), moves)
    }
}

/// A key of `go` with its value, if it is set.
type Argument = (&'static str, Option<String>);

fn number<T: ToString>(value: Option<T>) -> Option<String> {
    value.map(|n| n.to_string())
}

/// Returns a `go` line, in the order that the dialect's specification or its GUI
/// uses.
fn go(limits: &GoLimits, dialect: Dialect) -> String {
    let depth = ("depth", number(limits.depth));
    let nodes = ("nodes", number(limits.nodes));
    let mut arguments = clock(limits, dialect);
    if dialect.properties().nodes_before_depth {
        arguments.extend([nodes, depth]);
    } else {
        arguments.extend([depth, nodes]);
    }
    arguments.extend([
        ("mate", number(limits.mate)),
        ("movetime", number(limits.movetime)),
    ]);

    let draw = limits.draw && dialect.properties().draw_offers;
    let mut line = "go".to_owned();
    for (is_set, flag) in [
        (limits.ponder, " ponder"),
        (draw, " draw"),
        (limits.infinite, " infinite"),
    ] {
        if is_set {
            line.push_str(flag);
        }
    }
    for (key, value) in arguments {
        if let Some(value) = value {
            line.extend([" ", key, " ", value.as_str()]);
        }
    }
    for (key, moves) in [
        ("searchmoves", &limits.searchmoves),
        ("ignoremoves", &limits.ignoremoves),
    ] {
        if !moves.is_empty() {
            line = with_words(format!("{line} {key}"), moves);
        }
    }
    line
}

/// Returns the values of the clocks that are set and that the dialect can send.
fn clock(limits: &GoLimits, dialect: Dialect) -> Vec<Argument> {
    let words = dialect.properties().clock_words.iter();
    words
        .map(|(word, parameter)| (*word, number(limits.clock_value(*parameter))))
        .collect()
}

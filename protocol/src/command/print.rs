//! Prints commands, for programs that run engines.

use super::{Command, PositionStart, Query, Register};
use crate::{
    dialect::{Dialect, SetOptionForm},
    limits::GoLimits,
    text::{Fields, is_blank, one_line, with_words},
};

impl Command {
    /// Returns the line for this command, without a line end. Parsing the line yields
    /// an equal command if the dialect has this command and the parser could have
    /// produced the command's names, values and moves. Parts of `go` and `ponderhit` that
    /// the dialect cannot express are left out: a draw offer, or another dialect's clocks.
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
            Command::BadPosition => "position".to_owned(),
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
            Command::Book => "book".to_owned(),
            Command::Annotate(json) => format!("annotate {json}"),
            Command::GameFile { question, json } => format!("{} {json}", question.command()),
            Command::Flip => "flip".to_owned(),
            Command::Help => "help".to_owned(),
            Command::Wait => "wait".to_owned(),
        })
    }
}

fn setoption(name: &str, value: Option<&str>, dialect: Dialect) -> String {
    // Dialects with the plain form also accept the form with keywords, the only one that
    // can express names with blanks and empty values.
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
    let mut line = Fields("register".to_owned());
    match register {
        Register::Later => line.word("later"),
        Register::As { name, code } => {
            line.field("name", name.as_ref());
            line.field("code", code.as_ref());
        }
    }
    line.0
}

fn position(command: &str, start: &PositionStart, moves: &[String], dialect: Dialect) -> String {
    let mut line = Fields(command.to_owned());
    match start {
        PositionStart::StartPos => line.word("startpos"),
        PositionStart::Text(text) => line.field(dialect.properties().position_key, Some(text)),
    }
    line.moves("moves", moves);
    line.0
}

/// Returns a `go` line, with its parts in the order of the dialect's specification or GUI.
fn go(limits: &GoLimits, dialect: Dialect) -> String {
    let properties = dialect.properties();
    let mut line = Fields("go".to_owned());
    line.flag("ponder", limits.ponder);
    line.flag("draw", limits.draw && properties.draw_offers);
    line.flag("infinite", limits.infinite);
    for (word, parameter) in properties.clock_words {
        line.field(word, limits.clock_value(*parameter));
    }
    if properties.nodes_before_depth {
        line.field("nodes", limits.nodes);
        line.field("depth", limits.depth);
    } else {
        line.field("depth", limits.depth);
        line.field("nodes", limits.nodes);
    }
    line.field("mate", limits.mate);
    line.field("movetime", limits.movetime);
    line.moves("searchmoves", &limits.searchmoves);
    line.moves("ignoremoves", &limits.ignoremoves);
    line.0
}

//! Parses the name of a command, and the commands with few or no arguments.

use nom::{Parser, combinator::map_opt};

use super::{Command, Query, Register, go, position, setoption, ucci};
use crate::{
    dialect::{Dialect, SetOptionForm},
    facts::FileQuestion,
    text::{Res, any_keyword, keyword, non_keyword, phrase, rest_of_line, word, words},
    warning::{Expected, Parsed, Warnings},
};

/// The commands that every dialect has, apart from the handshake commands.
const PROTOCOL: &[&str] = &[
    "debug",
    "isready",
    "setoption",
    "register",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// The commands for people at a console, and the questions about positions and game
/// files. They are recognized only as the first word of a line, because words this
/// common may also occur in junk.
const FIRST_WORD_ONLY: &[&str] = &[
    "d",
    "eval",
    "bench",
    "flip",
    "help",
    "wait",
    "protocol",
    "state",
    "moves",
    "why",
    "book",
    "annotate",
    FileQuestion::Games.command(),
    FileQuestion::ReadGame.command(),
    FileQuestion::WriteGame.command(),
];

impl Command {
    /// Parses one line. An empty line yields neither a value nor a warning.
    ///
    /// Words before the first command are skipped with one warning, as the UCI
    /// specification asks.
    #[must_use]
    pub fn parse(dialect: Dialect, line: &str) -> Parsed<Self> {
        let mut warnings = Warnings::new("");
        let Some((name, args)) = command_word(dialect, line, &mut warnings) else {
            return warnings.into_parsed(None);
        };
        warnings.set_command(name);
        let command = match name {
            "debug" => debug(args, &mut warnings),
            "setoption" => match dialect.properties().set_option_form {
                SetOptionForm::Keyed => setoption::parse(args, &mut warnings),
                SetOptionForm::Plain => ucci::setoption(dialect, args, &mut warnings),
            },
            "register" => register(args, &mut warnings),
            "position" => Some(match position::parse(args, &mut warnings) {
                Some((start, moves)) => Command::Position { start, moves },
                None => Command::BadPosition,
            }),
            "probe" => position::parse(args, &mut warnings)
                .map(|(start, moves)| Command::Probe { start, moves }),
            "banmoves" => ucci::banmoves(args, &mut warnings),
            "go" => Some(go::parse(dialect, args, &mut warnings)),
            "ponderhit" => Some(ponderhit(dialect, args, &mut warnings)),
            "why" => why(args, &mut warnings),
            "bench" => Some(Command::Bench(words(args, &[]).1)),
            "annotate" => json_object(args, &mut warnings).map(Command::Annotate),
            _ => match file_question(name) {
                Some(question) => json_object(args, &mut warnings)
                    .map(|json| Command::GameFile { question, json }),
                None => without_arguments(dialect, name, args, &mut warnings),
            },
        };
        warnings.into_parsed(command)
    }
}

/// Returns the name of the command and the text after it; `None` if the line has no
/// command. Words before the name are skipped, with a warning about the first word.
fn command_word<'a>(
    dialect: Dialect,
    line: &'a str,
    warnings: &mut Warnings,
) -> Option<(&'static str, &'a str)> {
    if let Ok((args, name)) = any_keyword(FIRST_WORD_ONLY).parse(line) {
        return Some((name, args));
    }
    let mut rest = line;
    let mut skipped = None;
    let found = loop {
        if let Ok((args, name)) = protocol_word(dialect, rest) {
            break Some((name, args));
        }
        let Ok((after, junk)) = word(rest) else {
            break None;
        };
        skipped = skipped.or(Some(junk));
        rest = after;
    };
    if let Some(junk) = skipped {
        warnings.unknown_command(junk);
    }
    found
}

/// Parses the next word if it is a command of the dialect, or the handshake
/// command of any dialect.
fn protocol_word(dialect: Dialect, input: &str) -> Res<'_, &'static str> {
    let handshakes = Dialect::ALL.map(|dialect| dialect.properties().handshake);
    let own = dialect.properties().commands.iter().copied();
    let mut all = PROTOCOL
        .iter()
        .copied()
        .chain(own)
        .chain([dialect.properties().new_game])
        .chain(handshakes);
    map_opt(word, |found| all.find(|name| *name == found)).parse(input)
}

/// Warns if words follow the last argument.
fn expect_end_of_line(rest: &str, warnings: &mut Warnings) {
    if let Ok((_, extra)) = word(rest) {
        warnings.unexpected(extra, Expected::EndOfLine);
    }
}

/// Parses a command without arguments.
fn without_arguments(
    dialect: Dialect,
    name: &str,
    args: &str,
    warnings: &mut Warnings,
) -> Option<Command> {
    expect_end_of_line(args, warnings);
    Some(match name {
        "isready" => Command::IsReady,
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        "d" => Command::Show(Query::Board),
        "eval" => Command::Show(Query::Eval),
        "flip" => Command::Flip,
        "protocol" => Command::ProtocolVersion,
        "state" => Command::State,
        "moves" => Command::Moves,
        "book" => Command::Book,
        "help" => Command::Help,
        "wait" => Command::Wait,
        _ if name == dialect.properties().new_game => Command::NewGame,
        _ => Command::Handshake(Dialect::from_handshake(name)?),
    })
}

fn file_question(name: &str) -> Option<FileQuestion> {
    let mut questions = FileQuestion::ALL.into_iter();
    questions.find(|question| question.command() == name)
}

/// Returns the rest of the line, which should be a JSON object; `None` if it is empty.
fn json_object(args: &str, warnings: &mut Warnings) -> Option<String> {
    let json = rest_of_line(args);
    if json.is_empty() {
        warnings.missing_argument(Expected::JsonObject);
    }
    (!json.is_empty()).then(|| json.to_owned())
}

fn why(args: &str, warnings: &mut Warnings) -> Option<Command> {
    let Ok((rest, text)) = word(args) else {
        warnings.missing_argument(Expected::Move);
        return None;
    };
    expect_end_of_line(rest, warnings);
    Some(Command::Why(text.to_owned()))
}

fn ponderhit(dialect: Dialect, args: &str, warnings: &mut Warnings) -> Command {
    let offer = keyword("draw").parse(args).ok();
    let offer = offer.filter(|_| dialect.properties().draw_offers);
    expect_end_of_line(offer.map_or(args, |(rest, _)| rest), warnings);
    Command::PonderHit {
        draw: offer.is_some(),
    }
}

fn debug(args: &str, warnings: &mut Warnings) -> Option<Command> {
    const SWITCH: &[&str] = &["on", "off"];
    let mut rest = args;
    loop {
        if let Ok((_, switch)) = any_keyword(SWITCH).parse(rest) {
            return Some(Command::Debug(switch == "on"));
        }
        let Ok((after, junk)) = word(rest) else { break };
        warnings.unexpected(junk, Expected::OneOf(SWITCH));
        rest = after;
    }
    if warnings.is_empty() {
        warnings.missing_argument(Expected::OneOf(SWITCH));
    }
    None
}

fn register(args: &str, warnings: &mut Warnings) -> Option<Command> {
    const KEYS: &[&str] = &["later", "name", "code"];
    if keyword("later").parse(args).is_ok() {
        return Some(Command::Register(Register::Later));
    }
    let (mut name, mut code) = (None, None);
    let mut rest = args;
    loop {
        rest = match any_keyword(KEYS).parse(rest) {
            Ok((after, field)) => {
                let (after, text) = phrase(after, KEYS);
                let text = (!text.is_empty()).then_some(text);
                match field {
                    "name" => name = text,
                    "code" => code = text,
                    _ => {}
                }
                after
            }
            Err(_) => match non_keyword(KEYS).parse(rest) {
                Ok((after, junk)) => {
                    warnings.unexpected(junk, Expected::OneOf(KEYS));
                    after
                }
                Err(_) => break,
            },
        };
    }
    if name.is_none() && code.is_none() {
        warnings.missing_argument(Expected::OneOf(KEYS));
        return None;
    }
    Some(Command::Register(Register::As { name, code }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Parsed<Command> {
        Command::parse(Dialect::Uci, text)
    }

    #[test]
    fn commands_without_arguments_are_parsed() {
        assert_eq!(parse(" \tisready \r").value, Some(Command::IsReady));
        assert_eq!(parse("d").value, Some(Command::Show(Query::Board)));
        assert_eq!(parse("state").value, Some(Command::State));
        assert_eq!(parse("moves").value, Some(Command::Moves));
        assert_eq!(parse("protocol").value, Some(Command::ProtocolVersion));
        let extra = parse("stop now please");
        assert_eq!(extra.value, Some(Command::Stop));
        assert_eq!(extra.warnings.len(), 1);
    }

    #[test]
    fn why_takes_one_move() {
        assert_eq!(parse("why d4-d6").value, Some(Command::Why("d4-d6".into())));
        assert_eq!(parse("why d4-d6 a5").warnings.len(), 1);
        let missing = parse("why");
        assert_eq!((missing.value, missing.warnings.len()), (None, 1));
    }

    #[test]
    fn an_empty_line_is_not_a_command() {
        let empty = parse(" \t\0 ");
        assert_eq!((empty.value, empty.warnings.len()), (None, 0));
    }

    #[test]
    fn words_before_the_command_are_skipped() {
        let found = parse("joho debug on");
        assert_eq!(found.value, Some(Command::Debug(true)));
        let faults: Vec<_> = found.warnings.into_iter().map(|w| w.fault).collect();
        assert_eq!(faults, [crate::Fault::UnknownCommand("joho".into())]);
        let junk = parse("what a d help");
        assert_eq!((junk.value, junk.warnings.len()), (None, 1));
    }

    #[test]
    fn each_dialect_has_only_its_own_new_game_command() {
        assert_eq!(parse("ucinewgame").value, Some(Command::NewGame));
        assert_eq!(parse("ushinewgame").value, None);
        let ushi = Command::parse(Dialect::Ushi, "ushinewgame");
        assert_eq!(ushi.value, Some(Command::NewGame));
    }

    #[test]
    fn register_is_parsed_in_all_forms() {
        assert_eq!(
            parse("register later").value,
            Some(Command::Register(Register::Later))
        );
        let named = Register::As {
            name: Some("Stefan MK".into()),
            code: Some("4359874324".into()),
        };
        assert_eq!(
            parse("register name Stefan MK code 4359874324").value,
            Some(Command::Register(named))
        );
        assert_eq!(parse("register").value, None);
        assert_eq!(parse("debug").warnings.len(), 1);
        assert_eq!(parse("debug maybe").value, None);
    }
}

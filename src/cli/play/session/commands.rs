//! The commands that a user may type.
//!
//! A line is a command if its first word is the name of one. Any other first word of letters
//! alone, except `pass`, is an unknown command; an empty line or one that begins with `#` is
//! ignored; any other line is a turn, whose text the rules parse.

use super::{Reply, Session};
use crate::page::{Place, Texts};
use crate::util::spelling::nearest;
use crate::util::text::quoted;

/// A command. The text `terminal.help.NAME` says what it does.
struct Command {
    name: &'static str,
    /// Other names, which the help does not list.
    aliases: &'static [&'static str],
    /// The arguments, as the help lists them; empty if there are none.
    arguments: &'static str,
    /// Executes the command with its arguments.
    run: fn(&mut Session, &str) -> Reply,
}

const fn command(
    name: &'static str,
    aliases: &'static [&'static str],
    arguments: &'static str,
    run: fn(&mut Session, &str) -> Reply,
) -> Command {
    Command {
        name,
        aliases,
        arguments,
        run,
    }
}

/// All commands, in the order of the help.
static COMMANDS: [Command; 22] = [
    command("moves", &[], "[SQUARE]", Session::moves),
    command("undo", &["takeback"], "", Session::undo),
    command("redo", &[], "", Session::redo),
    command("hint", &[], "", Session::hint),
    command("score", &[], "", Session::score),
    command("go", &[], "", Session::go),
    command("switch", &[], "", Session::switch),
    command("board", &[], "", |session, _| Ok(session.board())),
    command("flip", &[], "", Session::flip),
    command("numbers", &[], "", Session::numbers),
    command("level", &[], "[0-20]", Session::level),
    command("draw", &[], "", Session::draw),
    command("resign", &[], "", Session::resign),
    command("new", &[], "[VARIANT]", Session::new_game),
    command("position", &[], "[SPN|FEN]", Session::position),
    command("save", &[], "FILE", |game, path| game.save(path, false)),
    command("save!", &[], "FILE", |game, path| game.save(path, true)),
    command("load", &[], "FILE", Session::load),
    command("rules", &[], "", Session::rules),
    command("legend", &[], "", Session::legend),
    command("help", &["h", "?"], "", help),
    command("quit", &["exit", "q"], "", Session::quit),
];

/// Returns the commands as they are typed: with a space after those that have arguments.
pub fn words() -> impl Iterator<Item = String> {
    COMMANDS.iter().map(|command| match command.arguments {
        "" => command.name.to_owned(),
        _ => format!("{} ", command.name),
    })
}

/// Executes a line: a command, a turn or a comment.
pub fn execute(session: &mut Session, line: &str) -> Reply {
    let was_running = session.game.ending().is_none();
    session.game.check_flag();
    let line = line.trim();
    let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let argument = argument.trim();
    if word.is_empty() || word.starts_with('#') {
        return Ok(String::new());
    }
    let name = word.to_ascii_lowercase();
    let is_name = |command: &&Command| command.name == name || command.aliases.contains(&&*name);
    match COMMANDS.iter().find(is_name) {
        Some(command) => {
            let expected = match (command.arguments, argument) {
                ("FILE", "") => "terminal.expected.file",
                ("", argument) if !argument.is_empty() => "terminal.expected.nothing",
                _ => return (command.run)(session, argument),
            };
            Err(session.expected(command.name, argument, &session.text(expected)))
        }
        None if name != "pass" && name.bytes().all(|b| b.is_ascii_alphabetic()) => {
            Err(unknown(&session.texts, word))
        }
        // The clock ran out before this turn; the announcement of the end gives time as the reason.
        None if was_running && session.game.ending().is_some() => Ok(String::new()),
        None => session.turn(&join_turn_words(line)),
    }
}

/// Returns the error for a word that is not a command.
fn unknown(texts: &Texts, word: &str) -> String {
    let word_place: Place<'_> = ("word", &quoted(word));
    match nearest(word, COMMANDS.iter().map(|command| command.name)) {
        Some(name) => {
            let places: [Place<'_>; 2] = [word_place, ("command", &quoted(name))];
            texts.fill("terminal.unknown-similar", &places)
        }
        None => texts.fill("terminal.unknown", &[word_place]),
    }
}

/// Removes the spaces from the text of a turn, except between two digits: `4 6` is not
/// 46.
fn join_turn_words(line: &str) -> String {
    let mut text = String::new();
    for word in line.split_whitespace() {
        let is_number = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if is_number(text.chars().last()) && is_number(word.chars().next()) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// Lists the commands.
fn help(session: &mut Session, _: &str) -> Reply {
    let key = match session.game.record().variant().is_shatra() {
        true => "terminal.help.turns-shatra",
        false => "terminal.help.turns-chess",
    };
    let rows = COMMANDS.iter().map(|command| {
        let call = format!("{} {}", command.name, command.arguments);
        let about = session.text(&format!("terminal.help.{}", command.name));
        format!("\n  {call:<20}{about}")
    });
    Ok(session.text(key) + &rows.collect::<String>())
}

//! Parses the commands that a user may type.
//!
//! A line whose first word consists only of letters is a command, unless that word is
//! `pass`. Everything else is a turn, whose text the rules parse.

use std::path::PathBuf;

use super::expected::Expected;
use crate::engine::{ELO_MAX, ELO_MIN, Strength};
use crate::game::Variant;
use crate::host::engine::FULL_LEVEL;
use crate::page::Texts;
use crate::util::spelling::nearest;
use crate::util::text::brief;

/// A parsed line of input.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayCommand {
    /// An empty line or a comment.
    Empty,
    /// The text of a turn, not yet parsed.
    Turn(String),
    /// `help`
    Help,
    /// `moves`, with the square on which the turns start, not yet parsed.
    Moves(Option<String>),
    /// `undo`
    Undo,
    /// `redo`
    Redo,
    /// `hint`
    Hint,
    /// `flip`
    Flip,
    /// `board`
    Board,
    /// `score`
    Score,
    /// `eval`
    Eval,
    /// `level` or `elo`; shows the strength if no number is given.
    Level(Option<Strength>),
    /// `clock`
    Clock,
    /// `draw`
    Draw,
    /// `resign`
    Resign,
    /// `new`, optionally with a different variant.
    New(Option<Variant>),
    /// `position`, with its text; shows the current one if no text is given.
    Position(Option<String>),
    /// `rules`
    Rules,
    /// `legend`
    Legend,
    /// `load`
    Load(PathBuf),
    /// `save`, or `save!`, which replaces a file.
    Save {
        /// The file.
        path: PathBuf,
        /// Whether an existing file may be replaced.
        may_replace: bool,
    },
    /// `switch`
    Switch,
    /// `go`
    Go,
    /// `numbers`: whether squares are named by official numbers; toggles if no argument
    /// is given.
    Numbers(Option<bool>),
    /// `quit`
    Quit,
}

/// A line that can't be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// A word that is not a command.
    Unknown {
        /// The word.
        word: String,
        /// The most similar command, if one is similar enough.
        suggestion: Option<&'static str>,
    },
    /// A command with an invalid argument.
    Argument {
        /// The command.
        command: &'static str,
        /// The argument; empty if it is missing.
        word: String,
        /// What was expected instead.
        expected: Expected,
    },
}

impl CommandError {
    /// Returns the message in the user's language.
    pub fn message(&self, texts: &Texts) -> String {
        let quoted = |word: &str| format!("{word:?}");
        match self {
            Self::Unknown {
                word,
                suggestion: Some(name),
            } => texts.fill(
                "terminal.unknown-similar",
                &[("word", &quoted(word)), ("command", &quoted(name))],
            ),
            Self::Unknown { word, .. } => {
                texts.fill("terminal.unknown", &[("word", &quoted(word))])
            }
            Self::Argument {
                command,
                word,
                expected,
            } => texts.fill(
                "terminal.argument",
                &[
                    ("command", command),
                    ("word", &quoted(word)),
                    ("expected", &expected.description(texts)),
                ],
            ),
        }
    }
}

fn similar_command(word: &str) -> Option<&'static str> {
    nearest(word, COMMANDS.iter().map(|entry| entry.name))
}

/// A command and its arguments, as the help lists them. The text `terminal.help.NAME` says
/// what the command does.
#[derive(Copy, Clone, Debug)]
pub struct CommandUsage {
    /// The name of the command.
    pub name: &'static str,
    /// The arguments of the command.
    pub arguments: &'static str,
}

const fn usage(name: &'static str, arguments: &'static str) -> CommandUsage {
    CommandUsage { name, arguments }
}

/// All commands, in the order of the help. The last two are aliases, which `help` does
/// not list.
pub const COMMANDS: [CommandUsage; 27] = [
    usage("moves", "[SQUARE]"),
    usage("undo", ""),
    usage("redo", ""),
    usage("hint", ""),
    usage("go", ""),
    usage("switch", ""),
    usage("board", ""),
    usage("flip", ""),
    usage("numbers", "[letters|official]"),
    usage("score", ""),
    usage("eval", ""),
    usage("level", "[0-20]"),
    usage("elo", "[970-2600]"),
    usage("clock", ""),
    usage("draw", ""),
    usage("resign", ""),
    usage("new", "[VARIANT]"),
    usage("position", "[SPN|FEN]"),
    usage("save", "FILE"),
    usage("save!", "FILE"),
    usage("load", "FILE"),
    usage("rules", ""),
    usage("legend", ""),
    usage("help", ""),
    usage("quit", ""),
    usage("exit", ""),
    usage("takeback", ""),
];

/// The commands that `help` lists: all except the aliases.
pub fn listed_commands() -> impl Iterator<Item = CommandUsage> {
    COMMANDS.into_iter().take(COMMANDS.len() - 2)
}

/// The arguments of `numbers`.
pub const SQUARE_NAMES: [&str; 2] = ["letters", "official"];

/// Parses a line of input.
///
/// # Errors
/// Returns an error if the line is neither a turn nor a command with valid arguments.
pub fn parse(line: &str) -> Result<PlayCommand, CommandError> {
    let line = line.trim();
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    if word.is_empty() || word.starts_with('#') {
        return Ok(PlayCommand::Empty);
    }
    let name = word.to_ascii_lowercase();
    let is_name = name == "?" || name == "save!" || name.bytes().all(|b| b.is_ascii_alphabetic());
    if !is_name || name == "pass" {
        return Ok(PlayCommand::Turn(join_turn_words(line)));
    }
    match name.as_str() {
        "moves" => Ok(PlayCommand::Moves(
            (!rest.is_empty()).then(|| rest.to_owned()),
        )),
        "level" => parse_level(rest),
        "elo" => parse_elo(rest),
        "new" => parse_new(rest),
        "position" => Ok(PlayCommand::Position(
            (!rest.is_empty()).then(|| rest.to_owned()),
        )),
        "save" | "save!" => Ok(PlayCommand::Save {
            path: parse_path("save", rest)?,
            may_replace: name.ends_with('!'),
        }),
        "load" => Ok(PlayCommand::Load(parse_path("load", rest)?)),
        "numbers" => parse_numbers(rest),
        _ => match command_without_arguments(&name) {
            Some((_, command)) if rest.is_empty() => Ok(command),
            Some((name, _)) => Err(argument_error(name, rest, Expected::Nothing)),
            None => Err(CommandError::Unknown {
                word: brief(word),
                suggestion: similar_command(&name),
            }),
        },
    }
}

/// Returns the command of this name or alias that takes no arguments, with its full name.
fn command_without_arguments(name: &str) -> Option<(&'static str, PlayCommand)> {
    Some(match name {
        "help" | "h" | "?" => ("help", PlayCommand::Help),
        "undo" | "takeback" => ("undo", PlayCommand::Undo),
        "redo" => ("redo", PlayCommand::Redo),
        "rules" => ("rules", PlayCommand::Rules),
        "legend" => ("legend", PlayCommand::Legend),
        "hint" => ("hint", PlayCommand::Hint),
        "flip" => ("flip", PlayCommand::Flip),
        "board" => ("board", PlayCommand::Board),
        "score" => ("score", PlayCommand::Score),
        "eval" => ("eval", PlayCommand::Eval),
        "clock" => ("clock", PlayCommand::Clock),
        "draw" => ("draw", PlayCommand::Draw),
        "resign" => ("resign", PlayCommand::Resign),
        "switch" => ("switch", PlayCommand::Switch),
        "go" => ("go", PlayCommand::Go),
        "quit" | "exit" | "q" => ("quit", PlayCommand::Quit),
        _ => return None,
    })
}

/// Creates the error for a command with an invalid argument.
pub fn argument_error(command: &'static str, word: &str, expected: Expected) -> CommandError {
    CommandError::Argument {
        command,
        word: word.chars().take(60).collect(),
        expected,
    }
}

fn parse_level(word: &str) -> Result<PlayCommand, CommandError> {
    if word.is_empty() {
        return Ok(PlayCommand::Level(None));
    }
    match word.parse() {
        Ok(level @ 0..=FULL_LEVEL) => Ok(PlayCommand::Level(Some(Strength::Level(level as f64)))),
        _ => {
            let (min, max) = (0, FULL_LEVEL);
            Err(argument_error("level", word, Expected::Number { min, max }))
        }
    }
}

fn parse_elo(word: &str) -> Result<PlayCommand, CommandError> {
    if word.is_empty() {
        return Ok(PlayCommand::Level(None));
    }
    match word.parse() {
        Ok(elo @ ELO_MIN..=ELO_MAX) => Ok(PlayCommand::Level(Some(Strength::from_elo(elo)))),
        _ => {
            let (min, max) = (ELO_MIN, ELO_MAX);
            Err(argument_error("elo", word, Expected::Number { min, max }))
        }
    }
}

fn parse_new(word: &str) -> Result<PlayCommand, CommandError> {
    if word.is_empty() {
        return Ok(PlayCommand::New(None));
    }
    match Variant::from_id(word) {
        Some(variant) => Ok(PlayCommand::New(Some(variant))),
        None => Err(argument_error(
            "new",
            word,
            Expected::OneOf(Variant::id_list()),
        )),
    }
}

fn parse_path(command: &'static str, path: &str) -> Result<PathBuf, CommandError> {
    if path.is_empty() {
        return Err(argument_error(command, path, Expected::File));
    }
    Ok(PathBuf::from(path))
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

fn parse_numbers(word: &str) -> Result<PlayCommand, CommandError> {
    let [letters, official] = SQUARE_NAMES;
    match word {
        "" => Ok(PlayCommand::Numbers(None)),
        word if word == letters => Ok(PlayCommand::Numbers(Some(false))),
        word if word == official => Ok(PlayCommand::Numbers(Some(true))),
        word => Err(argument_error(
            "numbers",
            word,
            Expected::OneOf(SQUARE_NAMES.join(", ")),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::language::texts_of;
    use super::*;
    use crate::page::Language;

    fn refused(line: &str) -> String {
        parse(line)
            .unwrap_err()
            .message(&texts_of(Language::English))
    }

    #[test]
    fn turns_and_commands_are_distinguished() {
        for turn in [
            "d4-d6",
            "a5:a7:g7",
            "13:41",
            "Kd4-d6",
            "e13-e14=Q",
            "pass",
            "d4d6",
            "d4",
        ] {
            assert_eq!(parse(turn), Ok(PlayCommand::Turn(turn.to_owned())));
        }
        assert_eq!(parse("  UNDO "), Ok(PlayCommand::Undo));
        assert_eq!(parse("?"), Ok(PlayCommand::Help));
        assert_eq!(parse(""), Ok(PlayCommand::Empty));
        assert_eq!(parse("# a comment"), Ok(PlayCommand::Empty));
        for turn in ["a5 a7 g7", "a5  a7g7", "a5a7 g7"] {
            assert_eq!(parse(turn), Ok(PlayCommand::Turn("a5a7g7".into())));
        }
        assert_eq!(parse("46 39"), Ok(PlayCommand::Turn("46 39".into())));
        let message = refused("dance");
        assert!(message.ends_with("'help' lists the commands"), "{message}");
        for (typo, name) in [("undu", "undo"), ("resgin", "resign"), ("bord", "board")] {
            let message = refused(typo);
            assert!(
                message.ends_with(&format!("did you mean {name:?}?")),
                "{message}"
            );
        }
    }

    #[test]
    fn arguments_of_commands_are_checked() {
        assert_eq!(parse("moves D4"), Ok(PlayCommand::Moves(Some("D4".into()))));
        assert_eq!(parse("moves"), Ok(PlayCommand::Moves(None)));
        assert_eq!(
            parse("numbers official"),
            Ok(PlayCommand::Numbers(Some(true)))
        );
        for (line, may_replace) in [("save a b.txt", false), ("save! a b.txt", true)] {
            let path = "a b.txt".into();
            assert_eq!(parse(line), Ok(PlayCommand::Save { path, may_replace }));
        }
        let game = PlayCommand::New(Some(Variant::Kurin));
        assert_eq!(parse("new shatra-kurin"), Ok(game));
        let level = PlayCommand::Level(Some(Strength::Level(7.0)));
        assert_eq!(parse("level 7"), Ok(level));
        for wrong in [
            "level 21",
            "level -1",
            "level x",
            "elo 100",
            "new chess",
            "save",
            "numbers roman",
            "undo 2",
            "quit now",
        ] {
            let error = refused(wrong);
            assert!(error.contains("expected"), "{wrong}: {error}");
            let word = wrong.split(' ').nth(1).unwrap_or_default();
            assert!(error.contains(word), "{wrong}: {error}");
        }
    }

    #[test]
    fn the_help_gives_the_range_of_elo() {
        let elo = COMMANDS.iter().find(|command| command.name == "elo");
        let range = format!("[{ELO_MIN}-{ELO_MAX}]");
        assert_eq!(elo.map(|elo| elo.arguments), Some(&*range));
    }

    #[test]
    fn every_command_in_the_help_is_recognized() {
        for CommandUsage { name, .. } in COMMANDS {
            let command = parse(name);
            let is_known = !matches!(
                command,
                Err(CommandError::Unknown { .. }) | Ok(PlayCommand::Turn(_))
            );
            assert!(is_known, "{name}");
        }
    }
}

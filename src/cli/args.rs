//! The command line.

use std::ffi::OsString;

use batyr_protocol::{Dialect, Warning};
use clap::{CommandFactory, Parser, Subcommand};

use super::analyse::AnalyseArgs;
use super::book::BookArgs;
use super::completions::CompletionsArgs;
use super::compliance::ComplianceArgs;
use super::convert::ConvertArgs;
use super::datagen::DatagenArgs;
use super::error::CliError;
use super::keep::KeepArgs;
use super::man::ManArgs;
use super::match_command::MatchArgs;
use super::perft::PerftArgs;
use super::play::PlayArgs;
use super::serve::ServeArgs;
use super::solve::SolveArgs;
use super::train::TrainArgs;
use super::tune::TuneArgs;
use super::wdl::WdlArgs;
use crate::util::spelling::nearest;

/// The command line of the program.
#[derive(Parser, Debug)]
#[command(
    name = "batyr",
    version,
    about = "An engine for Shatra, the chess-and-draughts of the Altai",
    after_help = "Examples:\n  \
        batyr                                     talk to a GUI on stdin and stdout\n  \
        batyr go depth 12                         search the start position\n  \
        batyr \"position spn 9/1/K6/5s1/4S1R/7/7/k6/1/9 b\" d \"go movetime 1000\"\n  \
        batyr \"setoption name UCI_Variant value shatra-original\" \"go perft 4\"\n  \
        batyr bench                               run the benchmark\n\n\
        'batyr help' lists the commands; protocol/PROTOCOL.md describes them.\n\
        'batyr help SUBCOMMAND' describes a subcommand.\n\
        The exit status is 1 if a command is refused. RUST_LOG=debug shows the log.",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    subcommand_value_name = "SUBCOMMAND",
    subcommand_help_heading = "Subcommands",
    max_term_width = 80
)]
pub struct CommandLine {
    /// The subcommand; without one the program uses the protocol on stdin and
    /// stdout.
    #[command(subcommand)]
    pub command: Option<SubcommandArgs>,

    /// Commands of the protocol to run before the program ends; without any,
    /// they are read from stdin. An argument that contains spaces is one
    /// command; consecutive single words together make one command.
    #[arg(value_name = "COMMAND", allow_negative_numbers = true)]
    words: Vec<String>,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum SubcommandArgs {
    // Boxed to keep the enum small.
    Play(Box<PlayArgs>),
    #[command(alias = "analyze")]
    Analyse(Box<AnalyseArgs>),
    Match(Box<MatchArgs>),
    Compliance(ComplianceArgs),
    Convert(Box<ConvertArgs>),
    Book(Box<BookArgs>),
    Perft(PerftArgs),
    Solve(Box<SolveArgs>),
    Datagen(Box<DatagenArgs>),
    Tune(Box<TuneArgs>),
    Train(Box<TrainArgs>),
    Wdl(WdlArgs),
    Serve(Box<ServeArgs>),
    Completions(CompletionsArgs),
    Man(ManArgs),
    #[command(hide = true)]
    Keep(KeepArgs),
}

/// A word of the command line that is neither a subcommand nor a command of the
/// protocol, but resembles a subcommand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no subcommand '{word}'; did you mean '{suggestion}'?")]
pub struct Typo {
    word: String,
    suggestion: String,
}

impl From<Typo> for CliError {
    fn from(error: Typo) -> Self {
        Self::usage(error)
    }
}

impl CommandLine {
    /// Parses the command line of the program, which ends here if clap finds an
    /// error or prints help.
    ///
    /// # Errors
    /// If the first word resembles a subcommand without being one.
    pub fn read() -> Result<Self, Typo> {
        let words = with_help(std::env::args_os().collect());
        Self::parse_from(words).without_typo()
    }

    fn without_typo(self) -> Result<Self, Typo> {
        let mut words = self.words.iter().map(String::as_str);
        let first = words.next().filter(|_| self.command.is_none());
        let word = match first {
            Some("help") => words.next(),
            first => first,
        };
        match word.and_then(|word| Some((word, similar_subcommand(word)?))) {
            Some((word, suggestion)) => Err(Typo {
                word: word.to_owned(),
                suggestion,
            }),
            None => Ok(self),
        }
    }

    /// Returns the commands of the protocol on the command line, one per line;
    /// `None` if they come from stdin.
    pub fn script(&self) -> Option<Vec<String>> {
        let mut lines: Vec<String> = Vec::new();
        let mut open = false;
        for word in &self.words {
            let is_line = word.contains(char::is_whitespace);
            match lines.last_mut() {
                Some(line) if open && !is_line => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.clone()),
            }
            open = !is_line;
        }
        (!lines.is_empty()).then_some(lines)
    }
}

/// Returns the words, with a request for the help of a subcommand (`help match
/// merge`, `match help merge`) rewritten as `--help` after its name. A single
/// `help` is unchanged: it is a command of the protocol.
fn with_help(words: Vec<OsString>) -> Vec<OsString> {
    let command = CommandLine::command();
    let is_help = |word: Option<&OsString>| word.is_some_and(|word| word == "help");
    let subcommand = |at: usize| command.find_subcommand(words.get(at)?);
    let index = if is_help(words.get(1)) && subcommand(2).is_some() {
        1
    } else if is_help(words.get(2)) && subcommand(1).is_some_and(clap::Command::has_subcommands) {
        2
    } else {
        return words;
    };
    let mut words = words;
    words.remove(index);
    words.push("--help".into());
    words
}

/// Returns the subcommand that a word resembles, unless the word is a command
/// of a dialect of the protocol.
fn similar_subcommand(word: &str) -> Option<String> {
    let is_unknown = |dialect| {
        let parsed = batyr_protocol::Command::parse(dialect, word);
        let unknown = |warning: &Warning| matches!(warning, Warning::UnknownCommand { .. });
        parsed.warnings.iter().any(unknown)
    };
    if word.contains(char::is_whitespace) || !Dialect::ALL.into_iter().all(is_unknown) {
        return None;
    }
    let all = CommandLine::command();
    let shown = all.get_subcommands().filter(|sub| !sub.is_hide_set());
    nearest(word, shown.map(clap::Command::get_name)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(words: &[&str]) -> Option<Vec<String>> {
        let all = std::iter::once(&"batyr").chain(words);
        CommandLine::try_parse_from(all).unwrap().script()
    }

    /// Returns the lines of the help that are so long that clap would break them.
    fn long_lines(command: &clap::Command) -> Vec<String> {
        let help = command.get_after_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let long = help.lines().filter(|line| line.chars().count() > 80);
        let of_subcommands = command.get_subcommands().flat_map(long_lines);
        long.map(str::to_owned).chain(of_subcommands).collect()
    }

    #[test]
    fn no_line_of_help_is_too_long() {
        let command = <CommandLine as clap::CommandFactory>::command();
        assert_eq!(long_lines(&command), Vec::<String>::new());
    }

    #[test]
    fn analyse_has_two_spellings() {
        let args = CommandLine::try_parse_from(["batyr", "analyze", "startpos"]).unwrap();
        assert!(matches!(args.command, Some(SubcommandArgs::Analyse(_))));
    }

    #[test]
    fn help_may_come_before_or_after_the_subcommand() {
        let rewritten = |words: &str| {
            let words = words.split(' ').map(OsString::from).collect();
            let words = with_help(words).into_iter();
            let words: Vec<_> = words.map(|word| word.into_string().unwrap()).collect();
            words.join(" ")
        };
        for (words, expected) in [
            ("batyr help analyse", "batyr analyse --help"),
            ("batyr help match merge", "batyr match merge --help"),
            ("batyr match help", "batyr match --help"),
            ("batyr match help merge", "batyr match merge --help"),
            ("batyr convert help", "batyr convert --help"),
            ("batyr help", "batyr help"),
            ("batyr help go", "batyr help go"),
            ("batyr perft help", "batyr perft help"),
        ] {
            assert_eq!(rewritten(words), expected);
        }
    }

    #[test]
    fn a_misspelt_subcommand_is_an_error() {
        let typo = |words: &[&str]| {
            let all = std::iter::once(&"batyr").chain(words);
            let read = CommandLine::try_parse_from(all).unwrap().without_typo();
            read.err().map(|typo| typo.suggestion)
        };
        for (word, suggestion) in [
            ("anlyse", "analyse"),
            ("sovle", "solve"),
            ("prft", "perft"),
            ("mtach", "match"),
            ("serv", "serve"),
        ] {
            assert_eq!(typo(&[word, "startpos"]).as_deref(), Some(suggestion));
            assert_eq!(typo(&["help", word]).as_deref(), Some(suggestion));
        }
        let commands = "d eval bench flip help wait debug isready setoption register position go \
                        stop ponderhit quit uci ucci ushi ucinewgame ushinewgame probe banmoves";
        for word in commands.split_whitespace() {
            assert_eq!(typo(&[word]), None, "{word}");
        }
        assert_eq!(typo(&["go", "anlyse"]), None);
        assert_eq!(typo(&["anlyse startpos"]), None);
        assert_eq!(typo(&["xyzzy"]), None);
    }

    #[test]
    fn consecutive_words_make_one_line() {
        assert_eq!(lines(&[]), None);
        assert_eq!(lines(&["go", "depth", "5"]).unwrap(), ["go depth 5"]);
        let mixed = lines(&["position startpos", "go", "depth", "5", "setoption name A"]);
        assert_eq!(
            mixed.unwrap(),
            ["position startpos", "go depth 5", "setoption name A"]
        );
        assert_eq!(lines(&["go", "wtime", "-5"]).unwrap(), ["go wtime -5"]);
        assert_eq!(lines(&["help"]).unwrap(), ["help"]);
        assert_eq!(lines(&["d", "serve"]).unwrap(), ["d serve"]);
    }
}

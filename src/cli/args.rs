//! The command line of the program.

use std::ffi::OsString;

use clap::{CommandFactory, Parser, Subcommand};

use super::analyse::AnalyseArgs;
use super::board::BoardArgs;
use super::book::BookArgs;
use super::completions::CompletionsArgs;
use super::compliance::ComplianceArgs;
use super::convert::ConvertArgs;
use super::datagen::DatagenArgs;
use super::error::CliError;
use super::man::ManArgs;
use super::match_command::MatchArgs;
use super::openings::OpeningsArgs;
use super::perft::PerftArgs;
use super::play::PlayArgs;
use super::puzzles::PuzzlesArgs;
use super::samples::SamplesArgs;
use super::serve::ServeArgs;
use super::solve::SolveArgs;
use super::spsa::SpsaArgs;
use super::stderr::eprint_line;
use super::stdout;
use super::suggestions::{HELP, MisspeltSubcommand, add_hint, check_words};
use super::suite::SuiteArgs;
use super::tables::TablesArgs;
use super::train::TrainArgs;
use super::wdl::WdlArgs;
use crate::eval::EvaluationFamily;
use crate::util::version::version_and_commit;

/// Returns the version with the names of the networks that are part of the program.
fn long_version() -> String {
    let networks = EvaluationFamily::ALL.map(|family| family.built_in_network().name().to_owned());
    format!("{}\nnetworks: {}", version_and_commit(), networks.join(" "))
}

/// The command line of the program.
#[derive(Parser, Debug)]
#[command(
    name = "batyr",
    version = version_and_commit(),
    long_version = long_version(),
    about = "An engine for Shatra, a board game of the Altai akin to chess and draughts",
    after_help = "Examples:\n  \
        batyr                                     talk to a GUI on stdin and stdout\n  \
        batyr go depth 12                         search the start position\n  \
        batyr \"position spn 9/1/K6/5s1/4S1R/7/7/k6/1/9 b\" d \"go movetime 1000\"\n  \
        batyr \"setoption name UCI_Variant value shatra-original\" \"go perft 4\"\n  \
        batyr bench                               run the benchmark\n\n\
        'batyr help' lists the protocol commands; protocol/PROTOCOL.md describes them.\n\
        'batyr help SUBCOMMAND' describes a subcommand.\n\
        The exit status is 1 if a command is refused. RUST_LOG=debug prints a log to\n\
        stderr.",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    subcommand_value_name = "SUBCOMMAND",
    subcommand_help_heading = "Subcommands",
    max_term_width = 80
)]
pub struct CommandLine {
    /// The subcommand; without one, the program speaks the protocol on stdin and
    /// stdout.
    #[command(subcommand)]
    pub subcommand: Option<SubcommandArgs>,

    /// Protocol commands to run instead of reading them from stdin. An argument
    /// that contains spaces is one command; consecutive single words together make
    /// one command.
    #[arg(value_name = "COMMAND", allow_negative_numbers = true)]
    words: Vec<String>,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum SubcommandArgs {
    // Boxed to keep the enum small.
    Play(Box<PlayArgs>),
    Board(Box<BoardArgs>),
    #[command(alias = "analyze")]
    Analyse(Box<AnalyseArgs>),
    Match(Box<MatchArgs>),
    Compliance(ComplianceArgs),
    Convert(Box<ConvertArgs>),
    Book(Box<BookArgs>),
    Openings(Box<OpeningsArgs>),
    Perft(PerftArgs),
    Solve(Box<SolveArgs>),
    Suite(SuiteArgs),
    Puzzles(Box<PuzzlesArgs>),
    Tables(Box<TablesArgs>),
    Datagen(Box<DatagenArgs>),
    Samples(SamplesArgs),
    Train(Box<TrainArgs>),
    Wdl(WdlArgs),
    Spsa(Box<SpsaArgs>),
    Serve(Box<ServeArgs>),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl CommandLine {
    /// Parses the command line of this process. Exits if clap finds an error. Returns `None`
    /// after printing the help or the version, if requested.
    ///
    /// # Errors
    /// Returns an error if the first word resembles a subcommand but is neither a
    /// subcommand nor a protocol command, or if the help or version can't be printed.
    pub fn from_process() -> Result<Option<Self>, CliError> {
        let words = rewrite_help_request(std::env::args_os().collect());
        match Self::try_parse_from(&words) {
            Ok(command_line) => {
                command_line.check_spelling().map_err(CliError::usage)?;
                Ok(Some(command_line))
            }
            Err(mut error) if error.use_stderr() => {
                // clap also rejects the options of a misspelt subcommand, but less helpfully.
                let words = words.iter().skip(1).map_while(|word| word.to_str());
                let program = Self::command();
                check_words(&program, words.clone()).map_err(CliError::usage)?;
                add_hint(&program, &mut error, words);
                eprint_line!("{}", error.render().to_string().trim_end());
                std::process::exit(error.exit_code())
            }
            Err(help) => {
                stdout::finish(help.print())?;
                Ok(None)
            }
        }
    }

    /// Returns an error if the first word resembles a subcommand but is neither a
    /// subcommand nor a protocol command.
    fn check_spelling(&self) -> Result<(), MisspeltSubcommand> {
        match self.subcommand {
            Some(_) => Ok(()),
            None => check_words(&Self::command(), self.words.iter().map(String::as_str)),
        }
    }

    /// Returns the protocol commands on the command line, one per item, or `None` if
    /// there are none.
    pub fn script(&self) -> Option<Vec<String>> {
        let mut commands: Vec<String> = Vec::new();
        // Whether the next word can continue the last command.
        let mut is_open = false;
        for word in &self.words {
            let is_complete = word.contains(char::is_whitespace);
            match commands.last_mut() {
                Some(command) if is_open && !is_complete => {
                    command.push(' ');
                    command.push_str(word);
                }
                _ => commands.push(word.clone()),
            }
            is_open = !is_complete;
        }
        (!commands.is_empty()).then_some(commands)
    }
}

/// Rewrites a request for help on a subcommand (`help match merge`, `match help
/// merge`) as `--help` after the name of the subcommand. A `help` without a
/// subcommand is unchanged, because it is a protocol command. So is a `help` after a
/// subcommand without subcommands of its own, because it is an argument of that
/// subcommand.
fn rewrite_help_request(words: Vec<OsString>) -> Vec<OsString> {
    let command = CommandLine::command();
    let is_help = |word: Option<&OsString>| word.is_some_and(|word| word == HELP);
    let subcommand_at = |index: usize| command.find_subcommand(words.get(index)?);
    let help_index = if is_help(words.get(1)) && subcommand_at(2).is_some() {
        1
    } else if is_help(words.get(2)) && subcommand_at(1).is_some_and(clap::Command::has_subcommands)
    {
        2
    } else {
        return words;
    };
    let mut words = words;
    words.remove(help_index);
    words.push("--help".into());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(words: &[&str]) -> Option<Vec<String>> {
        let arguments = std::iter::once(&"batyr").chain(words);
        CommandLine::try_parse_from(arguments).unwrap().script()
    }

    /// Returns the lines of the `after_help` texts of a command and its subcommands that
    /// are so long that clap would wrap them.
    fn long_lines(command: &clap::Command) -> Vec<String> {
        let help = command.get_after_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let long = help.lines().filter(|line| line.chars().count() > 80);
        let of_subcommands = command.get_subcommands().flat_map(long_lines);
        long.map(str::to_owned).chain(of_subcommands).collect()
    }

    #[test]
    fn no_line_after_the_options_is_too_long() {
        let command = <CommandLine as clap::CommandFactory>::command();
        assert_eq!(long_lines(&command), Vec::<String>::new());
    }

    #[test]
    fn analyse_may_be_spelt_with_z() {
        let args = CommandLine::try_parse_from(["batyr", "analyze", "startpos"]).unwrap();
        assert!(matches!(args.subcommand, Some(SubcommandArgs::Analyse(_))));
    }

    #[test]
    fn help_may_come_before_a_subcommand_or_after_one_with_subcommands() {
        let rewritten = |words: &str| {
            let words = words.split(' ').map(OsString::from).collect();
            let words = rewrite_help_request(words).into_iter();
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
        let suggested = |words: &[&str]| {
            let arguments = std::iter::once(&"batyr").chain(words);
            let command_line = CommandLine::try_parse_from(arguments).unwrap();
            let error = command_line.check_spelling().err();
            error.map(|error| error.suggestion)
        };
        for (word, suggestion) in [
            ("anlyse", "analyse"),
            ("sovle", "solve"),
            ("prft", "perft"),
            ("mtach", "match"),
            ("serv", "serve"),
            ("Analyse", "analyse"),
            ("hlep", "help"),
            ("halp", "help"),
            ("version", "--version"),
        ] {
            assert_eq!(suggested(&[word, "startpos"]).as_deref(), Some(suggestion));
            assert_eq!(suggested(&["help", word]).as_deref(), Some(suggestion));
        }
        let commands = "d eval bench flip help wait debug isready setoption register position go \
                        stop ponderhit quit uci ucci ushi ucinewgame ushinewgame probe banmoves";
        for word in commands.split_whitespace() {
            assert_eq!(suggested(&[word]), None, "{word}");
        }
        let program = CommandLine::command();
        let with_options = |words: &[&str]| check_words(&program, words.iter().copied()).err();
        let misspelt = with_options(&["anlyse", "startpos", "--depth", "3"]).unwrap();
        assert_eq!(misspelt.suggestion, "analyse");
        for words in [["analyse", "--dept"], ["--dept", "3"], ["go", "--depth"]] {
            assert_eq!(with_options(&words), None);
        }
        assert_eq!(suggested(&["go", "anlyse"]), None);
        assert_eq!(suggested(&["anlyse startpos"]), None);
        assert_eq!(suggested(&["xyzzy"]), None);
    }

    #[test]
    fn consecutive_words_make_one_command() {
        assert_eq!(script(&[]), None);
        assert_eq!(script(&["go", "depth", "5"]).unwrap(), ["go depth 5"]);
        let mixed = script(&["position startpos", "go", "depth", "5", "setoption name A"]);
        assert_eq!(
            mixed.unwrap(),
            ["position startpos", "go depth 5", "setoption name A"]
        );
        assert_eq!(script(&["go", "wtime", "-5"]).unwrap(), ["go wtime -5"]);
        assert_eq!(script(&["help"]).unwrap(), ["help"]);
        assert_eq!(script(&["d", "serve"]).unwrap(), ["d serve"]);
    }
}

//! The command line.

use clap::{Parser, Subcommand};

use super::analyse::AnalyseArgs;
use super::book::BookArgs;
use super::compliance::ComplianceArgs;
use super::convert::ConvertArgs;
use super::datagen::DatagenArgs;
use super::generate::{CompletionsArgs, ManArgs};
use super::keeper::KeepArgs;
use super::match_command::MatchArgs;
use super::perft::PerftArgs;
use super::play::PlayArgs;
use super::serve::ServeArgs;
use super::solve::SolveArgs;
use super::train::TrainArgs;
use super::tune::TuneArgs;
use super::wdl::WdlArgs;

/// What the command line asks for.
#[derive(Parser, Debug)]
#[command(
    name = "batyr",
    version,
    about = "An engine for Shatra, the chess-and-draughts of the Altai",
    after_help = "Examples:\n  \
        batyr                                     speak with a GUI on stdin and stdout\n  \
        batyr go depth 12                         search the start position\n  \
        batyr \"position spn 9/1/K6/5s1/4S1R/7/7/k6/1/9 b\" d \"go movetime 1000\"\n  \
        batyr \"setoption name UCI_Variant value shatra-original\" \"go perft 4\"\n  \
        batyr bench                               the benchmark\n\n\
        'batyr help' lists the commands; protocol/PROTOCOL.md describes them.\n\
        The exit status is 1 if a command is refused. RUST_LOG=debug shows the log.",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    subcommand_value_name = "SUBCOMMAND",
    subcommand_help_heading = "Subcommands",
    max_term_width = 80
)]
pub struct Args {
    /// Something else than a conversation on stdin and stdout.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Commands to run before the program ends; without any it reads them
    /// from stdin. An argument with blanks in it is a command of its own, bare
    /// words in a row make one command together.
    #[arg(value_name = "COMMAND", allow_negative_numbers = true)]
    words: Vec<String>,
}

/// What the program does besides.
#[derive(Subcommand, Debug)]
pub enum Command {
    // Boxed, as it is much bigger than nothing.
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

impl Args {
    /// The commands given, a line each; `None` if they come from stdin.
    pub fn lines(&self) -> Option<Vec<String>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(words: &[&str]) -> Option<Vec<String>> {
        let all = std::iter::once(&"batyr").chain(words);
        Args::try_parse_from(all).unwrap().lines()
    }

    /// Lines of the help that clap would break, being too long.
    fn long_lines(command: &clap::Command) -> Vec<String> {
        let help = command.get_after_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let long = help.lines().filter(|line| line.chars().count() > 80);
        let below = command.get_subcommands().flat_map(long_lines);
        long.map(str::to_owned).chain(below).collect()
    }

    #[test]
    fn help_keeps_its_lines() {
        let command = <Args as clap::CommandFactory>::command();
        assert_eq!(long_lines(&command), Vec::<String>::new());
    }

    #[test]
    fn both_spellings_analyse() {
        let args = Args::try_parse_from(["batyr", "analyze", "startpos"]).unwrap();
        assert!(matches!(args.command, Some(Command::Analyse(_))));
    }

    #[test]
    fn words_make_lines() {
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

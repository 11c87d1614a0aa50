//! Options that may occur more than once and take several words each time.
//!
//! clap's derive flattens such words into one list; here each occurrence keeps
//! its own list, as `--engine cmd=a name=b --engine cmd=c` intends.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

/// The words after each `--engine`, a list for each occurrence.
#[derive(Clone, Debug, Default)]
pub struct EngineWords(pub Vec<Vec<String>>);

/// The name of the option, for options that require it.
pub const ENGINE: &str = "engine";

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut words = Self::default();
        words.update_from_arg_matches(matches)?;
        Ok(words)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let occurrences = matches.get_occurrences::<String>(ENGINE);
        let lists = occurrences.into_iter().flatten();
        self.0 = lists.map(|words| words.cloned().collect()).collect();
        Ok(())
    }
}

impl Args for EngineWords {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new(ENGINE)
                .long(ENGINE)
                .num_args(1..)
                .value_name("KEY=VALUE")
                .action(ArgAction::Append)
                .help("An engine, described with KEY=VALUE words; at least two engines"),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

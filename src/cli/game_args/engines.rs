//! The option `--engine`, which may occur more than once and takes several words each
//! time.
//!
//! The derive macro of clap would join the words of all occurrences into one list.
//! Here each occurrence has its own list, as in `--engine cmd=a name=b --engine cmd=c`.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

/// The words after `--engine`, one list for each occurrence.
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
                .help("Engine, described by KEY=VALUE words"),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

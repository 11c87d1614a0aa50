//! Suggests corrections for a command line that is not understood.

use batyr_protocol::{Dialect, Fault, Warning};
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::match_command::counterpart_hint;
use crate::util::spelling::nearest;

/// The word before the name of a subcommand whose help is requested; also a protocol command.
pub const HELP: &str = "help";
/// The name of the option that prints the version.
const VERSION_OPTION: &str = "version";
/// The name of the subcommand whose options may have other names in other match runners.
const MATCH: &str = "match";

/// A word on the command line that is neither a subcommand nor a protocol command, but
/// resembles a subcommand, `help` or an option.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no subcommand '{word}'; did you mean '{suggestion}'?")]
pub struct MisspeltSubcommand {
    word: String,
    pub(super) suggestion: String,
}

/// Returns an error if the first word, or the second if the first is `help`, is a
/// [`MisspeltSubcommand`].
pub fn check_words<'w>(
    program: &Command,
    mut words: impl Iterator<Item = &'w str>,
) -> Result<(), MisspeltSubcommand> {
    let word = match words.next() {
        Some(HELP) => words.next(),
        first => first,
    };
    match word.and_then(|word| Some((word, similar_subcommand(program, word)?))) {
        Some((word, suggestion)) => Err(MisspeltSubcommand {
            word: word.to_owned(),
            suggestion,
        }),
        None => Ok(()),
    }
}

/// Returns the subcommand, `help` or option that a word resembles, unless the word is a
/// subcommand, an option, or a protocol command in some dialect.
fn similar_subcommand(program: &Command, word: &str) -> Option<String> {
    let is_unknown = |dialect| {
        let parsed = batyr_protocol::Command::parse(dialect, word);
        let says_unknown = |warning: &Warning| matches!(warning.fault, Fault::UnknownCommand(_));
        parsed.warnings.iter().any(says_unknown)
    };
    if word.starts_with('-')
        || word.contains(char::is_whitespace)
        || program.find_subcommand(word).is_some()
        || !Dialect::ALL.into_iter().all(is_unknown)
    {
        return None;
    }
    if word.eq_ignore_ascii_case(VERSION_OPTION) {
        return Some(format!("--{VERSION_OPTION}"));
    }
    let visible = program.get_subcommands().filter(|sub| !sub.is_hide_set());
    let names = visible.map(clap::Command::get_name).chain([HELP]);
    nearest(word, names).map(str::to_owned)
}

/// Adds a hint to an error of clap if the command line follows the conventions of another
/// match runner: options with one dash, options that are named differently here, and
/// several words after an option that takes one.
pub fn add_hint<'w>(
    program: &Command,
    error: &mut clap::Error,
    words: impl Iterator<Item = &'w str>,
) {
    let words: Vec<&str> = words.collect();
    let subcommand = words.first().and_then(|name| program.find_subcommand(name));
    let Some(hint) = subcommand.and_then(|subcommand| hint(error, subcommand, &words)) else {
        return;
    };
    error.remove(ContextKind::SuggestedArg);
    let hint = ContextValue::StyledStrs(vec![hint.into()]);
    error.insert(ContextKind::Suggested, hint);
}

fn hint(error: &clap::Error, subcommand: &Command, words: &[&str]) -> Option<String> {
    let invalid = |kind| match error.get(kind) {
        Some(ContextValue::String(invalid)) => Some(invalid.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let invalid = invalid(ContextKind::InvalidArg)?;
            hint_for_option(subcommand, invalid, words)
        }
        ErrorKind::ArgumentConflict => {
            let invalid = invalid(ContextKind::InvalidSubcommand)?;
            let is_value = invalid.contains('=');
            is_value.then(|| format!("the option before '{invalid}' takes one value"))
        }
        _ => None,
    }
}

fn hint_for_option(subcommand: &Command, invalid: &str, words: &[&str]) -> Option<String> {
    let counterpart = |name| match subcommand.get_name() {
        MATCH => counterpart_hint(name),
        _ => None,
    };
    if let Some(name) = invalid.strip_prefix("--") {
        return counterpart(name);
    }
    // For `-name`, clap reports only the first letter that is not a short option.
    let mut with_one_dash = words.iter().filter_map(|word| word.strip_prefix('-'));
    with_one_dash.find_map(|name| match is_long_option(subcommand, name) {
        true => Some(format!("long options begin with two dashes: '--{name}'")),
        false => counterpart(name),
    })
}

fn is_long_option(subcommand: &Command, name: &str) -> bool {
    let mut options = subcommand.get_arguments();
    options.any(|option| {
        let aliases = option.get_all_aliases().unwrap_or_default();
        option.get_long() == Some(name) || aliases.contains(&name)
    })
}

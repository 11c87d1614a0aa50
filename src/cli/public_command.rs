//! The definition of the command line without hidden subcommands.
//!
//! Shell completions and man pages are generated from this definition when they
//! are requested, so they always match the program.

use clap::{Command, CommandFactory};

use super::args::CommandLine;

/// Returns the definition of the command line without hidden subcommands.
pub fn public_command() -> Command {
    without_hidden(CommandLine::command())
}

/// Returns the command without hidden subcommands at any level. clap can't remove
/// a subcommand, so a new command is built from the visible parts.
fn without_hidden(command: Command) -> Command {
    let visible_subcommands: Vec<_> = command
        .get_subcommands()
        .filter(|sub| !sub.is_hide_set())
        .cloned()
        .map(without_hidden)
        .collect();
    let mut visible = Command::new(command.get_name().to_owned())
        .args(command.get_arguments().cloned())
        .groups(command.get_groups().cloned())
        .subcommands(visible_subcommands)
        .disable_help_subcommand(true)
        .subcommand_required(command.is_subcommand_required_set())
        .args_conflicts_with_subcommands(command.is_args_conflicts_with_subcommands_set());
    if let Some(about) = command.get_about() {
        visible = visible.about(about.clone());
    }
    if let Some(about) = command.get_long_about() {
        visible = visible.long_about(about.clone());
    }
    if let Some(help) = command.get_after_help() {
        visible = visible.after_help(help.clone());
    }
    if let Some(version) = command.get_version() {
        visible = visible.version(version.to_owned());
    }
    if let Some(name) = command.get_subcommand_value_name() {
        visible = visible.subcommand_value_name(name.to_owned());
    }
    if let Some(heading) = command.get_subcommand_help_heading() {
        visible = visible.subcommand_help_heading(heading.to_owned());
    }
    visible
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command_with_hidden_parts() -> Command {
        Command::new("batyr").subcommands([
            Command::new("seen").subcommand(Command::new("inner-secret").hide(true)),
            Command::new("secret").hide(true),
        ])
    }

    #[test]
    fn hidden_subcommands_are_left_out() {
        let mut command = without_hidden(command_with_hidden_parts());
        let mut script = Vec::new();
        clap_complete::generate(
            clap_complete::Shell::Bash,
            &mut command,
            "batyr",
            &mut script,
        );
        let mut output = String::from_utf8(script).unwrap();
        output += &command.render_long_help().to_string();
        assert!(output.contains("seen"));
        assert!(!output.contains("secret"), "{output}");
    }

    #[test]
    fn visible_subcommands_keep_their_arguments() {
        let (complete, visible) = (CommandLine::command(), public_command());
        for sub in complete.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            let copy = visible.find_subcommand(sub.get_name()).unwrap();
            let arguments = |command: &Command| {
                let ids = command.get_arguments().map(|arg| arg.get_id().to_string());
                ids.collect::<Vec<_>>()
            };
            assert_eq!(arguments(copy), arguments(sub));
            assert_eq!(
                copy.get_about().map(ToString::to_string),
                sub.get_about().map(ToString::to_string)
            );
        }
    }
}

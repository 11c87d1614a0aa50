//! Shell completions and man pages.
//!
//! **The decision:** both are generated on request from the definition of the
//! command line, so they can't lag behind it. Hidden subcommands are left out.

use std::path::PathBuf;
use std::{fs, io};

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::args::Args as CommandLine;
use super::stdout;
use crate::files::OutputFile;

/// Print a completion script for a shell
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  \
    batyr completions bash > ~/.local/share/bash-completion/completions/batyr\n  \
    batyr completions fish > ~/.config/fish/completions/batyr.fish",
    max_term_width = 80
)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Print the man page
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  \
    batyr man | man -l -\n  \
    batyr man --out ~/.local/share/man/man1",
    max_term_width = 80
)]
pub struct ManArgs {
    /// Write a page for the program and one for each subcommand into this
    /// folder, which is made if need be
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The exit statuses and what they mean for every subcommand.
const STATUSES: [(&str, &str); 4] = [
    ("0", "The work was done."),
    (
        "1",
        "The work failed, a command was refused, or a check found something bad.",
    ),
    ("2", "The command line does not read."),
    (
        "130",
        "Ctrl-C ended the work; what was known then has been written.",
    ),
];

/// The reason why the output could not be written.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A file or folder can't be written.
    #[error("can't write {}: {error}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Stdout can't be written to.
    #[error("can't write: {0}")]
    Stdout(#[from] io::Error),
}

/// Prints the completion script of a shell.
///
/// # Errors
/// If stdout can't be written to.
pub fn completions(args: &CompletionsArgs) -> Result<(), GenerateError> {
    let mut script = Vec::new();
    let mut command = visible(CommandLine::command());
    clap_complete::generate(args.shell, &mut command, "batyr", &mut script);
    stdout::print(String::from_utf8_lossy(&script))?;
    Ok(())
}

/// Prints the man page of the program, or writes the pages of all subcommands
/// into a folder.
///
/// # Errors
/// If a page can't be written.
pub fn man(args: &ManArgs) -> Result<(), GenerateError> {
    let mut command = visible(CommandLine::command()).disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.out else {
        let text = page(&Man::new(command.clone()), &command)?;
        stdout::print(String::from_utf8_lossy(&text))?;
        return Ok(());
    };
    fs::create_dir_all(folder).map_err(|error| GenerateError::File {
        path: folder.clone(),
        error,
    })?;
    let mut left = vec![command];
    while let Some(command) = left.pop() {
        let man = Man::new(command.clone());
        let path = folder.join(man.get_filename());
        let written = page(&man, &command).and_then(|text| OutputFile::write_whole(&path, text));
        written.map_err(|error| GenerateError::File { path, error })?;
        left.extend(command.get_subcommands().cloned());
    }
    Ok(())
}

/// Returns the command without its hidden subcommands, on every level. clap
/// can't remove any, so a new command is built from those that remain.
fn visible(command: Command) -> Command {
    let shown: Vec<_> = command
        .get_subcommands()
        .filter(|sub| !sub.is_hide_set())
        .cloned()
        .map(visible)
        .collect();
    let mut rest = Command::new(command.get_name().to_owned())
        .args(command.get_arguments().cloned())
        .groups(command.get_groups().cloned())
        .subcommands(shown)
        .disable_help_subcommand(true)
        .subcommand_required(command.is_subcommand_required_set())
        .args_conflicts_with_subcommands(command.is_args_conflicts_with_subcommands_set());
    if let Some(about) = command.get_about() {
        rest = rest.about(about.clone());
    }
    if let Some(about) = command.get_long_about() {
        rest = rest.long_about(about.clone());
    }
    if let Some(help) = command.get_after_help() {
        rest = rest.after_help(help.clone());
    }
    if let Some(version) = command.get_version() {
        rest = rest.version(version.to_owned());
    }
    if let Some(name) = command.get_subcommand_value_name() {
        rest = rest.subcommand_value_name(name.to_owned());
    }
    if let Some(heading) = command.get_subcommand_help_heading() {
        rest = rest.subcommand_help_heading(heading.to_owned());
    }
    rest
}

/// Renders a man page: the sections of clap, and those that it lacks.
fn page(man: &Man, command: &Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    title(command).to_writer(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    if command.get_arguments().any(|arg| !arg.is_hide_set()) {
        man.render_options_section(&mut text)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    notes(command).to_writer(&mut text)?;
    exit_statuses().to_writer(&mut text)?;
    Ok(text)
}

fn title(command: &Command) -> Roff {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let source = concat!("batyr ", env!("CARGO_PKG_VERSION"));
    let mut roff = Roff::new();
    roff.control("TH", [name, "1", "", source, "Batyr"]);
    roff
}

/// Returns the section with the text at the end of the help, whose indentation
/// and line breaks it keeps.
fn notes(command: &Command) -> Roff {
    let mut roff = Roff::new();
    let Some(help) = command.get_after_help() else {
        return roff;
    };
    roff.control("SH", ["NOTES"]);
    roff.control("nf", []);
    for line in help.to_string().lines() {
        match line {
            "" => roff.control("sp", []),
            _ => roff.text([roman(line)]),
        };
    }
    roff.control("fi", []);
    roff
}

fn exit_statuses() -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in STATUSES {
        roff.control("TP", []);
        roff.text([bold(status)]);
        roff.text([roman(meaning)]);
    }
    roff
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Command {
        Command::new("batyr").subcommands([
            Command::new("seen").subcommand(Command::new("inner-secret").hide(true)),
            Command::new("secret").hide(true),
        ])
    }

    #[test]
    fn what_is_hidden_stays_hidden() {
        let mut command = visible(sample());
        let mut script = Vec::new();
        clap_complete::generate(Shell::Bash, &mut command, "batyr", &mut script);
        let mut text = String::from_utf8(script).unwrap();
        let man = Man::new(command.clone());
        text += &String::from_utf8(page(&man, &command).unwrap()).unwrap();
        assert!(text.contains("seen"));
        assert!(!text.contains("secret"), "{text}");
    }

    #[test]
    fn what_is_seen_stays_as_it_is() {
        let (whole, rest) = (CommandLine::command(), visible(CommandLine::command()));
        for sub in whole.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            let kept = rest.find_subcommand(sub.get_name()).unwrap();
            let arguments = |command: &Command| {
                let ids = command.get_arguments().map(|arg| arg.get_id().to_string());
                ids.collect::<Vec<_>>()
            };
            assert_eq!(arguments(kept), arguments(sub));
            assert_eq!(
                kept.get_about().map(ToString::to_string),
                sub.get_about().map(ToString::to_string)
            );
        }
    }
}

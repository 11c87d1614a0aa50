//! `batyr man`: prints the man page, or writes the pages of all subcommands.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::error::CliError;
use super::stdout;
use crate::files::OutputFile;
use crate::util::version::VERSION;

/// Print the man page
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  \
    batyr man | man -l -\n  \
    batyr man --out ~/.local/share/man/man1",
    max_term_width = 80
)]
pub struct ManArgs {
    /// Write a page for the program and one for each subcommand into this folder,
    /// which is created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The exit statuses that all subcommands share, and what they mean.
const EXIT_STATUSES: [(&str, &str); 4] = [
    ("0", "Success."),
    (
        "1",
        "The work failed, a command was refused, or a check found a fault.",
    ),
    ("2", "The command line is invalid; nothing was done."),
    (
        "130",
        "A signal, such as Ctrl-C, ended the work; the results so far have been written.",
    ),
];

/// Prints the man page of the program, whose command line is `command`, or writes
/// the pages of the program and all subcommands into a folder.
pub fn run(args: ManArgs, command: Command) -> Result<ExitCode, CliError> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    match &args.out {
        Some(folder) => write_pages(folder, command)?,
        None => print_page(&command)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print_page(command: &Command) -> io::Result<()> {
    let page = render_page(&Man::new(command.clone()), command)?;
    stdout::print(String::from_utf8_lossy(&page))
}

fn write_pages(folder: &Path, command: Command) -> Result<(), CliError> {
    let cannot_write = |path: &Path, error: io::Error| {
        CliError::failure(format_args!("can't write {}: {error}", path.display()))
    };
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, error))?;
    let mut remaining = vec![command];
    while let Some(command) = remaining.pop() {
        let man = Man::new(command.clone());
        let path = folder.join(man.get_filename());
        let page = render_page(&man, &command);
        let written = page.and_then(|page| OutputFile::write_whole(&path, page));
        written.map_err(|error| cannot_write(&path, error))?;
        remaining.extend(command.get_subcommands().cloned());
    }
    Ok(())
}

/// Renders a man page: the sections that clap renders, notes, and exit statuses.
fn render_page(man: &Man, command: &Command) -> io::Result<Vec<u8>> {
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
    let source = format!("batyr {VERSION}");
    let mut roff = Roff::new();
    roff.control("TH", [name, "1", "", &source, "Batyr"]);
    roff
}

/// Returns a section with the text that follows the options in the help, with the
/// same indentation and line breaks.
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
    for (status, meaning) in EXIT_STATUSES {
        roff.control("TP", []);
        roff.text([bold(status)]);
        roff.text([roman(meaning)]);
    }
    roff
}

//! The output to the person: lines, errors, and a status line that the next
//! output replaces.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};

use super::args::When;
use super::palette;
use crate::cli::stderr::eprint_line;

/// The width of the status line, in columns.
const STATUS_WIDTH: usize = 78;

/// The output to the person, on stdout.
pub struct Screen {
    out: AutoStream<io::Stdout>,
    has_colors: bool,
    /// Whether a person types at a terminal and errors go to stdout; the errors
    /// of a script go to stderr.
    is_interactive: bool,
    /// Whether stdout is a terminal, which can show a status line.
    is_terminal: bool,
    /// Whether the status line is shown.
    has_status: bool,
    /// Whether an error was reported.
    has_errors: bool,
}

impl Screen {
    /// Creates a screen on stdout.
    pub fn new(when: When, is_interactive: bool) -> Self {
        let stdout = io::stdout();
        let choice = match when {
            When::Auto => AutoStream::choice(&stdout),
            When::Always => ColorChoice::AlwaysAnsi,
            When::Never => ColorChoice::Never,
        };
        Self {
            is_terminal: stdout.is_terminal(),
            out: AutoStream::new(stdout, choice),
            has_colors: choice != ColorChoice::Never,
            is_interactive,
            has_status: false,
            has_errors: false,
        }
    }

    /// Returns whether colours are shown.
    pub const fn has_colors(&self) -> bool {
        self.has_colors
    }

    /// Returns whether an error was reported.
    pub const fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// Writes a text of one or more lines.
    ///
    /// # Errors
    /// If stdout can't be written.
    pub fn print_line(&mut self, text: &str) -> io::Result<()> {
        self.clear_status()?;
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Reports an error.
    ///
    /// # Errors
    /// If stdout can't be written.
    pub fn print_error(&mut self, error: &str) -> io::Result<()> {
        self.has_errors = true;
        if self.is_interactive {
            let warning = palette::WARNING;
            return self.print_line(&format!("{warning}{error}{warning:#}"));
        }
        self.clear_status()?;
        eprint_line!("batyr play: {error}");
        Ok(())
    }

    /// Shows a status line, which replaces the last one; on a terminal only.
    ///
    /// # Errors
    /// If stdout can't be written.
    pub fn show_status(&mut self, text: &str) -> io::Result<()> {
        if !self.is_terminal {
            return Ok(());
        }
        let text: String = text.chars().take(STATUS_WIDTH).collect();
        write!(self.out, "\r{text:<STATUS_WIDTH$}")?;
        self.has_status = true;
        self.out.flush()
    }

    /// Erases the status line.
    ///
    /// # Errors
    /// If stdout can't be written.
    pub fn clear_status(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.has_status) {
            write!(self.out, "\r{:STATUS_WIDTH$}\r", "")?;
        }
        self.out.flush()
    }
}

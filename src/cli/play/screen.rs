//! Writes the output for the user: lines, errors, and a status line that the next
//! output replaces.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};

use super::args::ColorWhen;
use super::palette;
use crate::cli::stderr::eprint_line;
use crate::cli::stdout;

/// The width of the status line, in columns.
const STATUS_WIDTH: usize = 78;

/// The output for the user, on stdout.
pub struct Screen {
    out: AutoStream<io::Stdout>,
    has_colors: bool,
    /// Whether a user types at a terminal. If so, errors go to stdout; the errors of a
    /// script go to stderr.
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
    pub fn new(when: ColorWhen, is_interactive: bool) -> Self {
        let stdout = io::stdout();
        let choice = match when {
            ColorWhen::Auto => AutoStream::choice(&stdout),
            ColorWhen::Always => ColorChoice::AlwaysAnsi,
            ColorWhen::Never => ColorChoice::Never,
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

    /// Writes text of one or more lines.
    ///
    /// # Errors
    /// Returns an error if stdout can't be written.
    pub fn print_line(&mut self, text: &str) -> io::Result<()> {
        let written = self.clear_status();
        let written = written.and_then(|()| writeln!(self.out, "{text}"));
        written
            .and_then(|()| self.out.flush())
            .map_err(stdout::named)
    }

    /// Reports an error.
    ///
    /// # Errors
    /// Returns an error if stdout can't be written.
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

    /// Shows a status line, which replaces the previous one. Does nothing without a
    /// terminal.
    ///
    /// # Errors
    /// Returns an error if stdout can't be written.
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
    /// Returns an error if stdout can't be written.
    pub fn clear_status(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.has_status) {
            write!(self.out, "\r{:STATUS_WIDTH$}\r", "")?;
        }
        self.out.flush()
    }
}

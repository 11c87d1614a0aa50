//! The output of a game.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};

use super::args::When;
use super::palette;
use crate::cli::stderr::complain;

/// The length of a transient line, in columns.
const PASSING: usize = 78;

/// The destination of everything that a person reads.
pub struct Screen {
    out: AutoStream<io::Stdout>,
    has_colors: bool,
    /// Whether errors are part of the conversation; otherwise they go to
    /// stderr.
    is_dialogue: bool,
    /// Whether stdout is a terminal, on which transient lines can be shown.
    is_terminal: bool,
    /// Whether a transient line is shown now.
    is_passing: bool,
    /// Whether an error was reported.
    has_complained: bool,
}

impl Screen {
    /// Creates a screen on stdout.
    pub fn new(when: When, is_dialogue: bool) -> Self {
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
            is_dialogue,
            is_passing: false,
            has_complained: false,
        }
    }

    /// Returns whether colours are shown.
    pub const fn has_colors(&self) -> bool {
        self.has_colors
    }

    /// Returns whether an error was reported.
    pub const fn has_complained(&self) -> bool {
        self.has_complained
    }

    /// Writes a line, or several.
    ///
    /// # Errors
    /// If stdout can't be written.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        self.wipe()?;
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Reports an error.
    ///
    /// # Errors
    /// If stdout can't be written.
    pub fn complain(&mut self, error: &str) -> io::Result<()> {
        self.has_complained = true;
        if self.is_dialogue {
            let warning = palette::WARNING;
            return self.say(&format!("{warning}{error}{warning:#}"));
        }
        self.wipe()?;
        complain!("batyr play: {error}");
        Ok(())
    }

    /// Shows a transient line, which the next one replaces; on a terminal only.
    ///
    /// # Errors
    /// If stdout can't be written.
    pub fn pass(&mut self, text: &str) -> io::Result<()> {
        if !self.is_terminal {
            return Ok(());
        }
        let text: String = text.chars().take(PASSING).collect();
        write!(self.out, "\r{text:<PASSING$}")?;
        self.is_passing = true;
        self.out.flush()
    }

    /// Erases the transient line.
    ///
    /// # Errors
    /// If stdout can't be written.
    pub fn wipe(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_passing) {
            write!(self.out, "\r{:PASSING$}\r", "")?;
        }
        self.out.flush()
    }
}

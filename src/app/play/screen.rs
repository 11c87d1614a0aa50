//! What is written.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};

use super::args::When;
use super::palette;
use crate::app::stderr::complain;

/// How long a line that comes and goes may be.
const PASSING: usize = 78;

/// Where everything is written that a person reads.
pub struct Screen {
    out: AutoStream<io::Stdout>,
    has_colors: bool,
    /// Errors belong to the conversation; otherwise they go to stderr.
    is_dialogue: bool,
    /// Lines may come and go.
    is_terminal: bool,
    /// A line that will go stands there.
    is_passing: bool,
    /// An error was told.
    has_complained: bool,
}

impl Screen {
    /// Writes to stdout.
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

    /// Whether colours are shown.
    pub const fn has_colors(&self) -> bool {
        self.has_colors
    }

    /// Whether an error was told.
    pub const fn has_complained(&self) -> bool {
        self.has_complained
    }

    /// Writes a line, or several.
    ///
    /// # Errors
    /// If stdout takes no more.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        self.wipe()?;
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Tells an error.
    ///
    /// # Errors
    /// If stdout takes no more.
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

    /// Shows a line that the next one replaces; on a terminal only.
    ///
    /// # Errors
    /// If stdout takes no more.
    pub fn pass(&mut self, text: &str) -> io::Result<()> {
        if !self.is_terminal {
            return Ok(());
        }
        let text: String = text.chars().take(PASSING).collect();
        write!(self.out, "\r{text:<PASSING$}")?;
        self.is_passing = true;
        self.out.flush()
    }

    /// Takes the passing line away.
    ///
    /// # Errors
    /// If stdout takes no more.
    pub fn wipe(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_passing) {
            write!(self.out, "\r{:PASSING$}\r", "")?;
        }
        self.out.flush()
    }
}

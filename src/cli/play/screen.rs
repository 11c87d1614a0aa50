//! Writes the output for the user: text, errors, and a status line that the next output
//! replaces.

use std::io::{self, IsTerminal, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Color, Style};
use clap::ColorChoice;

use crate::cli::error::CliError;
use crate::cli::stderr::eprint_line;
use crate::cli::stdout;

/// Walls, the ditch, coordinates and secondary text.
pub const DIM: Style = Style::new().dimmed();
/// The result of a game.
pub const RESULT: Style = foreground(AnsiColor::Green);
/// Warnings and errors.
pub const WARNING: Style = foreground(AnsiColor::Red);
/// Emphasized text.
pub const STRONG: Style = Style::new().bold();

/// The width of the status line, in columns.
const STATUS_WIDTH: usize = 78;

const fn foreground(color: AnsiColor) -> Style {
    Style::new().bold().fg_color(Some(Color::Ansi(color)))
}

/// Returns a text in a style; an empty text stays empty.
pub fn styled(style: Style, text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("{style}{text}{style:#}"),
    }
}

/// The output for the user, on stdout.
pub struct Screen {
    out: AutoStream<io::Stdout>,
    has_colors: bool,
    /// Whether a user types at a terminal. If so, errors go to stdout; the errors of a
    /// script go to stderr.
    is_interactive: bool,
    has_errors: bool,
}

impl Screen {
    /// Creates a screen on stdout.
    pub fn new(when: ColorChoice, is_interactive: bool) -> Self {
        let stdout = io::stdout();
        let choice = match when {
            ColorChoice::Auto => AutoStream::choice(&stdout),
            ColorChoice::Always => anstream::ColorChoice::AlwaysAnsi,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        Self {
            out: AutoStream::new(stdout, choice),
            has_colors: choice != anstream::ColorChoice::Never,
            is_interactive,
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
    pub fn print(&mut self, text: &str) -> Result<(), CliError> {
        let written = writeln!(self.out, "{text}");
        written
            .and_then(|()| self.out.flush())
            .map_err(stdout::write_error)
    }

    /// Writes the reply to a line: text, which may be empty, or an error.
    pub fn report(&mut self, reply: Result<String, String>) -> Result<(), CliError> {
        self.has_errors |= reply.is_err();
        match reply {
            Ok(text) if text.is_empty() => Ok(()),
            Ok(text) => self.print(&text),
            Err(error) if self.is_interactive => self.print(&styled(WARNING, &error)),
            Err(error) => {
                eprint_line!("batyr play: {error}");
                Ok(())
            }
        }
    }
}

/// Shows a status line in place of the previous one; an empty text erases it. Does nothing
/// without a terminal.
pub fn show_status(text: &str) {
    let mut out = io::stdout();
    if out.is_terminal() {
        // A failure needs no report here: the next text fails, too, and its failure is reported.
        let _ = write!(out, "\r{text:<STATUS_WIDTH$.STATUS_WIDTH$}\r").and_then(|()| out.flush());
    }
}

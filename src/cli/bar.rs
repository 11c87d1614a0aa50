//! Progress bars on stderr, shared by all subcommands.
//!
//! A bar ends some columns before the right edge of the terminal. The `^C` that the
//! terminal prints when Ctrl-C is pressed then fits on the line of the bar and is
//! cleared with it; at the edge it would wrap to a new line, and the bar would remain
//! on the screen. No bar is shown if stderr is not a terminal, or is a dumb one. Errors in
//! drawing a bar are ignored.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

/// The number of columns left free for `^C`.
const MARGIN: u16 = 3;
/// The number of columns and lines assumed for a terminal that does not report its
/// size.
const DEFAULT_SIZE: (u16, u16) = (80, 24);
/// The maximum number of times per second that a bar is drawn.
const DRAWS_PER_SECOND: u8 = 10;

/// Creates a bar with this number of steps and this indicatif template.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), draw_target());
    restyle(&bar, template);
    bar
}

/// Changes the template of a bar.
pub fn restyle(bar: &ProgressBar, template: &str) {
    // The templates are constants of this program, so this can't fail.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

fn draw_target() -> ProgressDrawTarget {
    if cfg!(windows) {
        // Windows consoles print no `^C`, and not all of them support escape sequences.
        ProgressDrawTarget::stderr_with_hz(DRAWS_PER_SECOND)
    } else if io::stderr().is_terminal() && !is_dumb() {
        ProgressDrawTarget::term_like_with_hz(Box::new(NarrowedTerminal), DRAWS_PER_SECOND)
    } else {
        ProgressDrawTarget::hidden()
    }
}

/// Returns whether `TERM` declares a terminal without escape sequences.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|name| name == "dumb")
}

/// The terminal on stderr, reported to indicatif as narrower than it is.
#[derive(Debug)]
struct NarrowedTerminal;

impl NarrowedTerminal {
    /// Returns the number of columns and lines of the terminal.
    fn size() -> (u16, u16) {
        let size = terminal_size::terminal_size_of(io::stderr());
        size.map_or(DEFAULT_SIZE, |(width, height)| (width.0, height.0))
    }

    /// Moves the cursor by `count` columns or lines, with the ANSI escape sequence
    /// that ends in this letter.
    fn move_cursor(count: usize, letter: char) -> io::Result<()> {
        match count {
            0 => Ok(()),
            count => write!(io::stderr(), "\u{1b}[{count}{letter}"),
        }
    }
}

impl TermLike for NarrowedTerminal {
    fn width(&self) -> u16 {
        Self::size().0.saturating_sub(MARGIN).max(1)
    }

    fn height(&self) -> u16 {
        Self::size().1
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        Self::move_cursor(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        Self::move_cursor(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        Self::move_cursor(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        Self::move_cursor(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(io::stderr(), "{text}")
    }

    fn clear_line(&self) -> io::Result<()> {
        write!(io::stderr(), "\r\u{1b}[2K")
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}

//! Progress bars on stderr, the same for every command.
//!
//! A bar ends some columns before the right edge of the
//! terminal. The `^C` that the terminal prints when Ctrl-C is pressed then stays
//! on the line of the bar and is cleared with it; at the edge it would begin a
//! new line, and the bar would stay on the screen. No bar is shown if stderr is
//! not a terminal; output that can't be written is lost.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

/// The number of columns left free: room for `^C`.
const MARGIN: u16 = 3;
/// The columns and lines assumed for a terminal that does not report its size.
const DEFAULT_SIZE: (u16, u16) = (80, 24);
/// The maximum number of times a second that a bar is drawn.
const DRAWS_PER_SECOND: u8 = 10;

/// Creates a bar of this length, in the style of an indicatif template.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), target());
    restyle(&bar, template);
    bar
}

/// Changes the style of a bar.
pub fn restyle(bar: &ProgressBar, template: &str) {
    // The templates are constants of this program; one that can't be parsed
    // changes nothing.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

fn target() -> ProgressDrawTarget {
    if io::stderr().is_terminal() {
        ProgressDrawTarget::term_like_with_hz(Box::new(NarrowedTerminal), DRAWS_PER_SECOND)
    } else {
        ProgressDrawTarget::hidden()
    }
}

/// The terminal of stderr, reported as narrower than it is.
#[derive(Debug)]
struct NarrowedTerminal;

impl NarrowedTerminal {
    fn size() -> (u16, u16) {
        let size = terminal_size::terminal_size_of(io::stderr());
        size.map_or(DEFAULT_SIZE, |(width, height)| (width.0, height.0))
    }

    /// Moves the cursor by `count` cells, using the ANSI sequence with this
    /// letter.
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

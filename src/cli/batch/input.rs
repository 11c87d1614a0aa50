//! The inputs of a subcommand: where they come from and what they contain.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::stdin::Stdin;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::files::game_file::{FileContent, without_byte_order_mark};
use crate::game::START;

/// The name, in messages, of inputs given on the command line.
pub const COMMAND_LINE: &str = "command line";
/// The argument that stands for stdin.
pub const STDIN: &str = "-";
/// The maximum length of a line in bytes; a position takes about 100. Longer lines
/// are truncated.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// An input of a subcommand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BatchInput {
    /// A position on the command line.
    Position(String),
    /// A file, and what it contains if an option specifies that.
    File(PathBuf, Option<Content>),
    /// Stdin, and what it contains if an option specifies that.
    Stdin(Option<Content>),
}

/// The kind of items in an opened input, and the input's reader.
pub type OpenInput = (Content, Box<dyn BufRead + Send>);

/// Parses an argument that names an input.
pub fn parse_argument(text: &str) -> BatchInput {
    match text {
        STDIN => BatchInput::Stdin(None),
        // Positions contain spaces. An argument with spaces names a file only if
        // that file exists.
        _ if Path::new(text).exists() => BatchInput::File(PathBuf::from(text), None),
        _ if text.contains(' ') || text == START => BatchInput::Position(text.to_owned()),
        _ => BatchInput::File(PathBuf::from(text), None),
    }
}

/// Returns the inputs of a subcommand, or stdin if there are none.
///
/// # Errors
/// Returns an error if stdin would be read but is a terminal, where the user would not expect
/// to type positions.
pub fn default_to_stdin(
    command: &str,
    inputs: Vec<BatchInput>,
) -> Result<Vec<BatchInput>, CliError> {
    match inputs.is_empty() {
        false => Ok(inputs),
        true if io::stdin().is_terminal() => Err(CliError::usage(format_args!(
            "nothing to {command}; expected a position, a file, or - for stdin\n\
             For more information, try 'batyr {command} --help'."
        ))),
        true => Ok(vec![BatchInput::Stdin(None)]),
    }
}

impl BatchInput {
    /// Returns the approximate number of items, or `None` if it is unknown.
    ///
    /// # Errors
    /// Returns a message that names the input if it can't be read.
    pub fn count_items(&self) -> Result<Option<u64>, String> {
        match self {
            Self::Position(_) => Ok(Some(1)),
            Self::Stdin(_) => Ok(None),
            Self::File(path, content) => {
                let count = count_items_in_file(path, *content);
                count.map_err(|error| self.error_message(&error))
            }
        }
    }

    /// Returns the name of the input in messages.
    pub fn name(&self) -> String {
        match self {
            Self::Position(_) => COMMAND_LINE.to_owned(),
            Self::File(path, _) => path.display().to_string(),
            Self::Stdin(_) => "stdin".to_owned(),
        }
    }

    fn error_message(&self, error: &io::Error) -> String {
        format!("can't read {}: {error}{}", self.name(), self.hint())
    }

    /// Returns a hint about an argument that does not name a file; empty for other inputs.
    fn hint(&self) -> &'static str {
        match self {
            Self::File(path, None) if !path.exists() => {
                "; expected a file, or a position such as '9/1/K6/5s1/4S1R/7/7/k6/1/9 b'"
            }
            _ => "",
        }
    }

    /// Opens the input. Stdin ends early at a signal or once the work has failed.
    ///
    /// # Errors
    /// Returns a message that names the input if it can't be read.
    pub fn open(&self, interrupt: &Arc<Interrupt>) -> Result<OpenInput, String> {
        let opened = self.try_open(interrupt);
        opened.map_err(|error| self.error_message(&error))
    }

    fn try_open(&self, interrupt: &Arc<Interrupt>) -> io::Result<OpenInput> {
        let (content, reader): (Option<Content>, Box<dyn BufRead + Send>) = match self {
            Self::Position(text) => {
                let reader = Box::new(io::Cursor::new(text.clone().into_bytes()));
                (Some(Content::Positions), reader)
            }
            Self::Stdin(content) => {
                let stdin = Stdin::start(Arc::clone(interrupt))?;
                (*content, Box::new(BufReader::new(stdin)))
            }
            Self::File(path, content) => {
                let reader = Box::new(BufReader::new(File::open(path)?));
                (content.or_else(|| content_by_name(path)), reader)
            }
        };
        Ok(match content {
            Some(content) => (content, reader),
            None => {
                let (content, reader) = FileContent::guess(reader)?;
                (content.into(), Box::new(reader) as Box<_>)
            }
        })
    }
}

/// The kind of items in an input.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Positions, one on each line.
    Positions,
    /// Games in SGN.
    Games,
}

impl From<FileContent> for Content {
    fn from(content: FileContent) -> Self {
        match content {
            FileContent::Sgn => Self::Games,
            // Neither games nor positions: each JSON line is reported as an unreadable position.
            FileContent::Positions | FileContent::Json => Self::Positions,
        }
    }
}

/// Returns the kind of items that a file's name indicates; `None` unless it is that of an SGN file.
fn content_by_name(path: &Path) -> Option<Content> {
    let content = FileContent::from_name(path)?;
    (content == FileContent::Sgn).then_some(Content::Games)
}

/// Returns the number of items in a file, for the progress bar; it is approximate,
/// because nothing is parsed. Returns `None` for games without `Event` tags, which are not
/// counted, and for a file that is not regular, because it may be readable only once.
fn count_items_in_file(path: &Path, content: Option<Content>) -> io::Result<Option<u64>> {
    if !path.metadata()?.is_file() {
        return Ok(None);
    }
    let open = || File::open(path).map(BufReader::new);
    let content = match content.or_else(|| content_by_name(path)) {
        Some(content) => content,
        None => FileContent::guess(open()?)?.0.into(),
    };
    let begins_item = |line: &[u8]| match content {
        Content::Positions => position_in_line(line).is_some(),
        Content::Games => without_byte_order_mark(line).starts_with(b"[Event "),
    };
    let mut file = open()?;
    let mut line = Vec::new();
    let mut items = 0;
    while read_line(&mut file, &mut line)? {
        items += u64::from(begins_item(&line));
    }
    Ok((items > 0 || content == Content::Positions).then_some(items))
}

/// Reads a line into `line`; returns `false` at the end of the input. A line longer than
/// `MAX_LINE_BYTES` is cut off with an ellipsis, so that no part of a list of turns is taken for
/// the whole.
pub fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let length = reader.take(MAX_LINE_BYTES).read_until(b'\n', line)?;
    let mut is_complete =
        line.ends_with(b"\n") || length < MAX_LINE_BYTES as usize || reader.fill_buf()?.is_empty();
    if !is_complete {
        line.extend(" …".as_bytes());
    }
    let mut rest = Vec::new();
    while !is_complete {
        rest.clear();
        let length = reader.take(MAX_LINE_BYTES).read_until(b'\n', &mut rest)?;
        is_complete = rest.ends_with(b"\n") || length < MAX_LINE_BYTES as usize;
    }
    Ok(length > 0)
}

/// Returns the number of bytes before the position in a line, and the position;
/// `None` if the line is empty or a comment.
pub fn position_in_line(line: &[u8]) -> Option<(usize, &[u8])> {
    let end = line.iter().position(|byte| *byte == b';');
    let text = line.get(..end.unwrap_or(line.len())).unwrap_or(line);
    let start = text.len() - text.trim_ascii_start().len();
    let text = text.trim_ascii();
    (!text.is_empty() && !text.starts_with(b"#")).then_some((start, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_remarks_and_spaces_are_not_part_of_a_position() {
        let found = |line: &'static str| {
            position_in_line(line.as_bytes()).map(|(before, text)| (before, text.len()))
        };
        assert_eq!(found("  9/1 w ; 1:3\n"), Some((2, 5)));
        assert_eq!(found("# 9/1 w"), None);
        assert_eq!(found(" \t\r\n"), None);
    }

    #[test]
    fn long_lines_are_cut_off_with_an_ellipsis() {
        let text = "x".repeat(3 * MAX_LINE_BYTES as usize) + "\nnext";
        let mut text = io::Cursor::new(text);
        let mut line = Vec::new();
        assert!(read_line(&mut text, &mut line).unwrap());
        assert_eq!(line.len(), MAX_LINE_BYTES as usize + " …".len());
        assert!(line.ends_with("x …".as_bytes()));
        assert!(read_line(&mut text, &mut line).unwrap());
        assert_eq!(line, b"next");
        assert!(!read_line(&mut text, &mut line).unwrap());
    }
}

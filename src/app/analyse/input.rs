//! What is to be analysed, and where it comes from.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::AnalyseArgs;
use super::stdin::Stdin;
use crate::app::interrupt::Interrupt;

/// The start position of the rules, wherever a position may stand.
pub const START: &str = "startpos";
/// What inputs on the command line are called.
pub const COMMAND_LINE: &str = "command line";
/// Stdin, on the command line.
const STDIN: &str = "-";

/// One input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A position on the command line.
    Position(String),
    /// A file, and what it holds if that was said.
    File(PathBuf, Option<Content>),
    /// Stdin.
    Stdin(Option<Content>),
}

/// What a file holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Positions, one a line.
    Positions,
    /// Games.
    Games,
}

/// An input that has been opened.
pub struct Opened {
    /// What messages call it.
    pub name: String,
    /// What it holds.
    pub content: Content,
    /// How many items it holds; `None` if that can't be known.
    pub items: Option<u64>,
    /// Its text.
    pub text: Box<dyn BufRead>,
}

/// All inputs, in the order in which they are read: stdin if there is no other.
/// `None` if nothing was given and stdin is a terminal, where nobody expects to
/// write positions.
pub fn inputs(args: &AnalyseArgs) -> Option<Vec<Input>> {
    let named = args.inputs.iter().map(|text| match text.as_str() {
        STDIN => Input::Stdin(None),
        // Positions hold blanks; a file with blanks is one that exists.
        _ if Path::new(text).exists() => Input::File(PathBuf::from(text), None),
        _ if text.contains(' ') || text == START => Input::Position(text.clone()),
        _ => Input::File(PathBuf::from(text), None),
    });
    let told = |content| {
        move |path: &PathBuf| match path.to_str() {
            Some(STDIN) => Input::Stdin(Some(content)),
            _ => Input::File(path.clone(), Some(content)),
        }
    };
    let positions = args.file.iter().map(told(Content::Positions));
    let games = args.games.iter().map(told(Content::Games));
    let all: Vec<Input> = named.chain(positions).chain(games).collect();
    match all.is_empty() {
        false => Some(all),
        true if io::stdin().is_terminal() => None,
        true => Some(vec![Input::Stdin(None)]),
    }
}

impl Input {
    /// Opens it. Stdin ends when a signal comes.
    ///
    /// # Errors
    /// A sentence that names the input, if the system does not let it be read.
    pub fn open(self, interrupt: &Rc<Interrupt>) -> Result<Opened, String> {
        let name = match &self {
            Self::Position(_) => COMMAND_LINE.to_owned(),
            Self::File(path, _) => path.display().to_string(),
            Self::Stdin(_) => "stdin".to_owned(),
        };
        let opened = self.try_open(&name, interrupt);
        opened.map_err(|error| format!("can't read {name}: {error}{}", self.hint()))
    }

    /// What a word that is no file may have been meant to be.
    fn hint(&self) -> &'static str {
        match self {
            Self::File(path, None) if !path.exists() => {
                "; expected a file, or a position such as '9/1/K6/5s1/4S1R/7/7/k6/1/9 b'"
            }
            _ => "",
        }
    }

    fn try_open(&self, name: &str, interrupt: &Rc<Interrupt>) -> io::Result<Opened> {
        let (content, mut text): (Option<Content>, Box<dyn BufRead>) = match self {
            Self::Position(spn) => {
                let text = Box::new(io::Cursor::new(spn.clone().into_bytes()));
                (Some(Content::Positions), text)
            }
            Self::Stdin(content) => {
                let stdin = Stdin::start(Rc::clone(interrupt))?;
                (*content, Box::new(BufReader::new(stdin)))
            }
            Self::File(path, content) => {
                let is_sgn = path.extension().is_some_and(|ending| ending == "sgn");
                let content = content.or(is_sgn.then_some(Content::Games));
                (content, Box::new(BufReader::new(File::open(path)?)))
            }
        };
        let content = match content {
            Some(content) => content,
            None => guess(&mut text)?,
        };
        let items = match self {
            Self::Position(_) => Some(1),
            Self::Stdin(_) => None,
            Self::File(path, _) => count(path, content)?,
        };
        Ok(Opened {
            name: name.to_owned(),
            content,
            items,
            text,
        })
    }
}

/// Games begin with a tag. Reads no further than one buffer.
fn guess(text: &mut impl BufRead) -> io::Result<Content> {
    let start = text.fill_buf()?;
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
    Ok(match first {
        Some(b'[') => Content::Games,
        _ => Content::Positions,
    })
}

/// How many items a file holds, for the progress bar: more or less, as nothing
/// is read in earnest. `None` for what is no plain file, which can be read only
/// once.
fn count(path: &Path, content: Content) -> io::Result<Option<u64>> {
    if !path.metadata()?.is_file() {
        return Ok(None);
    }
    let counts = |line: &[u8]| match content {
        Content::Positions => position(line).is_some(),
        Content::Games => line.starts_with(b"[Event "),
    };
    let mut file = BufReader::new(File::open(path)?);
    let mut line = Vec::new();
    let mut items = 0;
    while file.read_until(b'\n', &mut line)? > 0 {
        items += u64::from(counts(&line));
        line.clear();
    }
    Ok(Some(items))
}

/// The position in a line, with the number of bytes before it; `None` if there
/// is none.
pub fn position(line: &[u8]) -> Option<(usize, &[u8])> {
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
    fn lines_may_hold_more_than_positions() {
        let found =
            |line: &'static str| position(line.as_bytes()).map(|(at, text)| (at, text.len()));
        assert_eq!(found("  9/1 w ; 1:3\n"), Some((2, 5)));
        assert_eq!(found("# 9/1 w"), None);
        assert_eq!(found(" \t\r\n"), None);
    }

    #[test]
    fn games_are_told_by_their_first_letter() {
        let of = |text: &str| guess(&mut io::Cursor::new(text.as_bytes().to_vec())).unwrap();
        assert_eq!(of("\u{feff}\n [Event \"?\"]"), Content::Games);
        assert_eq!(of("9/1/K6/5s1/4S1R/7/7/k6/1/9 b"), Content::Positions);
        assert_eq!(of(""), Content::Positions);
    }
}

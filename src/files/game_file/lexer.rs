//! Splits game files into tokens, one at a time.

use std::collections::VecDeque;
use std::io::BufRead;

use super::encoding::Encoding;
use super::error::{Faults, FileError, FileFault, Location, MAX_BYTES};
use super::lines::{LineReader, NumberedLine};
use super::raw::RawTag;
use super::tags::is_name_char;

/// The maximum number of bytes to read ahead in search of the end of a comment that seems to
/// contain the next game.
const MAX_LOOKAHEAD: usize = 1 << 16;

/// A token of a game file.
#[derive(Debug)]
pub enum Token {
    /// `[Name "value"]`.
    Tag(RawTag),
    /// `{…}`, or `;` and the rest of the line.
    Comment(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$n`.
    Nag(u8),
    /// A move, a move number or a result.
    Word(String),
}

/// A lexer that splits the lines of an input into tokens.
#[derive(Debug)]
pub struct Lexer<R> {
    pub lines: LineReader<R>,
    /// The lines that were read ahead.
    ahead: VecDeque<Result<NumberedLine>>,
    /// The faults of the current game.
    pub faults: Faults,
    /// The current line.
    text: String,
    line_number: u64,
    /// The number of bytes before the current line.
    line_start: u64,
    /// The encoding of the current line, `None` for UTF-8.
    encoding: Option<Encoding>,
    /// The number of bytes before the last token.
    pub token_start: u64,
    /// The byte offset in the current line up to which it has been read.
    offset: usize,
    /// The length of the current game so far, in bytes.
    game_length: usize,
    /// Whether an empty line precedes the last token.
    pub is_after_empty_line: bool,
}

type Result<T> = std::result::Result<T, FileError>;

impl<R: BufRead> Lexer<R> {
    pub const fn new(lines: LineReader<R>, is_strict: bool) -> Self {
        Self {
            lines,
            ahead: VecDeque::new(),
            faults: Faults::new(is_strict),
            text: String::new(),
            line_number: 0,
            line_start: 0,
            encoding: None,
            token_start: 0,
            offset: 0,
            game_length: 0,
            is_after_empty_line: false,
        }
    }

    /// Starts counting the length of a new game.
    pub fn begin_game(&mut self) {
        self.game_length = self.rest().len();
    }

    /// Returns the next token and its location, or `None` at the end of the input.
    pub fn next(&mut self) -> Result<Option<(Token, Location)>> {
        self.is_after_empty_line = false;
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(is_blank);
            self.offset += rest.len() - trimmed.len();
            if !self.rest().is_empty() {
                let location = self.location();
                self.token_start = self.byte_position();
                match self.read_token(location)? {
                    Some(token) => return Ok(Some((token, location))),
                    None => continue,
                }
            }
            if !self.next_line()? {
                return Ok(None);
            }
            if self.text.starts_with('%') {
                self.offset = self.text.len();
            } else if self.text.trim().is_empty() {
                self.is_after_empty_line = true;
            }
        }
    }

    /// Skips to the next line that begins with a tag. If `in_tags` is set, the tags that
    /// follow immediately still belong to the game being skipped.
    pub fn skip_game(&mut self, mut in_tags: bool) -> Result<()> {
        if self.offset == 0 && is_tag_pair(&self.text) {
            return Ok(());
        }
        loop {
            self.game_length = 0;
            if !self.next_line()? {
                return Ok(());
            }
            let is_tag = is_tag_pair(&self.text);
            if is_tag && !in_tags {
                return Ok(());
            }
            in_tags = in_tags && is_tag;
        }
    }

    /// Returns the number of bytes of the input before the current offset.
    pub fn byte_position(&self) -> u64 {
        let before = self.text.get(..self.offset).unwrap_or_default();
        let length = match self.encoding {
            None => before.len(),
            Some(encoding) => encoding.encoded_len(before),
        };
        self.line_start + length as u64
    }

    /// Returns the current location in the file.
    pub fn location(&self) -> Location {
        let before = self.text.get(..self.offset).unwrap_or_default();
        Location {
            line: self.line_number,
            column: before.chars().count() as u64 + 1,
        }
    }

    fn rest(&self) -> &str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    fn next_line(&mut self) -> Result<bool> {
        self.text.clear();
        self.offset = 0;
        let Some(line) = self.ahead.pop_front().or_else(|| self.lines.next()) else {
            return Ok(false);
        };
        let line = line?;
        self.text = line.text;
        self.line_number = line.number;
        self.line_start = line.start;
        self.encoding = line.encoding;
        self.game_length += self.text.len() + 1;
        if self.game_length > MAX_BYTES {
            return Err(FileError::new(self.location(), FileFault::TooLong));
        }
        if let Some(fault) = line.fault {
            self.faults.report(fault)?;
        }
        Ok(true)
    }

    /// Reads a token. Returns `None` if the token is faulty and was skipped.
    fn read_token(&mut self, location: Location) -> Result<Option<Token>> {
        let token = match self.rest().chars().next() {
            Some('[') => {
                let tag = self.read_tag(location);
                if tag.is_err() {
                    // The rest of the line belongs to the faulty tag.
                    self.offset = self.text.len();
                }
                tag
            }
            Some('{') => return self.read_comment(location).map(Some),
            Some(';') => {
                let text = self.rest().get(1..).unwrap_or_default().to_owned();
                self.offset = self.text.len();
                Ok(Token::Comment(text))
            }
            Some('(') => Ok(self.read_character(Token::Open)),
            Some(')') => Ok(self.read_character(Token::Close)),
            Some('$') => self.read_nag(location),
            Some(bracket @ ('}' | ']')) => {
                self.offset += 1;
                let expected = "a move, a comment, '(', ')' or a result";
                let fault = FileFault::token(&bracket.to_string(), expected);
                Err(FileError::new(location, fault))
            }
            _ => Ok(self.read_word()),
        };
        match token {
            Ok(token) => Ok(Some(token)),
            Err(fault) => self.faults.report(fault).map(|()| None),
        }
    }

    fn read_character(&mut self, token: Token) -> Token {
        self.offset += 1;
        token
    }

    fn read_nag(&mut self, location: Location) -> Result<Token> {
        let rest = self.rest().get(1..).unwrap_or_default();
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let digits = rest.get(..end).unwrap_or_default();
        let number = digits.parse().map_err(|_| {
            let found = format!("${digits}");
            let fault = FileFault::token(&found, "an annotation from $0 to $255");
            FileError::new(location, fault)
        });
        self.offset += 1 + end;
        number.map(Token::Nag)
    }

    /// Reads a word, which ends before whitespace or a special character. It may contain
    /// a promotion in parentheses.
    fn read_word(&mut self) -> Token {
        let rest = self.rest();
        let mut end = 0;
        while let Some(character) = rest.get(end..).and_then(|rest| rest.chars().next()) {
            let tail = rest.get(end..).unwrap_or_default();
            let is_promotion = ["(Q)", "(R)", "(B)", "(q)", "(r)", "(b)"]
                .iter()
                .any(|promotion| tail.starts_with(promotion));
            if is_promotion {
                end += 3;
            } else if character.is_whitespace() || "{}()[];$".contains(character) {
                break;
            } else {
                end += character.len_utf8();
            }
        }
        let word = rest.get(..end).unwrap_or_default().to_owned();
        self.offset += end;
        Token::Word(word)
    }

    /// Reads a comment, which may span several lines. If it is never closed, it ends at an
    /// empty line followed by a tag, so that the fault does not affect the next game.
    fn read_comment(&mut self, location: Location) -> Result<Token> {
        self.offset += 1;
        let mut text = String::new();
        let mut is_closed = false;
        loop {
            let rest = self.rest();
            if let Some(end) = rest.find('}') {
                text.push_str(rest.get(..end).unwrap_or_default());
                self.offset += end + 1;
                return Ok(Token::Comment(text));
            }
            text.push_str(rest);
            text.push(' ');
            let is_empty_line = self.text.trim().is_empty();
            let has_ended = !self.next_line()?
                || (is_empty_line
                    && !is_closed
                    && is_tag_pair(&self.text)
                    && !self.is_comment_closed_later());
            if has_ended {
                let fault = FileFault::token("{", "a closing '}'");
                self.faults.report(FileError::new(location, fault))?;
                return Ok(Token::Comment(text));
            }
            is_closed = is_closed || (is_empty_line && is_tag_pair(&self.text));
        }
    }

    /// Returns whether a comment that contains the current line is closed before another begins,
    /// or may be closed in a later part of the file. Lines are read ahead up to the first brace.
    fn is_comment_closed_later(&mut self) -> bool {
        let first_brace = |text: &str| {
            let brace = text.chars().find(|c| matches!(c, '{' | '}'));
            brace.map(|brace| brace == '}')
        };
        if let Some(is_closed) = first_brace(&self.text) {
            return is_closed;
        }
        let mut length = 0;
        let mut index = 0;
        while length <= MAX_LOOKAHEAD {
            if self.ahead.len() == index {
                match self.lines.next() {
                    None => return self.lines.has_more(),
                    Some(line) => self.ahead.push_back(line),
                }
            }
            let Some(Ok(line)) = self.ahead.get(index) else {
                return false;
            };
            if let Some(is_closed) = first_brace(&line.text) {
                return is_closed;
            }
            length += line.text.len() + 1;
            index += 1;
        }
        false
    }

    fn read_tag(&mut self, location: Location) -> Result<Token> {
        let line = self.rest().to_owned();
        let location_of = |rest: &str| {
            let before = line.get(..line.len() - rest.len()).unwrap_or_default();
            location.advanced_by(before.chars().count())
        };
        let unexpected = |rest: &str, expected| {
            let fault = match rest.trim() {
                "" => FileFault::Token {
                    found: "the end of the line".to_owned(),
                    expected,
                },
                found => FileFault::token(found, expected),
            };
            FileError::new(location_of(rest), fault)
        };
        let rest = line.get(1..).unwrap_or_default().trim_start();
        let end = rest.find(|c| !is_name_char(c)).unwrap_or(rest.len());
        let (name, rest) = rest.split_at_checked(end).unwrap_or_default();
        if name.is_empty() {
            let expected = "the name of a tag, as in [White \"Tana\"]";
            return Err(unexpected(rest, expected));
        }
        let quoted = rest.trim_start();
        let Some(mut rest) = quoted.strip_prefix('"') else {
            let expected = "a value in quotes, as in [White \"Tana\"]";
            return Err(unexpected(quoted, expected));
        };
        // Locations within a value are exact only if it has no escapes; the text of a
        // position has none.
        let value_location = location_of(rest);
        let mut value = String::new();
        loop {
            let mut characters = rest.chars();
            match characters.next() {
                None => return Err(unexpected(rest, "'\"' after the value of the tag")),
                Some('"') => break,
                // The value ends with a backslash that the program writing it did not double.
                Some('\\') if ends_tag(characters.as_str()) => {
                    let fault = FileError::new(location_of(rest), FileFault::Backslash);
                    self.faults.report(fault)?;
                    value.push('\\');
                    rest = characters.as_str();
                    break;
                }
                Some('\\') if characters.as_str().starts_with(['"', '\\']) => {
                    value.extend(characters.next());
                }
                Some(character) => value.push(character),
            }
            rest = characters.as_str();
        }
        let rest = rest.get(1..).unwrap_or_default().trim_start();
        let Some(rest) = rest.strip_prefix(']') else {
            return Err(unexpected(rest, "']' after the tag"));
        };
        self.offset += line.len() - rest.len();
        Ok(Token::Tag(RawTag {
            name: name.to_owned(),
            value,
            location,
            value_location,
        }))
    }
}

/// Returns whether a character separates tokens: whitespace, or the end-of-file mark of DOS,
/// which remains where files were joined.
const fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{1a}'
}

/// Returns whether a text is a quote and a bracket that end a tag and its line.
fn ends_tag(text: &str) -> bool {
    let rest = text.strip_prefix('"').map(str::trim_start);
    let rest = rest.and_then(|rest| rest.strip_prefix(']'));
    rest.is_some_and(|rest| rest.trim().is_empty())
}

/// Returns whether a line appears to begin with a tag.
fn is_tag_pair(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('[') else {
        return false;
    };
    let rest = rest.trim_start();
    let quoted = rest.trim_start_matches(is_name_char);
    quoted.len() < rest.len() && quoted.trim_start().starts_with('"')
}

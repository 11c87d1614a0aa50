//! Splits game files into tokens, one at a time.

use std::io::BufRead;

use super::error::{FileFault, InputError, Location};
use super::limits::MAX_BYTES;
use super::lines::LineReader;
use super::raw::RawTag;
use super::tags::is_name_char;

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
    lines: LineReader<R>,
    /// The current line.
    text: String,
    line_number: u64,
    /// The byte offset in the current line up to which it has been read.
    offset: usize,
    /// The length of the current game so far, in bytes.
    game_length: usize,
    /// Whether an empty line precedes the last token.
    is_after_empty_line: bool,
}

type Result<T> = std::result::Result<T, InputError>;

impl<R: BufRead> Lexer<R> {
    pub const fn new(input: R) -> Self {
        Self {
            lines: LineReader::new(input),
            text: String::new(),
            line_number: 0,
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
            let trimmed = rest.trim_start();
            self.offset += rest.len() - trimmed.len();
            if !self.rest().is_empty() {
                let location = self.location();
                return self
                    .read_token(location)
                    .map(|token| Some((token, location)));
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

    /// Returns whether an empty line precedes the last token.
    pub const fn is_after_empty_line(&self) -> bool {
        self.is_after_empty_line
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
        let Some(line) = self.lines.next_line()? else {
            return Ok(false);
        };
        self.text = line.text;
        self.line_number = line.number;
        self.game_length += self.text.len() + 1;
        if self.game_length > MAX_BYTES {
            return Err(InputError::new(self.location(), FileFault::TooLong));
        }
        Ok(true)
    }

    fn read_token(&mut self, location: Location) -> Result<Token> {
        let Some(first) = self.rest().chars().next() else {
            return Err(InputError::new(location, FileFault::token("", "a token")));
        };
        match first {
            '[' => {
                let tag = self.read_tag(location);
                if tag.is_err() {
                    // The rest of the line belongs to the faulty tag.
                    self.offset = self.text.len();
                }
                tag
            }
            '{' => self.read_comment(location),
            ';' => {
                let text = self.rest().get(1..).unwrap_or_default().to_owned();
                self.offset = self.text.len();
                Ok(Token::Comment(text))
            }
            '(' => Ok(self.read_parenthesis(Token::Open)),
            ')' => Ok(self.read_parenthesis(Token::Close)),
            '$' => self.read_nag(location),
            '}' | ']' => {
                let expected = "a move, a comment, '(', ')' or a result";
                Err(InputError::new(
                    location,
                    FileFault::token(&first.to_string(), expected),
                ))
            }
            _ => Ok(self.read_word()),
        }
    }

    fn read_parenthesis(&mut self, token: Token) -> Token {
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
            InputError::new(
                location,
                FileFault::token(&found, "an annotation from $0 to $255"),
            )
        })?;
        self.offset += 1 + end;
        Ok(Token::Nag(number))
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

    /// Reads a comment, which may span several lines. An empty line followed by a tag
    /// ends an unclosed comment, so that the error does not affect the next game.
    fn read_comment(&mut self, location: Location) -> Result<Token> {
        self.offset += 1;
        let mut text = String::new();
        let unclosed = || InputError::new(location, FileFault::token("{", "a closing '}'"));
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
            if !self.next_line()? || (is_empty_line && is_tag_pair(&self.text)) {
                return Err(unclosed());
            }
        }
    }

    fn read_tag(&mut self, location: Location) -> Result<Token> {
        let line = self.rest().to_owned();
        let unexpected = |rest: &str, expected| {
            let before = line.get(..line.len() - rest.len()).unwrap_or_default();
            let location = location.advanced_by(before.chars().count());
            let fault = match rest.trim() {
                "" => FileFault::Token {
                    found: "the end of the line".to_owned(),
                    expected,
                },
                found => FileFault::token(found, expected),
            };
            InputError::new(location, fault)
        };
        let rest = line.get(1..).unwrap_or_default().trim_start();
        let end = rest.find(|c| !is_name_char(c)).unwrap_or(rest.len());
        let (name, rest) = rest.split_at_checked(end).unwrap_or_default();
        if name.is_empty() {
            return Err(unexpected(
                rest,
                "the name of a tag, as in [White \"Tana\"]",
            ));
        }
        let quoted = rest.trim_start();
        let Some(mut rest) = quoted.strip_prefix('"') else {
            return Err(unexpected(
                quoted,
                "a value in quotes, as in [White \"Tana\"]",
            ));
        };
        // Locations within the value are exact only if it has no escapes, and positions
        // have none.
        let before = line.get(..line.len() - rest.len()).unwrap_or_default();
        let value_location = location.advanced_by(before.chars().count());
        let mut value = String::new();
        loop {
            let mut characters = rest.chars();
            match characters.next() {
                None => return Err(unexpected(rest, "'\"' after the value of the tag")),
                Some('"') => break,
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
        let name = name.to_owned();
        Ok(Token::Tag(RawTag {
            name,
            value,
            location,
            value_location,
        }))
    }
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

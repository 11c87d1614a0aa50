//! Tells files of games and files of positions apart, by their names and first lines.

use std::io::{self, BufRead, Cursor, Read};
use std::path::Path;

/// The byte order mark, in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// The maximum number of bytes that are read to find a line that indicates the content.
const MAX_START_BYTES: usize = 1 << 16;

/// What a file contains.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FileContent {
    /// Positions, one on each line, or something unknown.
    Positions,
    /// Games in SGN.
    Sgn,
    /// JSON lines.
    Json,
}

impl FileContent {
    /// Returns the content that the extension of a file's name indicates.
    pub fn from_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "sgn" => Some(Self::Sgn),
            "jsonl" | "ndjson" | "json" => Some(Self::Json),
            _ => None,
        }
    }

    /// Guesses the content of a text from the first line that indicates it, and returns the guess
    /// with a reader of the whole text. Reads whole lines, which a pipe may deliver in pieces.
    ///
    /// # Errors
    /// Returns an error if the text can't be read.
    pub fn guess<R: BufRead>(mut reader: R) -> io::Result<(Self, impl BufRead + use<R>)> {
        let mut start = Vec::new();
        let mut content = None;
        while content.is_none() && start.len() < MAX_START_BYTES {
            let line_start = start.len();
            let left = MAX_START_BYTES - line_start;
            let mut rest = (&mut reader).take(left as u64);
            if rest.read_until(b'\n', &mut start)? == 0 {
                break;
            }
            let line = start.get(line_start..).unwrap_or_default();
            let mut lines = without_byte_order_mark(line).split(|byte| *byte == b'\r');
            content = lines.find_map(Self::of_line);
        }
        let content = content.unwrap_or(Self::Positions);
        Ok((content, Cursor::new(start).chain(reader)))
    }

    /// Returns the content that a line at the start of a text indicates, or `None` if every text
    /// can contain such a line: it is empty, or a comment after a `;`.
    fn of_line(line: &[u8]) -> Option<Self> {
        let line = line.trim_ascii();
        let word = line.split(u8::is_ascii_whitespace).next()?;
        match word {
            [] | [b';', ..] => None,
            // A JSON object; any other line that begins with `{` begins a comment.
            [b'{', ..] if is_object(line) => Some(Self::Json),
            // A tag, a line for other programs, a comment, or the byte order mark of UTF-16, in
            // which only games are read.
            [b'[' | b'%' | b'{', ..] | [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some(Self::Sgn),
            _ if begins_with_turn(word) => Some(Self::Sgn),
            _ => Some(Self::Positions),
        }
    }
}

/// Returns whether a line that begins with `{` begins an object of JSON.
fn is_object(line: &[u8]) -> bool {
    let inside = line.get(1..).unwrap_or_default().trim_ascii_start();
    matches!(inside.first(), Some(b'"' | b'}'))
}

/// Returns whether a word begins with the number of a move or with a turn such as `d1-d6`,
/// `54-32` or `c7:a5`, or is the result of a game. No position does: boards contain `/`.
fn begins_with_turn(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_numbered = digits > 0 && word.get(digits) == Some(&b'.');
    let is_of_squares = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':');
    let is_turn = word.iter().all(is_of_squares)
        && word.iter().any(u8::is_ascii_digit)
        && word.iter().any(|byte| matches!(byte, b'-' | b':'));
    is_numbered || is_turn || word == b"*" || word == b"1/2-1/2"
}

/// Returns text without a byte order mark at its start.
pub fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// A pipe that delivers one byte at a time.
    struct SlowPipe<'t>(&'t [u8]);

    impl Read for SlowPipe<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    /// Guesses the content of a text that arrives byte by byte, and checks that no byte is lost.
    fn content(text: &str) -> FileContent {
        let (content, mut reader) =
            FileContent::guess(BufReader::new(SlowPipe(text.as_bytes()))).unwrap();
        let mut read = String::new();
        reader.read_to_string(&mut read).unwrap();
        assert_eq!(read, text);
        content
    }

    #[test]
    fn content_is_guessed_from_the_first_line_that_decides() {
        for games in [
            "\u{feff}\n [Event \"?\"]",
            "% made by X\n[White \"A\"]\n",
            "; made by X\r\n\r\n[White \"A\"]\r\n",
            "; made by X\r[White \"A\"]\r",
            "{ made by X }\n1. 61-42",
            "{\nmade by X }\n1. 61-42",
            "1. 61-42 13-27 *",
            "1.d1-d6",
            "; a game\n61-42 13-27 *",
            "d1-d6 c10-c8",
            "c7:a5",
            "e2-e4",
            "1. e4",
            "*",
            "1-0",
        ] {
            assert_eq!(content(games), FileContent::Sgn, "{games}");
        }
        for positions in [
            "9/1/K6/5s1/4S1R/7/7/k6/1/9 b",
            "; positions\n\n9/1/K6/5s1/4S1R/7/7/k6/1/9 b",
            "# positions",
            "startpos",
            "startpos moves d1-d6",
            "position spn 9/1/K6/5s1/4S1R/7/7/k6/1/9 b moves c7:a5",
            "fen rnbjkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBJKBNR w",
            "no position",
            ";",
            "",
        ] {
            assert_eq!(content(positions), FileContent::Positions, "{positions}");
        }
        for json in ["{\"type\":\"position\"}", "\u{feff}{ \"turns\": []}", "{}"] {
            assert_eq!(content(json), FileContent::Json, "{json}");
        }
    }

    #[test]
    fn a_start_without_a_line_that_decides_is_not_read_for_ever() {
        let text = "; comment\n".repeat(MAX_START_BYTES) + "[White \"A\"]";
        let (content, _) = FileContent::guess(text.as_bytes()).unwrap();
        assert_eq!(content, FileContent::Positions);
    }
}

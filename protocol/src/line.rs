//! Splits a stream of bytes into lines.
//!
//! A line is accepted or refused as a whole. A host may send a game of thousands
//! of plies on one line, so the length limit is generous. A longer line is
//! reported and discarded to its end, never truncated: half of a `position`
//! command is a different position. The bytes of a refused line are freed at
//! once, so the buffer never exceeds the limit.

use thiserror::Error;

/// The default limit on the length of a line, in bytes: 16 MiB.
pub const DEFAULT_LIMIT: usize = 16 * 1024 * 1024;

/// The byte order mark, which some editors write at the start of UTF-8 text.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A line, or the error because of which it was refused.
pub type InputLine = Result<String, LineError>;

/// An error for which a line is refused. The next line is read as usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LineError {
    /// The line has more bytes than the limit.
    #[error("line refused: longer than {limit} bytes")]
    TooLong {
        /// The limit that was exceeded, in bytes.
        limit: usize,
    },
    /// The line is not UTF-8 text.
    #[error("line refused: byte {} is not UTF-8", .valid_up_to + 1)]
    NotUtf8 {
        /// The number of bytes at the start of the line that are valid UTF-8.
        valid_up_to: usize,
    },
}

/// Splits a stream of bytes into lines, however the bytes are divided into
/// chunks.
///
/// LF, CR and CRLF all end a line; an empty line is delivered as empty text. A
/// byte order mark at the start of the stream is dropped.
#[derive(Debug, Clone)]
pub struct LineSplitter {
    limit: usize,
    buffer: Vec<u8>,
    /// Whether the current line has exceeded the limit, so its bytes are discarded.
    too_long: bool,
    /// Whether the last byte was a CR, so an LF after it is part of the same line end.
    after_cr: bool,
    /// Whether this is the first line, which may begin with a byte order mark.
    is_first: bool,
}

impl Default for LineSplitter {
    fn default() -> Self {
        Self::new()
    }
}

impl LineSplitter {
    /// Creates a splitter that refuses lines longer than [`DEFAULT_LIMIT`].
    #[must_use]
    pub const fn new() -> Self {
        Self::with_limit(DEFAULT_LIMIT)
    }

    /// Creates a splitter that refuses lines longer than `limit` bytes, not
    /// counting the line end.
    #[must_use]
    pub const fn with_limit(limit: usize) -> Self {
        Self {
            limit,
            buffer: Vec::new(),
            too_long: false,
            after_cr: false,
            is_first: true,
        }
    }

    /// Changes the limit, starting with the current line.
    pub const fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Consumes the next bytes of the stream, and appends the lines that they
    /// complete to `lines`.
    pub fn push(&mut self, mut bytes: &[u8], lines: &mut Vec<Result<String, LineError>>) {
        while let Some(line) = self.next_line(&mut bytes) {
            lines.push(line);
        }
    }

    /// Consumes bytes up to the end of the first line that they complete,
    /// returns this line, and leaves the rest in `bytes`. If the bytes complete
    /// no line, consumes them all and returns `None`.
    pub fn next_line(&mut self, bytes: &mut &[u8]) -> Option<Result<String, LineError>> {
        Some(self.next_raw_line(bytes)?.and_then(decode))
    }

    /// Does the same as [`LineSplitter::next_line`], but does not refuse a line that is not
    /// UTF-8 text, for callers that can use the readable part of such a line.
    pub fn next_raw_line(&mut self, bytes: &mut &[u8]) -> Option<Result<Vec<u8>, LineError>> {
        while !bytes.is_empty() {
            let end = bytes.iter().position(|&b| b == b'\n' || b == b'\r');
            // The chunk ends after a CR or LF, or at the end of the bytes.
            let (chunk, rest) = bytes.split_at(end.map_or(bytes.len(), |end| end + 1));
            *bytes = rest;
            let (body, end) = match chunk.split_last() {
                Some((&end @ (b'\n' | b'\r'), body)) => (body, Some(end)),
                _ => (chunk, None),
            };
            let completes_crlf = self.after_cr && end == Some(b'\n') && body.is_empty();
            self.after_cr = end == Some(b'\r');
            if completes_crlf {
                continue;
            }
            self.append(body);
            if end.is_some() {
                return Some(self.take_line());
            }
        }
        None
    }

    /// Ends the stream; returns the last line if it has no line end, otherwise `None`.
    pub fn finish(&mut self) -> Option<Result<String, LineError>> {
        Some(self.finish_raw()?.and_then(decode))
    }

    /// Does the same as [`LineSplitter::finish`], but does not refuse a line that is not UTF-8
    /// text.
    pub fn finish_raw(&mut self) -> Option<Result<Vec<u8>, LineError>> {
        self.after_cr = false;
        let line = (self.too_long || !self.buffer.is_empty()).then(|| self.take_line())?;
        // A byte order mark on its own is not a line.
        (line != Ok(Vec::new())).then_some(line)
    }

    fn append(&mut self, body: &[u8]) {
        if self.too_long {
            return;
        }
        if self.buffer.len().saturating_add(body.len()) > self.limit {
            self.too_long = true;
            self.buffer = Vec::new();
        } else {
            self.buffer.extend_from_slice(body);
        }
    }

    /// Returns the current line and begins the next one.
    fn take_line(&mut self) -> Result<Vec<u8>, LineError> {
        let mut bytes = std::mem::take(&mut self.buffer);
        let is_first = std::mem::replace(&mut self.is_first, false);
        if std::mem::replace(&mut self.too_long, false) {
            return Err(LineError::TooLong { limit: self.limit });
        }
        if is_first && bytes.starts_with(BOM) {
            bytes.drain(..BOM.len());
        }
        Ok(bytes)
    }
}

fn decode(bytes: Vec<u8>) -> Result<String, LineError> {
    String::from_utf8(bytes).map_err(|error| LineError::from(error.utf8_error()))
}

impl From<std::str::Utf8Error> for LineError {
    fn from(error: std::str::Utf8Error) -> Self {
        let valid_up_to = error.valid_up_to();
        Self::NotUtf8 { valid_up_to }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(limit: usize, chunks: &[&[u8]]) -> Vec<Result<String, LineError>> {
        let mut splitter = LineSplitter::with_limit(limit);
        let mut lines = Vec::new();
        for chunk in chunks {
            splitter.push(chunk, &mut lines);
        }
        lines.extend(splitter.finish());
        lines
    }

    fn ok(lines: &[&str]) -> Vec<Result<String, LineError>> {
        lines.iter().map(|line| Ok((*line).to_owned())).collect()
    }

    #[test]
    fn every_line_end_counts_once() {
        assert_eq!(
            split(99, &[b"a\nb\r\nc\rd\n\re"]),
            ok(&["a", "b", "c", "d", "", "e"])
        );
        assert_eq!(split(99, &[b"a\r", b"\nb\r", b"\r\n"]), ok(&["a", "b", ""]));
    }

    #[test]
    fn next_line_leaves_the_rest_of_the_bytes() {
        let mut splitter = LineSplitter::with_limit(3);
        let mut bytes: &[u8] = b"a\r\nlong\nb";
        assert_eq!(splitter.next_line(&mut bytes), Some(Ok("a".to_owned())));
        assert_eq!(bytes, b"\nlong\nb");
        splitter.set_limit(4);
        assert_eq!(splitter.next_line(&mut bytes), Some(Ok("long".to_owned())));
        assert_eq!(splitter.next_line(&mut bytes), None);
        assert_eq!(
            (bytes, splitter.finish()),
            (&b""[..], Some(Ok("b".to_owned())))
        );
    }

    #[test]
    fn a_last_line_without_a_line_end_is_delivered() {
        assert_eq!(split(99, &[b"uci\nqui", b"t"]), ok(&["uci", "quit"]));
        assert_eq!(split(99, &[b"uci\n"]), ok(&["uci"]));
        assert_eq!(split(99, &[]), ok(&[]));
    }

    #[test]
    fn a_byte_order_mark_is_dropped_at_the_start_only() {
        assert_eq!(
            split(99, &[b"\xEF", b"\xBB\xBFuci\n\xEF\xBB\xBFx\n"]),
            ok(&["uci", "\u{feff}x"])
        );
        assert_eq!(split(99, &[BOM]), ok(&[]));
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_and_the_next_one_is_read() {
        let too_long = || Err(LineError::TooLong { limit: 4 });
        let mut expected = vec![too_long()];
        expected.extend(ok(&["abcd", "x"]));
        assert_eq!(split(4, &[b"abc", b"de", b"fgh\nabcd\nx"]), expected);
        assert_eq!(split(4, &[b"abcde"]), vec![too_long()]);
        let mut splitter = LineSplitter::with_limit(4);
        splitter.push(&[b'a'; 1000], &mut Vec::new());
        assert_eq!(splitter.buffer.capacity(), 0);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused() {
        let mut expected = vec![Err(LineError::NotUtf8 { valid_up_to: 2 })];
        expected.extend(ok(&["b\0c"]));
        assert_eq!(split(99, &[b"go\xFF\xFE\nb\0c"]), expected);
    }
}

//! Reads lines one at a time, with a limit on their length, and decodes them.

use std::io::{BufRead, ErrorKind};

use super::encoding::Encoding;
use super::error::{FileError, FileFault, Location, MAX_BYTES};

/// A line without its line ending.
#[derive(Debug)]
pub struct NumberedLine {
    /// The number of the line, counted from 1.
    pub number: u64,
    /// The number of bytes before the line in the input.
    pub start: u64,
    /// The encoding of the line, `None` for UTF-8.
    pub encoding: Option<Encoding>,
    /// The text of the line.
    pub text: String,
    /// The fault that the text is not UTF-8 but was decoded; only the first such line has it.
    pub fault: Option<FileError>,
}

/// A reader that splits an input into lines, which end with LF, CRLF or CR. A line that is too
/// long, or is not text in an accepted encoding, yields an error, and the next line follows. An
/// error of the input itself is the last item.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    /// The number of bytes read so far.
    position: u64,
    /// The number of bytes before the current line.
    line_start: u64,
    /// The number of lines read so far.
    count: u64,
    /// Whether the last line ended with CR, so that a following LF belongs to it.
    after_cr: bool,
    /// Whether only UTF-8 is accepted.
    is_strict: bool,
    /// The encoding of lines that are not UTF-8, once it is known.
    encoding: Option<Encoding>,
    /// Whether a fault has named the encoding.
    is_encoding_reported: bool,
    /// Whether more of the file follows the input.
    has_more: bool,
    /// Whether an error of the input has ended the reading.
    has_failed: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Creates a reader of the lines of an input in UTF-8. Byte order marks are skipped: there
    /// may be one wherever files were joined.
    pub const fn new(input: R) -> Self {
        Self::with_strictness(input, true)
    }

    /// Creates a reader of the lines of an input; unless `is_strict` is set, encodings other
    /// than UTF-8 are recognized and reported.
    pub const fn with_strictness(input: R, is_strict: bool) -> Self {
        Self {
            input,
            position: 0,
            line_start: 0,
            count: 0,
            after_cr: false,
            is_strict,
            encoding: None,
            is_encoding_reported: false,
            has_more: false,
            has_failed: false,
        }
    }

    /// Creates a reader of a part of a file; `encoding` is that of the earlier parts, `None` for
    /// UTF-8. `has_more` says whether more of the file follows.
    pub const fn of_part(input: R, encoding: Option<Encoding>, has_more: bool) -> Self {
        let mut reader = Self::with_strictness(input, false);
        reader.has_more = has_more;
        reader.encoding = encoding;
        reader.is_encoding_reported = encoding.is_some();
        reader
    }

    /// Returns the number of bytes read so far.
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Returns the encoding of the lines that are not UTF-8; `None` if none is known.
    pub const fn encoding(&self) -> Option<Encoding> {
        self.encoding
    }

    /// Returns whether more of the file follows the input.
    pub const fn has_more(&self) -> bool {
        self.has_more
    }

    fn next_line(&mut self) -> Result<Option<NumberedLine>, FileError> {
        let mut bytes = Vec::new();
        self.line_start = self.position;
        if self.count == 0 && !self.is_strict && self.encoding.is_none() {
            self.read_utf16_mark(&mut bytes)?;
        }
        let Some(fits) = self.read_bytes(&mut bytes)? else {
            return Ok(None);
        };
        self.count += 1;
        if !fits {
            let location = Location::line_start(self.count);
            return Err(FileError::new(location, FileFault::TooLong));
        }
        self.decode(&bytes).map(Some)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<NumberedLine, FileError> {
        let valid = match std::str::from_utf8(bytes) {
            _ if self.encoding.is_some_and(Encoding::is_utf16) => 0,
            Ok(text) => return Ok(self.line(text, None, None)),
            Err(error) => error.valid_up_to(),
        };
        let before = String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default());
        let location = Location::line_start(self.count).advanced_by(before.chars().count());
        if !self.is_strict {
            self.encoding = self.encoding.or_else(|| Encoding::guess(bytes));
        }
        let Some(encoding) = self.encoding else {
            return Err(FileError::new(location, FileFault::NotText));
        };
        let is_reported = std::mem::replace(&mut self.is_encoding_reported, true);
        let fault = FileError::new(location, FileFault::Encoding(encoding));
        let fault = (!is_reported).then_some(fault);
        Ok(self.line(&encoding.decode(bytes), Some(encoding), fault))
    }

    /// Returns the current line without byte order marks. Where files were joined, one may stand
    /// within a line: a file's last line need not have a line ending.
    fn line(
        &self,
        text: &str,
        encoding: Option<Encoding>,
        fault: Option<FileError>,
    ) -> NumberedLine {
        NumberedLine {
            number: self.count,
            start: self.line_start,
            encoding,
            text: text.replace(BYTE_ORDER_MARK, ""),
            fault,
        }
    }

    /// Reads a byte order mark of UTF-16 if the input begins with one. If only its first byte
    /// is there, that byte begins the first line.
    fn read_utf16_mark(&mut self, line: &mut Vec<u8>) -> Result<(), FileError> {
        let Some(first @ (0xfe | 0xff)) = self.peek_byte()? else {
            return Ok(());
        };
        self.consume(1);
        let second = self.peek_byte()?;
        self.encoding = second.and_then(|second| Encoding::from_byte_order_mark(&[first, second]));
        match self.encoding {
            Some(_) => self.consume(1),
            None => line.push(first),
        }
        Ok(())
    }

    fn consume(&mut self, bytes: usize) {
        self.input.consume(bytes);
        self.position += bytes as u64;
    }

    fn peek_byte(&mut self) -> Result<Option<u8>, FileError> {
        loop {
            match self.input.fill_buf() {
                Ok(chunk) => return Ok(chunk.first().copied()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.input_error(&error)),
            }
        }
    }

    fn next_byte(&mut self) -> Result<Option<u8>, FileError> {
        let byte = self.peek_byte()?;
        self.consume(usize::from(byte.is_some()));
        Ok(byte)
    }

    fn input_error(&self, error: &std::io::Error) -> FileError {
        let fault = FileFault::Input(error.to_string());
        FileError::new(Location::line_start(self.count + 1), fault)
    }

    /// Reads the next line into `bytes`, which may hold its first byte already. Returns whether
    /// the line's length is within the limit, or `None` at the end of the input.
    fn read_bytes(&mut self, bytes: &mut Vec<u8>) -> Result<Option<bool>, FileError> {
        let utf16 = self.encoding.filter(|encoding| encoding.is_utf16());
        let mut has_bytes = !bytes.is_empty();
        let mut fits = true;
        while let Some(first) = self.next_byte()? {
            let (second, ascii) = match utf16 {
                None => (None, Some(first)),
                Some(encoding) => {
                    let second = self.next_byte()?;
                    let unit = second.map(|second| [first, second]);
                    (
                        second,
                        unit.and_then(|unit| encoding.low_byte_of_unit(unit)),
                    )
                }
            };
            let is_after_cr = std::mem::take(&mut self.after_cr);
            match ascii {
                Some(b'\n') if is_after_cr => {
                    self.line_start = self.position;
                    continue;
                }
                Some(end @ (b'\n' | b'\r')) => {
                    self.after_cr = end == b'\r';
                    return Ok(Some(fits));
                }
                _ => {}
            }
            has_bytes = true;
            fits = fits && bytes.len() + 1 + usize::from(second.is_some()) <= MAX_BYTES;
            if fits {
                bytes.push(first);
                bytes.extend(second);
            }
        }
        Ok(has_bytes.then_some(fits))
    }
}

impl<R: BufRead> Iterator for LineReader<R> {
    type Item = Result<NumberedLine, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let line = self.next_line().transpose()?;
        let is_failure = |error: &FileError| matches!(error.fault, FileFault::Input(_));
        self.has_failed = line.as_ref().is_err_and(is_failure);
        Some(line)
    }
}

/// A byte order mark, which carries no information in UTF-8.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// Returns all lines of an input that is read in chunks of `chunk_size` bytes.
    fn read_lines(bytes: &[u8], chunk_size: usize) -> Vec<Result<String, (u64, u64, FileFault)>> {
        read_lines_if(true, bytes, chunk_size)
    }

    /// Returns the lines, each followed by its fault, if any.
    fn read_lines_if(
        is_strict: bool,
        bytes: &[u8],
        chunk_size: usize,
    ) -> Vec<Result<String, (u64, u64, FileFault)>> {
        let input = BufReader::with_capacity(chunk_size, bytes);
        let mut lines = Vec::new();
        for line in LineReader::with_strictness(input, is_strict) {
            match line {
                Ok(line) => {
                    lines.push(Ok(line.text));
                    let fault = line
                        .fault
                        .map(|error| (error.line, error.column, error.fault));
                    lines.extend(fault.map(Err));
                }
                Err(error) => lines.push(Err((error.line, error.column, error.fault))),
            }
        }
        lines
    }

    #[test]
    fn lines_end_with_lf_crlf_or_cr() {
        let expected: Vec<_> = ["a", "b", "", "c", "", "d"]
            .map(|line| Ok(line.to_owned()))
            .into();
        for chunk_size in 1..6 {
            let text = b"\xef\xbb\xbfa\nb\r\n\r\nc\r\rd";
            assert_eq!(
                read_lines(text, chunk_size),
                expected,
                "chunks of {chunk_size} bytes"
            );
        }
    }

    #[test]
    fn an_invalid_line_is_reported_and_skipped() {
        let mut text = "ж!".as_bytes().to_vec();
        text.extend(b"\xff\n");
        text.extend(vec![b'x'; MAX_BYTES + 1]);
        text.extend(b"\nend");
        let found = read_lines(&text, 4096);
        assert_eq!(found[0], Err((1, 3, FileFault::NotText)));
        assert_eq!(found[1], Err((2, 1, FileFault::TooLong)));
        assert_eq!(found[2], Ok("end".to_owned()));
    }

    #[test]
    fn other_encodings_are_recognised_and_reported_once() {
        let found = read_lines_if(false, b"a\n\xc8\xe2\xe0\xed\n\xd5\xee\xe4", 4096);
        let fault = FileFault::Encoding(Encoding::Windows1251);
        let line = |text: &str| Ok(text.to_owned());
        assert_eq!(
            found,
            [line("a"), line("Иван"), Err((2, 1, fault)), line("Ход")]
        );
        let found = read_lines_if(false, b"\x00\xff", 4096);
        assert_eq!(found, [Err((1, 2, FileFault::NotText))]);
    }

    #[test]
    fn utf_16_has_lines_in_both_orders() {
        let text = "Ход\r\nж\n\r";
        for (encoding, mark) in [
            (Encoding::Utf16Le, [0xff, 0xfe]),
            (Encoding::Utf16Be, [0xfe, 0xff]),
        ] {
            let mut bytes = mark.to_vec();
            for unit in text.encode_utf16() {
                bytes.extend(match encoding {
                    Encoding::Utf16Le => unit.to_le_bytes(),
                    _ => unit.to_be_bytes(),
                });
            }
            let fault = Err((1, 1, FileFault::Encoding(encoding)));
            let line = |text: &str| Ok(text.to_owned());
            let expected = [line("Ход"), fault, line("ж"), line("")];
            for chunk_size in 1..6 {
                assert_eq!(read_lines_if(false, &bytes, chunk_size), expected);
            }
        }
        // The first byte of a mark alone is not a mark.
        let found = read_lines_if(false, b"\xff\na", 1);
        assert_eq!(found[0], Ok("я".to_owned()));
        assert_eq!(found[2], Ok("a".to_owned()));
    }
}

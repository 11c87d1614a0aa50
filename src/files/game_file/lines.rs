//! Reads lines one at a time, with a limit on their length.

use std::io::{BufRead, ErrorKind};

use super::error::{FileFault, InputError, Location};
use super::limits::MAX_BYTES;

/// A line without its line ending.
#[derive(Debug)]
pub struct NumberedLine {
    /// The number of the line, counted from 1.
    pub number: u64,
    /// The text of the line.
    pub text: String,
}

/// A reader that splits an input into lines, which end with LF, CRLF or CR.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    /// The number of lines read so far.
    count: u64,
    /// Whether the last line ended with CR, so that a following LF belongs to it.
    after_cr: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Creates a reader of the lines of an input. A byte order mark at its start is skipped.
    pub const fn new(input: R) -> Self {
        Self {
            input,
            count: 0,
            after_cr: false,
        }
    }

    /// Returns the next line, or `None` at the end of the input.
    ///
    /// # Errors
    /// Returns an error if the line is not UTF-8 or is too long; the next call returns
    /// the line after it. Also returns an error if the input can't be read; nothing more
    /// can be read then.
    pub fn next_line(&mut self) -> Result<Option<NumberedLine>, InputError> {
        let mut bytes = Vec::new();
        let Some(fits) = self.next_bytes(&mut bytes)? else {
            return Ok(None);
        };
        self.count += 1;
        let number = self.count;
        if !fits {
            return Err(InputError::new(
                Location::line_start(number),
                FileFault::TooLong,
            ));
        }
        if number == 1 && bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(..3);
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(NumberedLine { number, text })),
            Err(error) => {
                let valid = error.as_bytes().get(..error.utf8_error().valid_up_to());
                let before = String::from_utf8_lossy(valid.unwrap_or_default());
                let column = before.chars().count() as u64 + 1;
                let location = Location {
                    line: number,
                    column,
                };
                Err(InputError::new(location, FileFault::NotText))
            }
        }
    }

    /// Reads the next line into `bytes`. Returns whether its length is within the limit,
    /// or `None` at the end of the input.
    fn next_bytes(&mut self, bytes: &mut Vec<u8>) -> Result<Option<bool>, InputError> {
        let mut has_bytes = false;
        let mut fits = true;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    let fault = FileFault::Input(error.to_string());
                    let location = Location::line_start(self.count + 1);
                    return Err(InputError::new(location, fault));
                }
            };
            if chunk.is_empty() {
                return Ok(has_bytes.then_some(fits));
            }
            if std::mem::take(&mut self.after_cr) && chunk.first() == Some(&b'\n') {
                self.input.consume(1);
                continue;
            }
            has_bytes = true;
            let end = chunk.iter().position(|&byte| matches!(byte, b'\n' | b'\r'));
            let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
            fits = fits && bytes.len() + part.len() <= MAX_BYTES;
            if fits {
                bytes.extend_from_slice(part);
            }
            let line_end = end.and_then(|end| chunk.get(end).copied());
            let used = part.len() + usize::from(line_end.is_some());
            self.input.consume(used);
            if let Some(end) = line_end {
                self.after_cr = end == b'\r';
                return Ok(Some(fits));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// Returns all lines of an input that is read in chunks of `chunk_size` bytes.
    fn read_lines(bytes: &[u8], chunk_size: usize) -> Vec<Result<String, (u64, u64, FileFault)>> {
        let mut reader = LineReader::new(BufReader::with_capacity(chunk_size, bytes));
        let mut lines = Vec::new();
        loop {
            match reader.next_line() {
                Ok(None) => return lines,
                Ok(Some(line)) => lines.push(Ok(line.text)),
                Err(error) => lines.push(Err((error.line, error.column, error.fault))),
            }
        }
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
}

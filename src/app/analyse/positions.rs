//! Positions, one a line.

use std::io::{self, BufRead, Read};

use super::column;
use super::input::{self, Content, Opened};
use super::output::Format;
use super::record::{self, PositionRecord};
use super::table;
use super::{Failure, Work};
use crate::analysis::wording;
use crate::rules::{GameRecord, PositionError, Variant};

/// The longest line that is read, in bytes; a position takes some 100.
const MOST_BYTES: u64 = 1 << 16;

impl Work<'_> {
    /// Analyses every position of an input. What can't be read is told and left
    /// out.
    pub(super) fn positions(&mut self, mut input: Opened) -> Result<(), Failure> {
        let mut line = Vec::new();
        let mut number = 0;
        while !self.interrupt.is_raised() {
            number += 1;
            match read_line(&mut input.text, &mut line) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    self.complain(&format!("{}:{number}: {error}", input.name));
                    break;
                }
            }
            if let Some((before, text)) = input::position(&line) {
                self.position_of(&input.name, number, before, text)?;
                self.progress.item();
            }
        }
        Ok(())
    }

    /// Analyses the position in a line, which begins behind `before` bytes.
    fn position_of(
        &mut self,
        source: &str,
        line: u64,
        before: usize,
        text: &[u8],
    ) -> Result<(), Failure> {
        let variant = self.args.variant.unwrap_or_default();
        let spn = String::from_utf8_lossy(text);
        let game = match read(variant, &spn) {
            Ok(game) => game,
            Err(error) => {
                let column = 1 + before + column::of(&spn, &error);
                self.complain(&format!("{source}:{line}:{column}: {error}"));
                return Ok(());
            }
        };
        self.positions += 1;
        let number = self.positions;
        self.analyser.clear();
        let (progress, interrupt) = (&self.progress, &self.interrupt);
        let analysis = self
            .analyser
            .position(&game, &|| interrupt.is_raised(), &mut |line| {
                let (depth, score) = (line.depth, wording::score(line.score));
                let message = format!("position {number}, depth {depth}, {score}");
                progress.part(0, 1, message);
            })?;
        let record = PositionRecord {
            number,
            source,
            line,
            analysis: &analysis,
        };
        let text = match self.format(Content::Positions) {
            Format::Json => record::json(&record)?,
            Format::Csv => record::position_rows(&record, !self.output.has_header)?,
            Format::Table | Format::Sgn => table::position(&record, table::width()),
        };
        self.output.has_header = true;
        self.output.write(&text, &self.progress)?;
        Ok(())
    }
}

fn read(variant: Variant, text: &str) -> Result<GameRecord, PositionError> {
    match text {
        input::START => Ok(GameRecord::new(variant)),
        text => GameRecord::from_text(variant, text),
    }
}

/// Reads a line into `line`; `false` at the end. Of a line that is too long the
/// beginning alone is kept, which is no position.
fn read_line(text: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let length = text.take(MOST_BYTES).read_until(b'\n', line)?;
    let mut is_whole = line.ends_with(b"\n") || length < MOST_BYTES as usize;
    let mut rest = Vec::new();
    while !is_whole {
        rest.clear();
        let length = text.take(MOST_BYTES).read_until(b'\n', &mut rest)?;
        is_whole = rest.ends_with(b"\n") || length < MOST_BYTES as usize;
    }
    Ok(length > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_does_not_fill_the_memory() {
        let text = "x".repeat(3 * MOST_BYTES as usize) + "\nnext";
        let mut text = io::Cursor::new(text);
        let mut line = Vec::new();
        assert!(read_line(&mut text, &mut line).unwrap());
        assert_eq!(line.len() as u64, MOST_BYTES);
        assert!(read_line(&mut text, &mut line).unwrap());
        assert_eq!(line, b"next");
        assert!(!read_line(&mut text, &mut line).unwrap());
    }
}

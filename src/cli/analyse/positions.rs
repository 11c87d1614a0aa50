//! The analysis of positions, one a line.

use std::time::Instant;

use super::input::{self, Content, Opened};
use super::output::Format;
use super::record::{self, PositionRecord};
use super::{Failure, Work, table};
use crate::analysis::format;
use crate::cli::column;
use crate::game::{GameRecord, Variant};

impl Work<'_> {
    /// Analyses every position of an input. Positions that can't be read are
    /// reported and skipped.
    pub(super) fn positions(&mut self, mut input: Opened) -> Result<(), Failure> {
        let mut line = Vec::new();
        let mut number = 0;
        while !self.interrupt.is_raised() {
            number += 1;
            match input::read_line(&mut input.text, &mut line) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    self.complain(&format!("{}:{number}: {error}", input.name));
                    break;
                }
            }
            let line = if number == 1 {
                input::without_mark(&line)
            } else {
                &line
            };
            if let Some((before, text)) = input::position(line) {
                self.position_of(&input.name, number, before, text)?;
                self.progress.item();
            }
        }
        Ok(())
    }

    /// Analyses the position in a line, which begins after `before` bytes.
    fn position_of(
        &mut self,
        source: &str,
        line: u64,
        before: usize,
        text: &[u8],
    ) -> Result<(), Failure> {
        let text = String::from_utf8_lossy(text);
        let of_text = || Variant::of_text(&text);
        let variant = self.args.variant.unwrap_or_else(of_text);
        let game = match GameRecord::from_text(variant, &text) {
            Ok(game) => game,
            Err(error) => {
                let column = 1 + before + column::of(&text, &error);
                self.complain(&format!("{source}:{line}:{column}: {error}"));
                return Ok(());
            }
        };
        self.positions += 1;
        let number = self.positions;
        self.analyser.clear();
        let (progress, interrupt) = (&self.progress, &self.interrupt);
        let start = Instant::now();
        // The search calls this every few milliseconds, so that the bar keeps
        // up.
        let stop = || {
            if let Some(time) = self.args.movetime {
                let done = u64::try_from(start.elapsed().as_millis());
                progress.part(done.unwrap_or(u64::MAX), time);
            }
            interrupt.is_raised()
        };
        let analysis = self.analyser.position(&game, &stop, &mut |line| {
            let (depth, nodes) = (line.depth, line.nodes);
            let score = format::score(line.score);
            progress.tell(format!(
                "position {number}, depth {depth}, {nodes} nodes, {score}"
            ));
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
        self.output.has_header |= !text.is_empty();
        self.output.write(&text, &self.progress)?;
        Ok(())
    }
}

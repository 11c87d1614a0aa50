//! Analyses positions, one on each line.

use std::time::Instant;

use super::report::{self, PositionReport};
use super::result_format::ResultFormat;
use super::{AnalyseError, AnalyseRun, table};
use crate::analysis::format;
use crate::cli::batch::input::{self, Content, OpenInput};
use crate::cli::column;
use crate::game::{GameRecord, Variant};

impl AnalyseRun<'_> {
    /// Analyses every position of an input. Positions that can't be read are
    /// reported and skipped.
    pub(super) fn analyse_positions(&mut self, mut input: OpenInput) -> Result<(), AnalyseError> {
        let mut line = Vec::new();
        let mut number = 0;
        while !self.interrupt.is_raised() {
            number += 1;
            match input::read_line(&mut input.reader, &mut line) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    self.report_fault(&format!("{}:{number}: {error}", input.name));
                    break;
                }
            }
            let line = if number == 1 {
                input::without_byte_order_mark(&line)
            } else {
                &line
            };
            if let Some((before, text)) = input::position_in_line(line) {
                self.analyse_position(&input.name, number, before, text)?;
                self.progress.finish_item();
            }
        }
        Ok(())
    }

    /// Analyses `text`, the position that begins `before` bytes into a line, and writes
    /// the result.
    fn analyse_position(
        &mut self,
        source: &str,
        line: u64,
        before: usize,
        text: &[u8],
    ) -> Result<(), AnalyseError> {
        let text = String::from_utf8_lossy(text);
        let accepting = || Variant::accepting(&text);
        let variant = self.args.variant.unwrap_or_else(accepting);
        let game = match GameRecord::from_text(variant, &text) {
            Ok(game) => game,
            Err(error) => {
                let column = 1 + before + column::of_error(&text, &error);
                self.report_fault(&format!("{source}:{line}:{column}: {error}"));
                return Ok(());
            }
        };
        self.positions += 1;
        let number = self.positions;
        self.analyser.clear();
        let (progress, interrupt) = (&self.progress, &self.interrupt);
        let start = Instant::now();
        // The search calls this every few milliseconds, so it also advances the bar.
        let stop = || {
            if let Some(time) = self.args.movetime {
                let elapsed = u64::try_from(start.elapsed().as_millis());
                progress.set_item_progress(elapsed.unwrap_or(u64::MAX), time);
            }
            interrupt.is_raised()
        };
        let analysis = self.analyser.analyse_position(&game, &stop, &mut |line| {
            let (depth, nodes) = (line.depth, line.nodes);
            let score = format::score(line.score);
            progress.set_message(format!(
                "position {number}, depth {depth}, {nodes} nodes, {score}"
            ));
        })?;
        let report = PositionReport {
            number,
            source,
            line,
            analysis: &analysis,
        };
        let text = match self.result_format(Content::Positions) {
            ResultFormat::Json => report::json(&report)?,
            ResultFormat::Csv => report::position_rows(&report, !self.has_header)?,
            ResultFormat::Table | ResultFormat::Sgn => table::position(&report, table::width()),
        };
        self.has_header |= !text.is_empty();
        self.output.write(&text, &self.progress)?;
        Ok(())
    }
}

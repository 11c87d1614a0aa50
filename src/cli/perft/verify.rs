//! Verifies the counts in a file.

use std::fmt::Display;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use indicatif::ProgressBar;
use rayon::ThreadPool;
use serde::Serialize;

use super::args::PerftArgs;
use super::count::{count_leaves, time_and_speed};
use crate::base::Span;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::stderr::eprint_line;
use crate::cli::{position_text, stdout};
use crate::files::game_file::{LineReader, NumberedLine};
use crate::files::open_regular;

/// The name of the command, at the start of messages on stderr.
const COMMAND: &str = "batyr perft";
/// The maximum number of characters quoted from a token that can't be parsed.
const MAX_QUOTED: usize = 80;

/// The JSON record of a verified count (docs/cli.md).
#[derive(Serialize, Debug)]
struct VerifiedCount<'a> {
    line: u64,
    position: &'a str,
    depth: u32,
    expected: u64,
    leaves: u64,
    agrees: bool,
}

/// Counts the leaves of the positions in a file, line by line, at the depths given
/// there up to `max_depth`. Returns whether all counts agree.
pub fn verify(
    args: &PerftArgs,
    path: &Path,
    max_depth: Option<u32>,
    pool: &ThreadPool,
    interrupt: &Interrupt,
) -> Result<bool, CliError> {
    let name = path.display().to_string();
    let file = open_regular(path)
        .map_err(|error| CliError::failure(format_args!("can't read {name}: {error}")))?;
    let mut verification = Verification {
        args,
        name,
        max_depth: max_depth.unwrap_or(u32::MAX),
        pool,
        interrupt,
        agreeing: 0,
        failing: 0,
        leaves: 0,
    };
    let start = Instant::now();
    for line in LineReader::new(BufReader::new(file)) {
        if interrupt.is_raised() {
            break;
        }
        match line {
            Ok(line) => verification.verify_line(&line)?,
            Err(error) => verification.report_fault(error.line, error.column, &error.fault),
        }
    }
    if !args.json {
        let Verification {
            agreeing,
            failing,
            leaves,
            ..
        } = verification;
        let speed = time_and_speed(leaves, start.elapsed());
        stdout::write(format_args!(
            "{agreeing} counts agree, {failing} do not; {leaves} leaves in {speed}\n"
        ))?;
    }
    Ok(verification.failing == 0)
}

/// The verification of a file, with its totals so far.
struct Verification<'a> {
    args: &'a PerftArgs,
    /// The path of the file, for messages.
    name: String,
    /// The maximum depth to count.
    max_depth: u32,
    pool: &'a ThreadPool,
    interrupt: &'a Interrupt,
    /// The number of counts that agree with the file.
    agreeing: u64,
    /// The number of counts that differ, and of faults in the file.
    failing: u64,
    /// The number of leaves counted.
    leaves: u64,
}

impl Verification<'_> {
    /// Reports a fault in the file, which counts as a difference. The column is in
    /// characters, from 1.
    fn report_fault(&mut self, line: u64, column: u64, fault: &impl Display) {
        eprint_line!("{COMMAND}: {}:{line}:{column}: {fault}", self.name);
        self.failing += 1;
    }

    fn verify_line(&mut self, line: &NumberedLine) -> Result<(), CliError> {
        let NumberedLine { number, text, .. } = line;
        let content = text.trim();
        if content.is_empty() || content.starts_with('#') {
            return Ok(());
        }
        let (position, counts) = match parse_line(content) {
            Ok(parsed) => parsed,
            Err((found, expected)) => {
                let column = 1 + Span::of(found, text).column(text) as u64;
                let found: String = found.chars().take(MAX_QUOTED).collect();
                self.report_fault(*number, column, &format!("{found:?}, expected {expected}"));
                return Ok(());
            }
        };
        let game = match position_text::read(self.args.variant, position) {
            Ok(game) => game,
            Err(error) => {
                let before = Span::of(position, text).column(text) + error.column(position);
                self.report_fault(*number, 1 + before as u64, &error);
                return Ok(());
            }
        };
        for (depth, expected) in counts {
            if depth > self.max_depth || self.interrupt.is_raised() {
                continue;
            }
            let interrupt = self.interrupt;
            let stop = || interrupt.is_raised();
            // The lines of the output show the progress.
            let hidden = ProgressBar::hidden();
            let found = count_leaves(&game, depth, self.pool, &stop, &hidden);
            if found.complete {
                self.report(&VerifiedCount {
                    line: *number,
                    position,
                    depth,
                    expected,
                    leaves: found.leaves,
                    agrees: found.leaves == expected,
                })?;
            }
        }
        Ok(())
    }

    /// Prints whether a count agrees, and adds it to the totals.
    fn report(&mut self, count: &VerifiedCount<'_>) -> Result<(), CliError> {
        let VerifiedCount {
            line,
            position,
            depth,
            expected,
            leaves,
            agrees,
        } = count;
        self.leaves += leaves;
        if *agrees {
            self.agreeing += 1;
        } else {
            self.failing += 1;
        }
        let text = if self.args.json {
            serde_json::to_string(count)?
        } else if *agrees {
            format!("line {line}, depth {depth}: {expected}, agrees")
        } else {
            format!("line {line}, depth {depth}: {leaves}, expected {expected}: {position}")
        };
        stdout::write(text + "\n")
    }
}

/// Depths, each with the number of leaves expected there.
type ExpectedCounts = Vec<(u32, u64)>;

/// Parses a line into its position and its counts. Returns an error with the
/// token that can't be parsed and what was expected there.
fn parse_line(line: &str) -> Result<(&str, ExpectedCounts), (&str, &'static str)> {
    let mut fields = line.split(';').map(str::trim);
    let position = fields.next().unwrap_or_default();
    let counts = fields.next();
    let counts = counts.filter(|counts| !counts.is_empty());
    let counts = counts.ok_or((line, "counts such as 1:154 2:23716 after a ';'"))?;
    let count = |token| {
        parse_count(token).ok_or((token, "a depth and its number of leaves, such as 2:23716"))
    };
    let counts: Result<ExpectedCounts, _> = counts.split_whitespace().map(count).collect();
    Ok((position, counts?))
}

fn parse_count(token: &str) -> Option<(u32, u64)> {
    let (depth, leaves) = token.split_once(':')?;
    Some((depth.parse().ok()?, leaves.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_expected_counts_are_parsed() {
        let line = "9/1 w ; 1:3 2:14 ; why";
        assert_eq!(parse_line(line), Ok(("9/1 w", vec![(1, 3), (2, 14)])));
        assert!(matches!(parse_line("9/1 w"), Err(("9/1 w", _))));
        assert!(matches!(parse_line("9/1 w ; 1:3 2-14"), Err(("2-14", _))));
    }
}

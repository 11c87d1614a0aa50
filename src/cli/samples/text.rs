//! Reads and prints samples as lines of text.

use std::fmt::Write as _;
use std::io::{self, BufReader, Write as _};
use std::path::Path;

use super::error::SamplesError;
use crate::files::game_file::LineReader;
use crate::files::{PackedSample, Sample, SampleError, SampleFile, is_sample_file, open_regular};
use crate::game::Variant;

/// Prints samples.
///
/// # Errors
/// Returns an error if stdout can't be written to, also if the reader has closed the pipe, or
/// if a sample is damaged.
pub fn print(variant: Variant, samples: &[PackedSample]) -> io::Result<()> {
    let mut lines = String::new();
    for sample in samples {
        let sample = sample.to_text(variant);
        let sample = sample.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        // Writing to a `String` can't fail.
        let _ = writeln!(lines, "{sample}");
    }
    let mut out = io::stdout().lock();
    out.write_all(lines.as_bytes())?;
    out.flush()
}

/// Reads samples from a file of text. Calls `visit` with each and with whether it begins a
/// game.
///
/// # Errors
/// Returns an error if the file can't be read, if a line is not a sample of the variant, or
/// if `visit` returns an error.
pub fn for_each(
    path: &Path,
    variant: Variant,
    mut visit: impl FnMut(&PackedSample, bool) -> Result<(), SamplesError>,
) -> Result<(), SamplesError> {
    let file = open_regular(path).map_err(|error| SamplesError::file(path, error))?;
    let mut lines = LineReader::new(BufReader::new(file));
    let mut last: Option<PackedSample> = None;
    loop {
        let line = lines.next_line().map_err(|error| SamplesError::Line {
            path: path.to_owned(),
            line: error.line,
            fault: error.fault,
        })?;
        let Some(line) = line else { return Ok(()) };
        let number = line.number;
        let fault = |error: SampleError| SamplesError::Sample {
            path: path.to_owned(),
            line: number,
            error,
        };
        let sample: Sample = line.text.parse().map_err(fault)?;
        let packed = PackedSample::from_text(variant, &sample);
        let packed = packed.map_err(|error| SamplesError::Position {
            path: path.to_owned(),
            line: number,
            error,
        })?;
        let packed = packed.ok_or_else(|| fault(SampleError::MidTurn))?;
        // Lines do not say where games begin.
        let begins_game = last.is_none_or(|last| !packed.may_follow(&last));
        last = Some(packed);
        visit(&packed, begins_game)?;
    }
}

/// Reads samples from a file of samples or of text. Calls `visit` with each and with whether
/// it begins a game.
///
/// # Errors
/// Returns an error if the file can't be read, if it contains samples of another variant, or
/// if `visit` returns an error.
pub fn for_each_in_any_file(
    path: &Path,
    variant: Variant,
    mut visit: impl FnMut(&PackedSample, bool) -> Result<(), SamplesError>,
) -> Result<(), SamplesError> {
    if !is_sample_file(path).map_err(|error| SamplesError::file(path, error))? {
        return for_each(path, variant, visit);
    }
    let mut file = SampleFile::open(path)?;
    let found = file.header().variant;
    if found != variant {
        return Err(SamplesError::Variant {
            path: path.to_owned(),
            found,
            expected: variant,
        });
    }
    while let Some(game) = file.next_game()? {
        for (index, sample) in game.samples.iter().enumerate() {
            visit(sample, index == 0)?;
        }
    }
    Ok(())
}

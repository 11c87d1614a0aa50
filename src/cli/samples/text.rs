//! Reads and prints samples as lines of text.

use std::fmt::{Display, Write as _};
use std::io::BufReader;
use std::path::Path;

use crate::cli::error::CliError;
use crate::cli::stdout;
use crate::files::game_file::LineReader;
use crate::files::{PackedSample, Sample, SampleError, SampleReader, is_sample_file, open_regular};
use crate::game::Variant;

pub fn print(variant: Variant, samples: &[PackedSample]) -> Result<(), CliError> {
    let mut lines = String::new();
    for sample in samples {
        // Writing to a `String` can't fail.
        let _ = writeln!(lines, "{}", sample.to_text(variant)?);
    }
    stdout::write(lines)
}

/// Reads samples from a text file. Calls `visit` with each sample and with whether the sample
/// begins a game.
///
/// # Errors
/// Returns an error if the file can't be read, if a line is not a sample of the variant, or
/// if `visit` returns an error.
pub fn for_each(
    path: &Path,
    variant: Variant,
    mut visit: impl FnMut(&PackedSample, bool) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let file = open_regular(path).map_err(CliError::in_file(path))?;
    let in_line = |line: u64, error: &dyn Display| {
        CliError::failure(format_args!("{}:{line}: {error}", path.display()))
    };
    let mut last: Option<PackedSample> = None;
    for line in LineReader::new(BufReader::new(file)) {
        let line = line.map_err(|error| in_line(error.line, &error.fault))?;
        let sample: Result<Sample, SampleError> = line.text.parse();
        let sample = sample.map_err(|error| in_line(line.number, &error))?;
        let packed = PackedSample::from_text(variant, &sample);
        let packed = packed.map_err(|error| in_line(line.number, &error))?;
        let packed = packed.ok_or_else(|| in_line(line.number, &SampleError::MidTurn))?;
        // Lines do not say where games begin.
        let begins_game = last.is_none_or(|last| !packed.may_follow(&last));
        last = Some(packed);
        visit(&packed, begins_game)?;
    }
    Ok(())
}

/// Reads samples from a sample file or a text file. Calls `visit` with each sample and with
/// whether the sample begins a game.
///
/// # Errors
/// Returns an error if the file can't be read, if it contains anything but samples of the
/// variant, or if `visit` returns an error.
pub fn for_each_in_any_file(
    path: &Path,
    variant: Variant,
    mut visit: impl FnMut(&PackedSample, bool) -> Result<(), CliError>,
) -> Result<(), CliError> {
    if !is_sample_file(path).map_err(CliError::in_file(path))? {
        return for_each(path, variant, visit);
    }
    let mut file = SampleReader::open(path)?;
    let found = file.header().variant;
    if found != variant {
        let (found, expected) = (found.id(), variant.id());
        let message = format_args!("samples of {found}; expected {expected}");
        return Err(CliError::in_file(path)(message));
    }
    while let Some(game) = file.next_game()? {
        for (index, sample) in game.samples.iter().enumerate() {
            visit(sample, index == 0)?;
        }
    }
    Ok(())
}

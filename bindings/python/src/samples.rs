//! Files of training samples as arrays.

use std::path::PathBuf;

use batyr::files::{SampleFileError, SampleReader};
use batyr::game::{GamePosition, PositionError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::errors::FileError;
use crate::interrupt::interruptible;
use crate::planes::{Shape, write_planes};

/// The samples of a file: one element of each array for each position.
#[derive(Default)]
struct Samples {
    variant: &'static str,
    settings: String,
    planes: Vec<u8>,
    scores: Vec<u8>,
    results: Vec<u8>,
    games: Vec<u8>,
}

/// Why samples can't be read.
enum Fault {
    File(SampleFileError),
    Position(PositionError),
}

impl From<SampleFileError> for Fault {
    fn from(error: SampleFileError) -> Self {
        Self::File(error)
    }
}

impl From<PositionError> for Fault {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

/// What [`read_sample_file`] returns: the variant, the settings, and the arrays of planes,
/// scores, results and numbers of games.
type Arrays<'py> = (
    &'static str,
    String,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
);

/// Reads at most `games` games of a file of samples, after the first `skip`; `batyr.read_samples`
/// is its public form.
#[pyfunction]
pub fn read_sample_file(
    py: Python<'_>,
    path: PathBuf,
    skip: usize,
    games: Option<usize>,
) -> PyResult<Arrays<'_>> {
    let read = interruptible(py, |stop| read(&path, skip, games, stop))?;
    let samples = read.map_err(|fault| match fault {
        Fault::File(SampleFileError::Io { error, .. }) => PyErr::from(error),
        Fault::File(error) => FileError::new_err(error.to_string()),
        Fault::Position(error) => FileError::new_err(error.to_string()),
    })?;
    let array = |bytes: &[u8]| PyByteArray::new(py, bytes);
    Ok((
        samples.variant,
        samples.settings,
        array(&samples.planes),
        array(&samples.scores),
        array(&samples.results),
        array(&samples.games),
    ))
}

fn read(
    path: &std::path::Path,
    skip: usize,
    games: Option<usize>,
    stop: &dyn Fn() -> bool,
) -> Result<Samples, Fault> {
    let mut reader = SampleReader::open(path)?;
    let variant = reader.header().variant;
    let shape = Shape::of(variant.is_shatra());
    let mut samples = Samples {
        variant: variant.id(),
        settings: reader.header().settings.clone(),
        ..Samples::default()
    };
    let places = reader.places()?;
    for place in places.iter().skip(skip).take(games.unwrap_or(usize::MAX)) {
        if stop() {
            break;
        }
        for sample in reader.game_at(place)? {
            let text = sample.to_text(variant)?.position;
            let position = GamePosition::from_text(variant, &text)?;
            let start = samples.planes.len();
            samples.planes.resize(start + shape.bytes(), 0);
            if let Some(planes) = samples.planes.get_mut(start..) {
                write_planes(&position, planes);
            }
            samples.scores.extend(sample.score.to_ne_bytes());
            samples.results.extend(sample.result.to_ne_bytes());
            samples.games.extend(place.number.to_ne_bytes());
        }
    }
    Ok(samples)
}

//! Checkpoints: the complete state of a training run in a file, from which the run continues
//! as if it had never stopped.
//!
//! ```text
//! bytes 0 to 15   "Batyr training 3" without a line end
//! then            the length of the settings (32 bits) and the settings as text
//! then            64-bit numbers: passes, pools, batches and samples done, optimizer steps
//! then            64-bit floating-point numbers: the sum of the squared errors of the pass
//! then            32-bit floating-point numbers: parameters, and the optimizer's averages
//! then            the SHA-256 hash of all bytes before it
//! ```
//!
//! All numbers are little-endian. Without the hash, damage would go unnoticed: any bits make
//! a valid parameter. A checkpoint of version 2, which had no hash, is refused; such a run
//! can be finished by the version of the program that began it.

use sha2::{Digest, Sha256};

use super::optimizer::Optimizer;

const MAGIC: &[u8; 16] = b"Batyr training 3";
/// The beginning of checkpoints of all versions.
const ANY_MAGIC: &[u8] = b"Batyr training ";
/// The length of the hash at the end, in bytes.
const HASH_LENGTH: usize = 32;

/// How far a training run has progressed.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Progress {
    /// The number of complete passes.
    pub passes: u64,
    /// The number of complete pools of the current pass.
    pub pools: u64,
    /// The number of complete batches of the current pool.
    pub batches: u64,
    /// The number of samples seen in the current pass.
    pub samples: u64,
    /// The sum of the squared errors on these samples.
    pub error: f64,
}

/// An error in a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The bytes are not a checkpoint.
    #[error("not a checkpoint of 'batyr train'; remove the file to begin again")]
    NotACheckpoint,
    /// The bytes are a checkpoint of another version of the program.
    #[error(
        "a checkpoint of another version of 'batyr train'; continue with that version, or remove \
         the file to begin again"
    )]
    Version,
    /// The bytes are not those that were written.
    #[error("the checkpoint is damaged: its checksum differs; remove the file to begin again")]
    Damaged,
    /// The checkpoint belongs to a run with other settings.
    #[error(
        "the checkpoint of a run with other settings or samples: {found}; this run has {expected}"
    )]
    Settings {
        /// The settings in the file.
        found: String,
        /// The settings of this run.
        expected: String,
    },
}

/// Returns the bytes of a checkpoint of a run with these settings.
pub fn to_bytes(
    settings: &str,
    progress: &Progress,
    parameters: &[f32],
    optimizer: &Optimizer,
) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((settings.len() as u32).to_le_bytes());
    bytes.extend(settings.as_bytes());
    let Progress {
        passes,
        pools,
        batches,
        samples,
        error,
    } = *progress;
    for number in [passes, pools, batches, samples, optimizer.steps] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(error.to_le_bytes());
    for floats in [parameters, &optimizer.mean, &optimizer.mean_square] {
        bytes.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
    }
    let hash = Sha256::digest(&bytes);
    bytes.extend(hash);
    bytes
}

/// Reads a checkpoint of a run with these settings into the parameters and the optimizer,
/// and returns the progress.
///
/// # Errors
/// Returns an error if the bytes are not a checkpoint of such a run; nothing is then changed.
pub fn from_bytes(
    mut bytes: &[u8],
    settings: &str,
    parameters: &mut [f32],
    optimizer: &mut Optimizer,
) -> Result<Progress, CheckpointError> {
    let is_of_this_version = bytes.starts_with(MAGIC);
    if !is_of_this_version && bytes.starts_with(ANY_MAGIC) {
        return Err(CheckpointError::Version);
    }
    if !is_of_this_version {
        return Err(CheckpointError::NotACheckpoint);
    }
    let (content, hash) = bytes
        .split_last_chunk::<HASH_LENGTH>()
        .ok_or(CheckpointError::Damaged)?;
    if Sha256::digest(content).as_slice() != hash {
        return Err(CheckpointError::Damaged);
    }
    bytes = content.get(MAGIC.len()..).unwrap_or_default();
    let length = u32::from_le_bytes(take(&mut bytes)?) as usize;
    let (found, rest) = bytes
        .split_at_checked(length)
        .ok_or(CheckpointError::NotACheckpoint)?;
    bytes = rest;
    if found != settings.as_bytes() {
        return Err(CheckpointError::Settings {
            found: String::from_utf8_lossy(found).into_owned(),
            expected: settings.to_owned(),
        });
    }
    let mut numbers = [0; 5];
    for number in &mut numbers {
        *number = u64::from_le_bytes(take(&mut bytes)?);
    }
    let error = f64::from_le_bytes(take(&mut bytes)?);
    let (floats, rest) = bytes.as_chunks();
    if !rest.is_empty() || floats.len() != 3 * parameters.len() {
        return Err(CheckpointError::NotACheckpoint);
    }
    let mut floats = floats.iter().map(|&float| f32::from_le_bytes(float));
    for part in [parameters, &mut optimizer.mean, &mut optimizer.mean_square] {
        for (to, from) in part.iter_mut().zip(floats.by_ref()) {
            *to = from;
        }
    }
    let [passes, pools, batches, samples, steps] = numbers;
    optimizer.steps = steps;
    Ok(Progress {
        passes,
        pools,
        batches,
        samples,
        error,
    })
}

/// Removes and returns the first `N` bytes.
fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], CheckpointError> {
    let (first, rest) = bytes
        .split_first_chunk()
        .ok_or(CheckpointError::NotACheckpoint)?;
    *bytes = rest;
    Ok(*first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_back_only_by_the_same_run() {
        let optimizer = Optimizer {
            mean: vec![0.5, -1.0],
            mean_square: vec![0.25, 2.0],
            steps: 7,
        };
        let progress = Progress {
            passes: 1,
            pools: 2,
            batches: 3,
            samples: 4,
            error: 0.125,
        };
        let bytes = to_bytes("settings", &progress, &[3.0, 4.0], &optimizer);
        let read = |bytes: &[u8], settings: &str| {
            let (mut parameters, mut read) = ([0.0; 2], Optimizer::new(2));
            from_bytes(bytes, settings, &mut parameters, &mut read)
                .map(|progress| (progress, parameters, read))
        };
        assert_eq!(
            read(&bytes, "settings"),
            Ok((progress, [3.0, 4.0], optimizer))
        );
        let error = read(&bytes, "other").unwrap_err();
        assert!(matches!(error, CheckpointError::Settings { .. }));
        for cut in 0..bytes.len() {
            assert!(read(&bytes[..cut], "settings").is_err(), "{cut}");
        }
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let error = read(&damaged, "settings").unwrap_err();
            if bit / 8 >= MAGIC.len() {
                assert_eq!(error, CheckpointError::Damaged, "{bit}");
            }
        }
        let older = [b"Batyr training 2", &bytes[MAGIC.len()..]].concat();
        assert_eq!(read(&older, "settings"), Err(CheckpointError::Version));
    }
}

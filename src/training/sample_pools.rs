//! The samples of a training run, which may be more than fit in memory.
//!
//! Only the locations of the games are held in memory. Consecutive games form chunks; each pass
//! over the samples visits the chunks in another random order, in pools that fit in memory,
//! and the samples of a pool are shuffled. Some chunks are held out for validation: whole
//! chunks, because neighbouring positions come from the same game.
//!
//! A copy of an earlier game, in the same file or another, is left out: the game would count twice,
//! and could be both trained on and held out. Copies come from a file that is given twice, from
//! runs that began with the same seed, and from a match that was packed twice. Games
//! with the same samples count as the same, whatever their numbers, because each file numbers its own.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::eval::EvaluationFamily;
use crate::files::{GamePlace, PackedSample, SampleFileError, SampleReader};
use crate::util::rng::Rng;

/// The number of samples at which a chunk is full.
const CHUNK_SAMPLES: usize = if cfg!(test) { 8 } else { 2048 };
/// The number of samples at which a pool is full; the last one may hold from half to one and a half times as many.
const POOL_SAMPLES: usize = if cfg!(test) { 150 } else { 1 << 20 };
/// At most every `HELD_OUT_INTERVAL`-th chunk is held out.
const HELD_OUT_INTERVAL: usize = 25;
/// The maximum number of chunks that are held out.
const MAX_HELD_OUT: usize = 256;

/// An error in the files of a training run.
#[derive(Debug, thiserror::Error)]
pub enum SamplePoolError {
    /// A file can't be read.
    #[error(transparent)]
    File(#[from] SampleFileError),
    /// A file contains samples of another family.
    #[error("{}: samples of {found}; expected {expected}", path.display())]
    Variant {
        /// The path of the file.
        path: PathBuf,
        /// The id of the variant in the file.
        found: &'static str,
        /// The name of the family.
        expected: &'static str,
    },
}

/// Consecutive games of a file.
#[derive(Clone, Debug)]
struct Chunk {
    file: usize,
    games: Vec<GamePlace>,
    samples: usize,
}

/// How many games of a file are left out as copies of earlier games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopiedGames {
    /// The path of the file.
    pub path: PathBuf,
    /// The number of these games.
    pub copies: usize,
    /// The number of games in the file.
    pub games: usize,
}

/// The samples of a training run.
#[derive(Debug)]
pub struct SamplePools {
    files: Vec<SampleReader>,
    /// The chunks on which the network is trained.
    training: Vec<Chunk>,
    /// The chunks that are held out.
    held_out: Vec<Chunk>,
    copies: Vec<CopiedGames>,
}

impl SamplePools {
    /// Opens files of samples of a family.
    ///
    /// # Errors
    /// Returns an error if a file can't be read or contains samples of another family.
    pub fn open(
        family: EvaluationFamily,
        paths: &[impl AsRef<Path>],
    ) -> Result<Self, SamplePoolError> {
        let mut files = Vec::new();
        let mut chunks = Vec::new();
        let (mut known, mut copies) = (HashSet::new(), Vec::new());
        for (index, path) in paths.iter().enumerate() {
            let path = path.as_ref();
            let mut file = SampleReader::open(path)?;
            let variant = file.header().variant;
            if EvaluationFamily::of_variant(variant) != family {
                return Err(SamplePoolError::Variant {
                    path: path.to_owned(),
                    found: variant.id(),
                    expected: family.name(),
                });
            }
            let mut places = file.places()?;
            let games = places.len();
            // Games without samples look alike, so they do not count as copies.
            places.retain(|place| place.samples == 0 || known.insert(fingerprint(place)));
            if places.len() < games {
                copies.push(CopiedGames {
                    path: path.to_owned(),
                    copies: games - places.len(),
                    games,
                });
            }
            chunks.extend(chunks_of(index, places));
            files.push(file);
        }
        let (mut training, mut held_out) = (Vec::new(), Vec::new());
        let interval = HELD_OUT_INTERVAL.max(chunks.len().div_ceil(MAX_HELD_OUT));
        for (number, chunk) in (1..).zip(chunks) {
            match number % interval {
                0 => held_out.push(chunk),
                _ => training.push(chunk),
            }
        }
        Ok(Self {
            files,
            training,
            held_out,
            copies,
        })
    }

    /// Returns the files with games that are left out as copies of earlier games.
    pub fn copies(&self) -> &[CopiedGames] {
        &self.copies
    }

    /// Returns the number of samples on which the network is trained.
    pub fn training_samples(&self) -> usize {
        self.training.iter().map(|chunk| chunk.samples).sum()
    }

    /// Returns the number of samples that are held out.
    pub fn held_out_samples(&self) -> usize {
        self.held_out.iter().map(|chunk| chunk.samples).sum()
    }

    /// Returns a hash of the games in order: those trained on, then those held out.
    pub fn digest(&self) -> u64 {
        let chunks = self.training.iter().chain(&self.held_out);
        let games = chunks.flat_map(|chunk| &chunk.games);
        let mut hasher = Sha256::new();
        games
            .flat_map(fingerprint)
            .for_each(|number| hasher.update(number.to_le_bytes()));
        u64::from_le_bytes(hasher.finalize().first_chunk().copied().unwrap_or_default())
    }

    /// Returns the pools of a pass, each as the indices of its training chunks.
    pub fn pools(&self, rng: &mut Rng) -> Vec<Vec<usize>> {
        let mut pools = Vec::new();
        let (mut pool, mut samples) = (Vec::new(), 0);
        for chunk in rng.permutation(self.training.len()) {
            pool.push(chunk);
            samples += self.training[chunk].samples;
            if samples >= POOL_SAMPLES {
                pools.push(std::mem::take(&mut pool));
                samples = 0;
            }
        }
        // A small remainder joins the last pool, because a small pool would be mixed badly.
        match pools.last_mut() {
            Some(last) if samples < POOL_SAMPLES / 2 => last.append(&mut pool),
            _ if !pool.is_empty() => pools.push(pool),
            _ => {}
        }
        pools
    }

    /// Reads the samples of a pool.
    ///
    /// # Errors
    /// Returns an error if a file can't be read or is damaged.
    pub fn read(&mut self, pool: &[usize]) -> Result<Vec<PackedSample>, SampleFileError> {
        let chunks = pool.iter().map(|&index| &self.training[index]);
        read_chunks(&mut self.files, chunks)
    }

    /// Reads the samples that are held out.
    ///
    /// # Errors
    /// Returns an error if a file can't be read or is damaged.
    pub fn read_held_out(&mut self) -> Result<Vec<PackedSample>, SampleFileError> {
        read_chunks(&mut self.files, &self.held_out)
    }
}

/// Returns the fingerprint by which copies are recognized. Of a million games of various lengths,
/// about one is mistaken for a copy.
const fn fingerprint(place: &GamePlace) -> [u32; 2] {
    [place.samples, place.hash]
}

/// Divides the games of a file into chunks.
fn chunks_of(file: usize, games: Vec<GamePlace>) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    for game in games {
        let samples = game.samples as usize;
        match chunks.last_mut() {
            Some(chunk) if chunk.samples < CHUNK_SAMPLES => {
                chunk.games.push(game);
                chunk.samples += samples;
            }
            _ => chunks.push(Chunk {
                file,
                games: vec![game],
                samples,
            }),
        }
    }
    chunks
}

fn read_chunks<'c>(
    files: &mut [SampleReader],
    chunks: impl IntoIterator<Item = &'c Chunk>,
) -> Result<Vec<PackedSample>, SampleFileError> {
    let mut samples = Vec::new();
    for chunk in chunks {
        for place in &chunk.games {
            samples.append(&mut files[chunk.file].game_at(place)?);
        }
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{SampleHeader, SampleWriter};
    use crate::game::Variant;
    use crate::rules::board8::{Position, Shatar};

    /// Writes a file of games, each given as the scores of its samples.
    fn write(path: &Path, games: &[&[i16]]) {
        let header = SampleHeader {
            variant: Variant::Shatar,
            settings: String::new(),
        };
        let position: Position<Shatar> = "7k/8/8/8/8/8/p7/7K w - - 0 1".parse().unwrap();
        let mut writer = SampleWriter::create(path, &header, false).unwrap();
        for (number, scores) in (0..).zip(games) {
            let sample = |&score: &i16| PackedSample::new(&position, score.into(), 0.5).unwrap();
            let samples: Vec<PackedSample> = scores.iter().map(sample).collect();
            writer.write_game(number, &samples).unwrap();
        }
    }

    #[test]
    fn copies_are_found_in_one_file_and_under_other_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        // Games without samples are not copies of each other.
        write(&one, &[&[1, 2], &[], &[3], &[1, 2], &[]]);
        write(&two, &[&[], &[3], &[4], &[1]]);
        let pools = SamplePools::open(EvaluationFamily::Shatar, &[&one, &two]).unwrap();
        let copies = pools.copies().iter().map(|file| (file.copies, file.games));
        assert_eq!(copies.collect::<Vec<_>>(), [(1, 5), (1, 4)]);
        assert_eq!(pools.training_samples() + pools.held_out_samples(), 5);
        let digest = |paths: &[&PathBuf]| {
            let pools = SamplePools::open(EvaluationFamily::Shatar, paths);
            pools.unwrap().digest()
        };
        assert_eq!(digest(&[&one, &two]), pools.digest());
        assert_ne!(digest(&[&two, &one]), pools.digest());
    }
}

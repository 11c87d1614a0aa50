//! Merges the shards of a tournament.
//!
//! Games are identified by their numbers in the schedule, which all shards share. Merging is
//! therefore a union of games, and the order of the shards does not matter.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;

use super::Spec;
use super::cluster::{ClusterError, PartList};
use super::folder::{Folder, FolderError};
use super::journal::Games;
use super::programs::{ProgramChange, ProgramList};

/// An error in merging shards.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A shard can't be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// There are no shards.
    #[error("no shards given; expected folders written by 'batyr match'")]
    NoShards,
    /// A shard belongs to a different tournament.
    #[error("{shard} belongs to a different tournament from {first}: {what} differs")]
    DifferentTournament {
        /// The folder of the shard.
        shard: PathBuf,
        /// The folder of the first shard.
        first: PathBuf,
        /// The field that differs.
        what: String,
    },
    /// An engine is a different program in this shard from that in earlier shards.
    #[error("{shard}: engine {engine:?} is not the same program in all parts: {difference}")]
    ProgramChanged {
        /// The folder of the shard.
        shard: PathBuf,
        /// The name of the engine.
        engine: String,
        /// What differs.
        difference: String,
    },
    /// A shard was played by a program that computes something else than those of earlier shards.
    #[error("{shard}: {difference}; games of different programs must not be counted together")]
    Mixture {
        /// The folder of the shard.
        shard: PathBuf,
        /// What differs.
        difference: String,
    },
    /// The records of a shard's workers can't be read.
    #[error(transparent)]
    Parts(#[from] ClusterError),
    /// Two shards contain different reports of the same game.
    #[error(
        "game {game} differs between {first} and {shard}: it was played twice; leave one of these \
         folders out"
    )]
    ConflictingGame {
        /// The number of the game.
        game: u32,
        /// The first shard that contains it.
        first: PathBuf,
        /// The shard that contains a different report.
        shard: PathBuf,
    },
}

/// The programs of merged shards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MergedPrograms {
    /// The programs of all shards.
    pub list: ProgramList,
    /// The differences between shards that were accepted.
    pub accepted: Vec<String>,
}

/// Returns the programs of all shards. `accepts_changes` says whether an engine may be different
/// programs in different shards.
///
/// # Errors
/// Returns an error if a shard can't be read, or if programs differ and that is not accepted.
pub fn merge_programs(
    shards: &[Folder],
    accepts_changes: bool,
) -> Result<MergedPrograms, MergeError> {
    let mut merged = MergedPrograms::default();
    for shard in shards {
        // The programs of a shard without games have played nothing.
        if shard.games()?.is_empty() {
            continue;
        }
        let Some(list) = shard.programs()? else {
            merged.list.has_unrecorded = true;
            continue;
        };
        merged.list.has_unrecorded |= list.has_unrecorded;
        let error = |ProgramChange { engine, difference }| MergeError::ProgramChanged {
            shard: shard.path().to_owned(),
            engine,
            difference,
        };
        // A shard may itself contain a change that was accepted.
        let changes = merged.list.admit(&list.records, accepts_changes);
        let changes = changes.map_err(error)?.into_iter();
        merged
            .accepted
            .extend(changes.map(|change| error(change).to_string()));
    }
    Ok(merged)
}

/// Returns the records of the workers of all shards, and the differences between their programs
/// that were accepted. `accepts_changes` says whether their benchmark signatures and networks may
/// differ. Shards without games, and those without records, have no part in this.
///
/// # Errors
/// Returns an error if a record can't be read, or if programs differ and that is not accepted.
pub fn merge_parts(
    shards: &[Folder],
    accepts_changes: bool,
) -> Result<(PartList, Vec<String>), MergeError> {
    let mut merged = PartList::default();
    for shard in shards {
        if shard.games()?.is_empty() {
            continue;
        }
        merged.extend(PartList::read(shard)?);
        let difference = merged.differences().next();
        if let Some(difference) = difference.filter(|_| !accepts_changes) {
            let shard = shard.path().to_owned();
            return Err(MergeError::Mixture { shard, difference });
        }
    }
    let accepted = merged.differences().collect();
    Ok((merged, accepted))
}

/// Returns the spec of the complete tournament and the union of the shards' games.
///
/// # Errors
/// Returns an error if there are no shards, or if they can't be read, belong to
/// different tournaments, or contain different reports of a game.
pub fn merge(shards: &[Folder]) -> Result<(Spec, Games), MergeError> {
    let first = shards.first().ok_or(MergeError::NoShards)?;
    let spec = complete_spec(first)?;
    let mut games = Games::new();
    // The first shard that contains each game.
    let mut sources: BTreeMap<u32, &Folder> = BTreeMap::new();
    for shard in shards {
        if let Some(what) = spec.difference(&complete_spec(shard)?) {
            return Err(MergeError::DifferentTournament {
                shard: shard.path().to_owned(),
                first: first.path().to_owned(),
                what,
            });
        }
        for (game, report) in shard.games()? {
            match games.entry(game) {
                Entry::Vacant(entry) => {
                    entry.insert(report);
                    sources.insert(game, shard);
                }
                // The shard was given twice, or is itself the result of a merge.
                Entry::Occupied(entry) if *entry.get() == report => {}
                Entry::Occupied(_) => {
                    let source = sources.get(&game).unwrap_or(&first);
                    return Err(MergeError::ConflictingGame {
                        game,
                        first: source.path().to_owned(),
                        shard: shard.path().to_owned(),
                    });
                }
            }
        }
    }
    Ok((spec, games))
}

/// Returns the spec of the complete tournament to which a shard belongs.
fn complete_spec(shard: &Folder) -> Result<Spec, FolderError> {
    Ok(Spec {
        shard: None,
        ..shard.spec()?
    })
}

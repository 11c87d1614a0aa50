//! Merges the parts of a tournament.
//!
//! Games are identified by their numbers in the schedule, which all parts share. Merging is
//! therefore a union of games, and the order of the parts does not matter.

use std::path::PathBuf;

use super::Spec;
use super::folder::{Folder, FolderError};
use super::journal::Games;
use super::programs::{ProgramChange, ProgramList};

/// An error in merging parts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A part can't be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// There are no parts.
    #[error("no parts given; expected folders written by 'batyr match'")]
    NoParts,
    /// A part belongs to a different tournament.
    #[error("{part} belongs to a different tournament from {first}: {what} differs")]
    DifferentTournament {
        /// The folder of the part.
        part: PathBuf,
        /// The folder of the first part.
        first: PathBuf,
        /// The field that differs.
        what: String,
    },
    /// An engine is another program in one part than in those before.
    #[error("{part}: engine {engine:?} is not the same program in all parts: {difference}")]
    ProgramChanged {
        /// The folder of the part.
        part: PathBuf,
        /// The name of the engine.
        engine: String,
        /// What differs.
        difference: String,
    },
    /// Two parts contain different reports of the same game.
    #[error(
        "game {game} differs between {first} and {part}: it was played twice; leave one of these \
         folders out"
    )]
    ConflictingGame {
        /// The number of the game.
        game: u32,
        /// The first part that contains it.
        first: PathBuf,
        /// The part that contains a different report.
        part: PathBuf,
    },
}

/// The programs of merged parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MergedPrograms {
    /// The programs of all parts.
    pub list: ProgramList,
    /// The differences between parts, which were accepted.
    pub accepted: Vec<String>,
}

/// Returns the programs of all parts. `accepts_changes` says whether an engine may be another
/// program in one part than in another.
///
/// # Errors
/// Returns an error if a part can't be read, or if programs differ and that is not accepted.
pub fn merge_programs(
    parts: &[Folder],
    accepts_changes: bool,
) -> Result<MergedPrograms, MergeError> {
    let mut merged = MergedPrograms::default();
    for part in parts {
        // A program that has not played concerns no game.
        if part.games()?.is_empty() {
            continue;
        }
        let Some(list) = part.programs()? else {
            merged.list.has_unrecorded = true;
            continue;
        };
        merged.list.has_unrecorded |= list.has_unrecorded;
        let error = |ProgramChange { engine, difference }| MergeError::ProgramChanged {
            part: part.path().to_owned(),
            engine,
            difference,
        };
        // A part may have accepted a change itself.
        let changes = merged.list.admit(&list.records, accepts_changes);
        let changes = changes.map_err(error)?.into_iter();
        merged
            .accepted
            .extend(changes.map(|change| error(change).to_string()));
    }
    Ok(merged)
}

/// Returns the spec of the complete tournament and the union of the parts' games.
///
/// # Errors
/// Returns an error if there are no parts, or if they can't be read, belong to
/// different tournaments, or contain different reports of a game.
pub fn merge(parts: &[Folder]) -> Result<(Spec, Games), MergeError> {
    let (first, others) = parts.split_first().ok_or(MergeError::NoParts)?;
    let spec = complete_spec(first)?;
    let mut games = first.games()?;
    let mut sources = vec![(first, games.keys().copied().collect::<Vec<_>>())];
    for part in others {
        if let Some(what) = spec.difference(&complete_spec(part)?) {
            return Err(MergeError::DifferentTournament {
                part: part.path().to_owned(),
                first: first.path().to_owned(),
                what,
            });
        }
        let mut added = Vec::new();
        for (game, report) in part.games()? {
            match games.get(&game) {
                None => {
                    games.insert(game, report);
                    added.push(game);
                }
                // The part was given twice, or is itself the result of a merge.
                Some(existing) if *existing == report => {}
                Some(_) => {
                    let source = sources.iter().find(|(_, games)| games.contains(&game));
                    let first = source.map_or(first, |(source, _)| source);
                    return Err(MergeError::ConflictingGame {
                        game,
                        first: first.path().to_owned(),
                        part: part.path().to_owned(),
                    });
                }
            }
        }
        sources.push((part, added));
    }
    Ok((spec, games))
}

/// Returns the spec of the complete tournament to which a part belongs.
fn complete_spec(part: &Folder) -> Result<Spec, FolderError> {
    Ok(Spec {
        shard: None,
        ..part.spec()?
    })
}

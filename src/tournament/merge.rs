//! Merges the parts of a tournament.
//!
//! Games are identified by their numbers in the schedule, which all parts share. Merging is
//! therefore a union of games, and the order of the parts does not matter.

use std::path::PathBuf;

use super::Spec;
use super::folder::{Folder, FolderError};
use super::journal::Games;

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
    /// Two parts contain different reports of the same game.
    #[error("game {game} differs between {first} and {part}")]
    ConflictingGame {
        /// The number of the game.
        game: u32,
        /// The first part that contains it.
        first: PathBuf,
        /// The part that contains a different report.
        part: PathBuf,
    },
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

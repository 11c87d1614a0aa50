//! Shares of a tournament, added up.
//!
//! **The decision:** games are told apart by their numbers in the schedule,
//! which all shares have in common, so adding up is putting together, and the
//! order of the parts does not matter.

use std::path::PathBuf;

use super::Spec;
use super::folder::{Folder, FolderError};
use super::journal::Games;

/// Why parts can't be added up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A part can't be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// There are no parts.
    #[error("no parts, expected folders of 'batyr match'")]
    Nothing,
    /// A part belongs to another tournament.
    #[error("{part} is part of another tournament than {first}: {what} differs")]
    Other {
        /// The part.
        part: PathBuf,
        /// The first part.
        first: PathBuf,
        /// What differs.
        what: String,
    },
    /// Two parts have played the same game, with different ends.
    #[error("game {game} stands in {first} and in {part}, and differs, expected it once")]
    Twice {
        /// The number of the game.
        game: u32,
        /// Where it stands first.
        first: PathBuf,
        /// Where it stands again.
        part: PathBuf,
    },
}

/// The tournament that the parts are of, and the games that they hold
/// together.
///
/// # Errors
/// See [`MergeError`].
pub fn merge(parts: &[Folder]) -> Result<(Spec, Games), MergeError> {
    let (first, others) = parts.split_first().ok_or(MergeError::Nothing)?;
    let spec = whole(first)?;
    let mut games = first.games()?;
    let mut owners = vec![(first, games.keys().copied().collect::<Vec<_>>())];
    for part in others {
        if let Some(what) = spec.difference(&whole(part)?) {
            return Err(MergeError::Other {
                part: part.path().to_owned(),
                first: first.path().to_owned(),
                what,
            });
        }
        let mut fresh = Vec::new();
        for (game, report) in part.games()? {
            match games.get(&game) {
                None => {
                    games.insert(game, report);
                    fresh.push(game);
                }
                // A part that was given twice, or was itself added up before.
                Some(known) if *known == report => {}
                Some(_) => {
                    let owner = owners.iter().find(|(_, games)| games.contains(&game));
                    let first = owner.map_or(first, |(owner, _)| owner);
                    return Err(MergeError::Twice {
                        game,
                        first: first.path().to_owned(),
                        part: part.path().to_owned(),
                    });
                }
            }
        }
        owners.push((part, fresh));
    }
    Ok((spec, games))
}

/// The tournament that a part is of.
fn whole(part: &Folder) -> Result<Spec, FolderError> {
    Ok(Spec {
        shard: None,
        ..part.spec()?
    })
}

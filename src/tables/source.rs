//! Where the tables of a program are, and those of a game that is chosen at run time.

use std::fmt;
#[cfg(feature = "storage")]
use std::path::PathBuf;
use std::sync::Arc;

#[cfg(feature = "storage")]
use super::folder::TableFolder;
use super::game::TableGame;
use super::probe::{NotCovered, Probe, TableSet};
use super::shipped::shipped;
use super::value::Value;
use crate::game::{GameRecord, Playable, Variant, for_variant};

/// Where endgame tables are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum TableSource {
    /// There are none.
    None,
    /// They come with the program.
    #[default]
    Shipped,
    /// They are in a folder, as `batyr tables` makes them.
    #[cfg(feature = "storage")]
    Folder(PathBuf),
}

impl TableSource {
    /// Returns the tables of a game, which are read when they are first needed; `None` if there
    /// are none.
    pub fn open<P: TableGame>(&self) -> Option<Arc<TableSet<P>>> {
        let tables = match self {
            Self::None => return None,
            Self::Shipped => shipped(),
            #[cfg(feature = "storage")]
            Self::Folder(folder) => {
                let tables = TableFolder::new(folder).open();
                if tables.is_empty() {
                    let (path, id) = (folder.display(), P::RULES.id());
                    log::warn!("there are no endgame tables of {id} in {path}");
                }
                tables
            }
        };
        (!tables.is_empty()).then(|| Arc::new(tables))
    }

    /// Returns the tables of a variant; `None` if there are none.
    pub fn open_any(&self, variant: Variant) -> Option<AnyTables> {
        for_variant!(variant, P => Some(AnyTables(self.open::<P>()?)))
    }
}

/// What tables of a game answer, whatever the game.
trait LookUp: Send + Sync {
    fn value(&self, game: &GameRecord) -> Option<Value>;
    fn probe(&self, game: &GameRecord) -> Result<Probe<String>, NotCovered>;
}

impl<P: TableGame> LookUp for TableSet<P> {
    fn value(&self, game: &GameRecord) -> Option<Value> {
        self.certain_value(&game.position_as::<P>()?)
    }

    fn probe(&self, game: &GameRecord) -> Result<Probe<String>, NotCovered> {
        let position = game.position_as::<P>();
        let position = position.ok_or(NotCovered::Nowhere("it is one of another variant"))?;
        let probe = Self::probe(self, &position)?;
        let text = |(turn, value)| (Playable::turn_text(&position, turn), value);
        Ok(Probe {
            value: probe.value,
            is_limit_near: probe.is_limit_near,
            turns: probe.turns.into_iter().map(text).collect(),
        })
    }
}

/// The tables of a game that is chosen at run time.
#[derive(Clone)]
pub struct AnyTables(Arc<dyn LookUp>);

impl AnyTables {
    /// Returns the value of the position at the end of a game; `None` if it is in no table, or if
    /// a limit on turns may change it.
    pub fn value(&self, game: &GameRecord) -> Option<Value> {
        self.0.value(game)
    }

    /// Returns the value of the position at the end of a game and of each of its turns, as texts.
    ///
    /// # Errors
    /// Returns an error if the value is in no table.
    pub fn probe(&self, game: &GameRecord) -> Result<Probe<String>, NotCovered> {
        self.0.probe(game)
    }
}

impl fmt::Debug for AnyTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyTables").finish_non_exhaustive()
    }
}

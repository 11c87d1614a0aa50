//! Where the tables of a program are, and those of a game that is chosen at run time.

use std::collections::HashMap;
use std::fmt;
#[cfg(feature = "storage")]
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex};

#[cfg(feature = "storage")]
use super::folder::TableFolder;
use super::game::TableGame;
use super::pack::Packs;
use super::probe::{NotCovered, TableSet};
use super::shipped::shipped;
use super::value::Value;
use crate::game::{GameRecord, Playable, Variant, for_variant};
use crate::util::sync::lock;

/// Where endgame tables are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum TableSource {
    /// There are none.
    None,
    /// They come with the program.
    #[default]
    Shipped,
    /// They are packs in memory.
    Packs(Packs),
    /// They are in a folder, as `batyr tables` makes them.
    #[cfg(feature = "storage")]
    Folder(PathBuf),
}

impl TableSource {
    /// The name of [`TableSource::None`] where the name of a folder is expected.
    pub const NONE: &str = "none";

    /// Returns the tables of a game, which are read when they are first needed; `None` if there
    /// are none.
    pub fn open<P: TableGame>(&self) -> Option<Arc<TableSet<P>>> {
        let tables = match self {
            Self::None => return None,
            Self::Shipped => shipped(),
            Self::Packs(packs) => packs.open(),
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

/// The tables of all variants, opened when they are first needed.
#[derive(Debug, Default)]
pub struct OpenTables {
    source: TableSource,
    opened: Mutex<HashMap<Variant, Option<AnyTables>>>,
}

impl OpenTables {
    /// Names the tables.
    pub fn new(source: TableSource) -> Self {
        let opened = Mutex::default();
        Self { source, opened }
    }

    /// Returns where the tables are.
    pub const fn source(&self) -> &TableSource {
        &self.source
    }

    /// Returns the tables that come with the program.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<OpenTables> = LazyLock::new(OpenTables::default);
        &SHIPPED
    }

    /// Returns the tables of a variant; `None` if there are none.
    pub fn of(&self, variant: Variant) -> Option<AnyTables> {
        let mut opened = lock(&self.opened);
        let open = || self.source.open_any(variant);
        opened.entry(variant).or_insert_with(open).clone()
    }
}

/// The tables of a game that is chosen at run time.
#[derive(Clone, Debug)]
pub struct AnyTables(Arc<dyn ProbeGame + Send + Sync>);

impl AnyTables {
    /// Returns the value of the position at the end of a game; `None` if it is in no table, or if
    /// a limit on turns may change it.
    pub fn value(&self, game: &GameRecord) -> Option<Value> {
        self.0.value_of(game)
    }

    /// Returns all that the tables say of the position at the end of a game.
    ///
    /// # Errors
    /// Returns an error if its value is in no table.
    pub fn probe(&self, game: &GameRecord) -> Result<GameProbe, NotCovered> {
        self.0.probe_game(game)
    }
}

/// The value of the position at the end of a game, with turns as text; see [`Probe`].
///
/// [`Probe`]: super::Probe
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GameProbe {
    /// The value of the position.
    pub value: Value,
    /// Whether the limit on turns without a capture or a pawn's move may draw the game before a
    /// win that the value promises.
    pub is_limit_near: bool,
    /// Whether that limit may change the value of one of the turns.
    pub is_limit_near_after: bool,
    /// The legal turns, the best first, each with its value for the side that plays it.
    pub turns: Vec<(String, Value)>,
    /// The shortest win against the longest defence; empty in a drawn position, and where the
    /// limit is near.
    pub line: Vec<String>,
}

/// A [`TableSet`] that is asked about games of any variant.
trait ProbeGame: fmt::Debug {
    fn value_of(&self, game: &GameRecord) -> Option<Value>;
    fn probe_game(&self, game: &GameRecord) -> Result<GameProbe, NotCovered>;
}

impl<P: TableGame> ProbeGame for TableSet<P> {
    fn value_of(&self, game: &GameRecord) -> Option<Value> {
        self.certain_value(&game.position_as::<P>()?)
    }

    fn probe_game(&self, game: &GameRecord) -> Result<GameProbe, NotCovered> {
        let position = game.position_as::<P>();
        let position = position.ok_or(NotCovered::Nowhere("it is one of another variant"))?;
        let probe = self.probe(&position)?;
        let turns = probe.turns.into_iter();
        let mut current = position;
        let line = self.best_line(&position).into_iter().map(|turn| {
            let text = Playable::turn_text(&current, turn);
            current.play(turn);
            text
        });
        Ok(GameProbe {
            value: probe.value,
            is_limit_near: probe.is_limit_near,
            is_limit_near_after: probe.is_limit_near_after,
            turns: turns
                .map(|(turn, value)| (Playable::turn_text(&position, turn), value))
                .collect(),
            line: line.collect(),
        })
    }
}

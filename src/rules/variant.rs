//! The games that can be chosen at run time.

use super::Playable;

/// Where the run-time choice of a game meets code that the compiler makes for
/// each: `for_game!(variant, P => work)` does the work with `P` as the type of
/// the game's positions.
macro_rules! for_game {
    ($variant:expr, $P:ident => $work:expr) => {
        match $variant {
            $crate::rules::Variant::Extended => {
                type $P = $crate::rules::shatra::Position<$crate::rules::shatra::Extended>;
                $work
            }
            $crate::rules::Variant::Original => {
                type $P = $crate::rules::shatra::Position<$crate::rules::shatra::Original>;
                $work
            }
            $crate::rules::Variant::Kurin => {
                type $P = $crate::rules::shatra::Position<$crate::rules::shatra::Kurin>;
                $work
            }
            $crate::rules::Variant::Pritchard => {
                type $P = $crate::rules::shatra::Position<$crate::rules::shatra::Pritchard>;
                $work
            }
        }
    };
}

pub(crate) use for_game;

/// A game by its rule set. In files it stands by its id.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Extended Shatra.
    #[default]
    Extended,
    /// Original Shatra.
    Original,
    /// Kurin's Shatra.
    Kurin,
    /// Pritchard's Shatra.
    Pritchard,
}

impl Variant {
    /// All games, the default first.
    pub const ALL: [Self; 4] = [Self::Extended, Self::Original, Self::Kurin, Self::Pritchard];

    /// The id, a value of the option `UCI_Variant`.
    pub const fn id(self) -> &'static str {
        for_game!(self, P => P::ID)
    }

    /// What people call the game.
    pub const fn name(self) -> &'static str {
        for_game!(self, P => P::NAME)
    }

    /// The game of an id, in any case.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.id().eq_ignore_ascii_case(id))
    }

    /// Whether the text is a position of the game.
    pub fn accepts(self, text: &str) -> bool {
        for_game!(self, P => P::read(text).is_ok())
    }

    /// The value of USHI's `Shatra version` that means this game.
    pub const fn ushi_version(self) -> Option<u8> {
        for_game!(self, P => P::USHI_VERSION)
    }
}

impl From<Variant> for String {
    fn from(variant: Variant) -> Self {
        variant.id().to_owned()
    }
}

impl TryFrom<String> for Variant {
    type Error = String;

    fn try_from(id: String) -> Result<Self, String> {
        Self::from_id(&id).ok_or_else(|| {
            let all = Self::ALL.map(Self::id).join(", ");
            format!("variant {id:?}, expected one of {all}")
        })
    }
}

//! The games that can be chosen at run time.

use super::shatra::{Extended, Kurin, Original, Pritchard, RuleSet, Setup};

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
        match self {
            Self::Extended => Extended::ID,
            Self::Original => Original::ID,
            Self::Kurin => Kurin::ID,
            Self::Pritchard => Pritchard::ID,
        }
    }

    /// What people call the game.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Extended => Extended::NAME,
            Self::Original => Original::NAME,
            Self::Kurin => Kurin::NAME,
            Self::Pritchard => Pritchard::NAME,
        }
    }

    /// The game of an id, in any case.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.id().eq_ignore_ascii_case(id))
    }

    /// Whether the text is a position of the game.
    pub fn accepts(self, spn: &str) -> bool {
        spn.parse().is_ok_and(|setup: Setup| match self {
            Self::Extended => setup.position::<Extended>().is_ok(),
            Self::Original => setup.position::<Original>().is_ok(),
            Self::Kurin => setup.position::<Kurin>().is_ok(),
            Self::Pritchard => setup.position::<Pritchard>().is_ok(),
        })
    }

    /// The value of USHI's `Shatra version` that means this game.
    pub const fn ushi_version(self) -> Option<u8> {
        match self {
            Self::Extended => Extended::USHI_VERSION,
            Self::Original => Original::USHI_VERSION,
            Self::Kurin => Kurin::USHI_VERSION,
            Self::Pritchard => Pritchard::USHI_VERSION,
        }
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

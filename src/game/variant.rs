//! The variants, which can be chosen at run time: games, each with a rule set.

use std::any::TypeId;
use std::fmt;
use std::str::FromStr;

use super::Playable;
use crate::base::Square;

/// Calls a macro with the given arguments, followed by, for each variant, the name of its
/// [`Variant`], the module of its rules and its rule set. All code that is repeated for
/// each variant is generated from this list.
macro_rules! variants {
    (($($callback:tt)+) $arguments:tt) => {
        $($callback)+! { $arguments
            Extended shatra Extended,
            Original shatra Original,
            Kurin shatra Kurin,
            Pritchard shatra Pritchard,
            Online shatra Online,
            Shatranj board8 Shatranj,
            Shatar board8 Shatar,
            FairyShatranj board8 FairyShatranj,
            FairyShatar board8 FairyShatar,
        }
    };
}

pub(crate) use variants;

/// The `match` of [`for_variant!`].
macro_rules! match_variant {
    ({ $variant:expr, $P:ident => $body:expr } $($name:ident $module:ident $rules:ident,)*) => {
        match $variant {
            $($crate::game::Variant::$name => {
                type $P = $crate::rules::$module::Position<$crate::rules::$module::$rules>;
                $body
            })*
        }
    };
}

pub(crate) use match_variant;

/// Dispatches from a variant chosen at run time to code compiled for each variant:
/// `for_variant!(variant, P => body)` evaluates `body` with `P` as the type of the
/// variant's positions.
macro_rules! for_variant {
    ($variant:expr, $P:ident => $body:expr) => {
        $crate::game::variants!(($crate::game::match_variant) { $variant, $P => $body })
    };
}

pub(crate) use for_variant;

/// Declares [`Variant::ALL`].
macro_rules! declare_all {
    ({} $($name:ident $module:ident $rules:ident,)*) => {
        impl Variant {
            /// All variants, the default first.
            pub const ALL: [Self; [$(Self::$name),*].len()] = [$(Self::$name),*];
        }
    };
}

variants!((declare_all) {});

/// A variant: a game together with the rule set by which it is played. Its id is what files
/// store, [`Display`](fmt::Display) writes and [`FromStr`] reads.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Extended Shatra; the id is `shatra`.
    #[default]
    Extended,
    /// Original Shatra; the id is `shatra-original`.
    Original,
    /// Kurin's Shatra; the id is `shatra-kurin`.
    Kurin,
    /// Pritchard's Shatra; the id is `shatra-pritchard`.
    Pritchard,
    /// Online Shatra; the id is `shatra-online`.
    Online,
    /// Shatranj; the id is `shatranj`.
    Shatranj,
    /// Shatar; the id is `shatar`.
    Shatar,
    /// Shatranj by Fairy-Stockfish's rules; the id is `shatranj-fairy`.
    FairyShatranj,
    /// Shatar by Fairy-Stockfish's rules; the id is `shatar-fairy`.
    FairyShatar,
}

impl Variant {
    /// The values of the option `UCI_Variant`, in order. The games that chess GUIs and
    /// adapters know come first because some of those programs read only the first 80
    /// characters of the line. Fairy-Stockfish's rules are selected by a separate
    /// option.
    pub const UCI_VARIANTS: [Self; 7] = [
        Self::Shatranj,
        Self::Shatar,
        Self::Extended,
        Self::Original,
        Self::Kurin,
        Self::Pritchard,
        Self::Online,
    ];

    /// Returns the ids of all variants, separated by commas, for messages.
    pub fn id_list() -> String {
        Self::ALL.map(Self::id).join(", ")
    }

    /// Returns the variant of this game with Fairy-Stockfish's rules, or this variant if
    /// Fairy-Stockfish does not have the game.
    #[must_use]
    pub const fn with_fairy_rules(self) -> Self {
        match self {
            Self::Shatranj | Self::FairyShatranj => Self::FairyShatranj,
            Self::Shatar | Self::FairyShatar => Self::FairyShatar,
            Self::Extended | Self::Original | Self::Kurin | Self::Pritchard | Self::Online => self,
        }
    }

    /// Returns the variant of this game with Batyr's rules.
    #[must_use]
    pub const fn with_batyr_rules(self) -> Self {
        match self {
            Self::FairyShatranj => Self::Shatranj,
            Self::FairyShatar => Self::Shatar,
            Self::Extended
            | Self::Original
            | Self::Kurin
            | Self::Pritchard
            | Self::Online
            | Self::Shatranj
            | Self::Shatar => self,
        }
    }

    /// Returns whether this variant has Fairy-Stockfish's rules.
    pub const fn is_fairy(self) -> bool {
        match self {
            Self::FairyShatranj | Self::FairyShatar => true,
            Self::Extended
            | Self::Original
            | Self::Kurin
            | Self::Pritchard
            | Self::Online
            | Self::Shatranj
            | Self::Shatar => false,
        }
    }

    /// Returns whether this is a rule set of Shatra.
    pub const fn is_shatra(self) -> bool {
        match self {
            Self::Extended | Self::Original | Self::Kurin | Self::Pritchard | Self::Online => true,
            Self::Shatranj | Self::Shatar | Self::FairyShatranj | Self::FairyShatar => false,
        }
    }

    /// Returns the variant whose positions have the type `P`.
    pub fn of_type<P: Playable>() -> Option<Self> {
        let has_type =
            |variant: &Self| for_variant!(*variant, Q => TypeId::of::<Q>() == TypeId::of::<P>());
        Self::ALL.into_iter().find(has_type)
    }

    /// Returns the id that identifies the variant in files and on command lines.
    pub const fn id(self) -> &'static str {
        for_variant!(self, P => P::ID)
    }

    /// Returns the full name of the variant.
    pub const fn name(self) -> &'static str {
        for_variant!(self, P => P::NAME)
    }

    /// Returns the variant with this id, ignoring case.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.id().eq_ignore_ascii_case(id))
    }

    /// Returns the name of the notation of positions: SPN or FEN.
    pub const fn position_notation(self) -> &'static str {
        for_variant!(self, P => P::POSITION_NOTATION)
    }

    /// Returns the square with this name on the game's board.
    pub fn square_named(self, name: &str) -> Option<Square> {
        for_variant!(self, P => P::square_named(name))
    }

    /// Returns the name of a square of the game's board.
    pub fn square_name(self, square: Square) -> String {
        for_variant!(self, P => P::square_name(square))
    }

    /// Returns whether the text is a position of the game.
    pub fn accepts(self, text: &str) -> bool {
        for_variant!(self, P => P::read(text).is_ok())
    }

    /// Returns the first variant that accepts the text as a position, or the default
    /// variant if there is none: reading the text by its rules then gives the error. The
    /// positions of Kurin, Pritchard and Online are mostly positions of Extended or Original,
    /// too, and many positions of chess are positions of Shatranj.
    pub fn accepting(text: &str) -> Self {
        let accepts = |variant: &Self| variant.accepts(text);
        Self::ALL.into_iter().find(accepts).unwrap_or_default()
    }

    /// Returns the value of USHI's option `Shatra version` that selects this variant, if there
    /// is one.
    pub const fn ushi_version(self) -> Option<u8> {
        for_variant!(self, P => P::USHI_VERSION)
    }
}

impl From<Variant> for String {
    fn from(variant: Variant) -> Self {
        variant.id().to_owned()
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// An id that is not that of a variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown variant {0:?}, expected one of {ids}", ids = Variant::id_list())]
pub struct UnknownVariant(String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(id: &str) -> Result<Self, UnknownVariant> {
        Self::from_id(id).ok_or_else(|| UnknownVariant(id.to_owned()))
    }
}

impl TryFrom<String> for Variant {
    type Error = UnknownVariant;

    fn try_from(id: String) -> Result<Self, UnknownVariant> {
        id.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_can_choose_every_game_with_its_own_rules() {
        for variant in Variant::ALL {
            let times = Variant::UCI_VARIANTS
                .iter()
                .filter(|&&hosted| hosted == variant);
            assert_eq!(
                times.count(),
                usize::from(!variant.is_fairy()),
                "{variant:?}"
            );
        }
    }

    #[test]
    fn fairy_rules_and_batyr_rules_are_counterparts() {
        for variant in Variant::ALL {
            assert!(!variant.with_batyr_rules().is_fairy(), "{variant:?}");
            assert_eq!(
                variant.with_batyr_rules().with_fairy_rules(),
                variant.with_fairy_rules()
            );
            assert_eq!(
                variant.with_fairy_rules().with_batyr_rules(),
                variant.with_batyr_rules()
            );
            assert_eq!(variant.is_fairy(), variant != variant.with_batyr_rules());
            let has_fairy = variant.with_fairy_rules() != variant.with_batyr_rules();
            assert_eq!(
                variant.with_fairy_rules().is_fairy(),
                has_fairy,
                "{variant:?}"
            );
        }
    }

    #[test]
    fn the_default_variant_comes_first() {
        assert_eq!(Variant::ALL.first(), Some(&Variant::default()));
    }

    #[test]
    fn every_id_and_every_position_type_identifies_one_variant() {
        for variant in Variant::ALL {
            assert_eq!(Variant::from_id(variant.id()), Some(variant));
            let of_type = for_variant!(variant, P => Variant::of_type::<P>());
            assert_eq!(of_type, Some(variant));
        }
    }
}

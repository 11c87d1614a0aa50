//! The variants, which can be chosen at run time: games, each with a rule set.

use std::fmt;
use std::str::FromStr;

use super::{Playable, VariantRules};
use crate::base::Square;
use crate::rules::{board8, shatra};

/// Calls a macro with the given arguments, followed by a row for each [`Variant`]: its name,
/// also the name of its rule set; the module of its board; and the variant that is the same
/// game under Batyr's own rules. All code that is repeated for each variant is generated
/// from this list.
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
            FairyShatranj board8 Shatranj,
            FairyShatar board8 Shatar,
        }
    };
}

pub(crate) use variants;

/// The `match` of [`for_variant!`].
macro_rules! match_variant {
    ({ $variant:expr, $P:ident => $body:expr } $($name:ident $board:ident $own:ident,)*) => {
        match $variant {
            $($crate::game::Variant::$name => {
                type $P = $crate::rules::$board::Position<$crate::rules::$board::$name>;
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

/// Implements the parts of [`Variant`] that follow from the rows of [`variants!`].
macro_rules! implement_columns {
    ({} $($name:ident $board:ident $own:ident,)*) => {
        impl Variant {
            /// All variants, the default first.
            pub const ALL: [Self; [$(Self::$name),*].len()] = [$(Self::$name),*];

            /// Returns the variant of this game with Batyr's rules.
            #[must_use]
            pub const fn with_batyr_rules(self) -> Self {
                match self {
                    $(Self::$name => Self::$own,)*
                }
            }
        }
    };
}

variants!((implement_columns) {});

/// A variant: a game together with the rule set under which it is played. Its id is what files
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
    /// adapters support come first because some of those programs read only the first 80
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
    pub fn with_fairy_rules(self) -> Self {
        let own = self.with_batyr_rules();
        let is_counterpart =
            |variant: &Self| variant.is_fairy() && variant.with_batyr_rules() == own;
        Self::ALL.into_iter().find(is_counterpart).unwrap_or(self)
    }

    /// Returns whether this variant has Fairy-Stockfish's rules.
    pub fn is_fairy(self) -> bool {
        self != self.with_batyr_rules()
    }

    /// Returns the rules.
    pub const fn rules(self) -> VariantRules {
        for_variant!(self, P => P::RULES)
    }

    /// Returns whether this is a rule set of Shatra.
    pub const fn is_shatra(self) -> bool {
        matches!(self.rules(), VariantRules::Shatra(_))
    }

    /// Returns the id that identifies the variant in files and on command lines.
    pub const fn id(self) -> &'static str {
        self.rules().id()
    }

    /// Returns the full name of the variant.
    pub const fn name(self) -> &'static str {
        match self.rules() {
            VariantRules::Shatra(rules) => rules.name,
            VariantRules::Board8(rules) => rules.name,
        }
    }

    /// Returns the variant with this id, ignoring case.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.id().eq_ignore_ascii_case(id))
    }

    /// Returns the name of the notation of positions: SPN or FEN.
    pub const fn position_notation(self) -> &'static str {
        match self.rules() {
            VariantRules::Shatra(_) => "SPN",
            VariantRules::Board8(_) => "FEN",
        }
    }

    /// Returns the square with this name on the game's board; `None` if no square has it.
    pub fn square_named(self, name: &str) -> Option<Square> {
        match self.rules() {
            VariantRules::Shatra(_) => shatra::square_named(name),
            VariantRules::Board8(_) => board8::square_named(name.as_bytes()),
        }
    }

    /// Returns the name of a square of the game's board.
    pub fn square_name(self, square: Square) -> String {
        match self.rules() {
            VariantRules::Shatra(_) => shatra::square_name(square),
            VariantRules::Board8(_) => board8::square_name(square),
        }
    }

    /// Returns whether the text is a position of the game.
    pub fn accepts(self, text: &str) -> bool {
        for_variant!(self, P => P::read(text).is_ok())
    }

    /// Returns the first variant that accepts the text as a position, or the default
    /// variant if none does: reading the text as its position then returns the error. Most
    /// positions of Kurin, Pritchard and Online are also positions of Extended or Original,
    /// and many positions of chess are also positions of Shatranj.
    pub fn accepting(text: &str) -> Self {
        let accepts = |variant: &Self| variant.accepts(text);
        Self::ALL.into_iter().find(accepts).unwrap_or_default()
    }

    /// Returns the value of USHI's option `Shatra version` that selects this variant; `None` if
    /// no value does.
    pub const fn ushi_version(self) -> Option<u8> {
        match self.rules() {
            VariantRules::Shatra(rules) => rules.ushi_version,
            VariantRules::Board8(_) => None,
        }
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

/// An id that belongs to no variant.
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
    use crate::rules::shatra::RuleSet;
    use crate::rules::shatra::test_games::for_each_rule_set;

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
    fn the_rule_sets_of_tests_are_those_of_shatra() {
        let mut tested = Vec::new();
        for_each_rule_set!(R => tested.push(R::RULES.id));
        let variants = Variant::ALL
            .into_iter()
            .filter(|variant| variant.is_shatra());
        assert!(variants.map(Variant::id).eq(tested));
    }

    #[test]
    fn the_default_variant_comes_first() {
        assert_eq!(Variant::ALL.first(), Some(&Variant::default()));
    }

    #[test]
    fn every_id_and_every_position_type_identifies_one_variant() {
        for variant in Variant::ALL {
            assert_eq!(Variant::from_id(variant.id()), Some(variant));
            let id = for_variant!(variant, P => P::RULES.id());
            assert_eq!(Variant::from_id(id), Some(variant));
        }
    }
}

//! Families of games: those that share an evaluation and a WDL model.
//!
//! Every match on a family is exhaustive. A new game must be
//! given a family here, and a new family must be given whatever differs by
//! family; the compiler names each place.

use crate::game::Variant;

/// A family of games whose rules differ so little that they share weights or a
/// network, and a WDL model.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EvaluationFamily {
    /// Extended Shatra, with Kurin's and Pritchard's rules.
    Extended,
    /// Original Shatra.
    Original,
    /// Shatranj, under either rule set.
    Shatranj,
    /// Shatar, under either rule set.
    Shatar,
}

impl EvaluationFamily {
    /// Returns the family of a game.
    pub const fn of(variant: Variant) -> Self {
        match variant {
            Variant::Extended | Variant::Kurin | Variant::Pritchard => Self::Extended,
            Variant::Original => Self::Original,
            Variant::Shatranj | Variant::FairyShatranj => Self::Shatranj,
            Variant::Shatar | Variant::FairyShatar => Self::Shatar,
        }
    }

    /// Returns the game that represents the family: its positions stand for those of all
    /// games.
    pub const fn representative(self) -> Variant {
        match self {
            Self::Extended => Variant::Extended,
            Self::Original => Variant::Original,
            Self::Shatranj => Variant::Shatranj,
            Self::Shatar => Variant::Shatar,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_representative_belongs_to_its_family() {
        for variant in Variant::ALL {
            let family = EvaluationFamily::of(variant);
            assert_eq!(EvaluationFamily::of(family.representative()), family);
        }
    }
}

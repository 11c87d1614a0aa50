//! Families of variants that share a network and a WDL model.
//!
//! Every `match` on a family is exhaustive, so the compiler reports each one that must
//! change for a new family, and a new variant must be assigned to a family here.

use crate::game::Variant;

/// A family of variants whose rules differ so little that they share a network and a WDL
/// model.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EvaluationFamily {
    /// Extended Shatra, and Shatra by Kurin's and by Pritchard's rules.
    Extended,
    /// Original and Online Shatra.
    Original,
    /// Shatranj, by either rule set.
    Shatranj,
    /// Shatar, by either rule set.
    Shatar,
}

impl EvaluationFamily {
    /// All families, in the order of their indices.
    pub const ALL: [Self; 4] = [Self::Extended, Self::Original, Self::Shatranj, Self::Shatar];

    /// Returns the family of a variant.
    pub const fn of_variant(variant: Variant) -> Self {
        match variant {
            Variant::Extended | Variant::Kurin | Variant::Pritchard => Self::Extended,
            Variant::Original | Variant::Online => Self::Original,
            Variant::Shatranj | Variant::FairyShatranj => Self::Shatranj,
            Variant::Shatar | Variant::FairyShatar => Self::Shatar,
        }
    }

    /// Returns the variant whose rules are used to read the positions of the whole family.
    pub const fn representative(self) -> Variant {
        match self {
            Self::Extended => Variant::Extended,
            Self::Original => Variant::Original,
            Self::Shatranj => Variant::Shatranj,
            Self::Shatar => Variant::Shatar,
        }
    }

    /// Returns the index of the family among [`EvaluationFamily::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name of the family in network files, which is the id of its
    /// representative.
    pub const fn name(self) -> &'static str {
        self.representative().id()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_representative_belongs_to_its_family() {
        for variant in Variant::ALL {
            let family = EvaluationFamily::of_variant(variant);
            assert_eq!(
                EvaluationFamily::of_variant(family.representative()),
                family
            );
        }
    }

    #[test]
    fn indices_are_places_in_the_list_of_all() {
        for (index, family) in EvaluationFamily::ALL.into_iter().enumerate() {
            assert_eq!(family.index(), index);
        }
    }
}

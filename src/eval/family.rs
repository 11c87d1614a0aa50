//! Families of variants, which share an evaluation and a WDL model.
//!
//! Every `match` on a family is exhaustive, so the compiler names each place that must
//! change for a new family, and a new variant must be assigned to a family here.

use crate::game::Variant;

/// A family of variants whose rules differ so little that they share a WDL model and
/// either weights or a network.
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
}

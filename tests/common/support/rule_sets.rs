//! The five rule sets of Shatra as values, and groups of rule sets that share a rule.

/// A rule set, chosen at run time.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rules {
    Extended,
    Original,
    Kurin,
    Pritchard,
    Online,
}

pub const EXTENDED: &[Rules] = &[Rules::Extended];
pub const ORIGINAL: &[Rules] = &[Rules::Original];
pub const KURIN: &[Rules] = &[Rules::Kurin];
pub const PRITCHARD: &[Rules] = &[Rules::Pritchard];
pub const ONLINE: &[Rules] = &[Rules::Online];
/// The two rule sets that follow Kurin; they differ only in their drops.
pub const KURINS: &[Rules] = &[Rules::Kurin, Rules::Pritchard];
/// Original and the rule set of the live online site, which is Original with ten differences.
pub const ORIGINALS: &[Rules] = &[Rules::Original, Rules::Online];
/// The rule sets with turas and yalkyns.
pub const OFFICERS: &[Rules] = &[Rules::Extended, Rules::Kurin, Rules::Pritchard];
/// The rule sets of RULES.md in which men may be dropped onto the great road (file d).
pub const OPEN_ROAD: &[Rules] = &[Rules::Extended, Rules::Original, Rules::Kurin];
/// The rule sets that are in both [`OFFICERS`] and [`OPEN_ROAD`].
pub const OPEN_OFFICERS: &[Rules] = &[Rules::Extended, Rules::Kurin];
/// The rule sets of RULES.md. Online, the fifth, departs from what they have in common: the
/// nearest-square rule, temdeks that stay off, the biy's return to its gate, urgent men.
pub const OVER_THE_BOARD: &[Rules] = &[
    Rules::Extended,
    Rules::Original,
    Rules::Kurin,
    Rules::Pritchard,
];
pub const ALL: &[Rules] = &[
    Rules::Extended,
    Rules::Original,
    Rules::Kurin,
    Rules::Pritchard,
    Rules::Online,
];

/// Calls a generic function with the type of the rule set that a [`Rules`] value names.
macro_rules! with_rules {
    ($rules:expr, $function:ident ( $($argument:expr),* )) => {{
        use batyr::rules::shatra::{Extended, Kurin, Online, Original, Pritchard};
        match $rules {
            Rules::Extended => $function::<Extended>($($argument),*),
            Rules::Original => $function::<Original>($($argument),*),
            Rules::Kurin => $function::<Kurin>($($argument),*),
            Rules::Pritchard => $function::<Pritchard>($($argument),*),
            Rules::Online => $function::<Online>($($argument),*),
        }
    }};
}

pub(crate) use with_rules;

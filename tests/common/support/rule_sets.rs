//! The four rule sets of Shatra as values, and groups of rule sets that share a rule.

/// A rule set, chosen at run time.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rules {
    Extended,
    Original,
    Kurin,
    Pritchard,
}

pub const EXTENDED: &[Rules] = &[Rules::Extended];
pub const ORIGINAL: &[Rules] = &[Rules::Original];
pub const KURIN: &[Rules] = &[Rules::Kurin];
pub const PRITCHARD: &[Rules] = &[Rules::Pritchard];
/// The two rule sets that follow Kurin; they differ only in their drops.
pub const KURINS: &[Rules] = &[Rules::Kurin, Rules::Pritchard];
/// The rule sets with turas and yalkyns.
pub const OFFICERS: &[Rules] = &[Rules::Extended, Rules::Kurin, Rules::Pritchard];
/// The rule sets in which men may be dropped onto the great road (file d).
pub const OPEN_ROAD: &[Rules] = &[Rules::Extended, Rules::Original, Rules::Kurin];
/// The rule sets that are in both [`OFFICERS`] and [`OPEN_ROAD`].
pub const OPEN_OFFICERS: &[Rules] = &[Rules::Extended, Rules::Kurin];
pub const ALL: &[Rules] = &[
    Rules::Extended,
    Rules::Original,
    Rules::Kurin,
    Rules::Pritchard,
];

/// Calls a generic function with the type of the rule set that a [`Rules`] value names.
macro_rules! with_rules {
    ($rules:expr, $function:ident ( $($argument:expr),* )) => {{
        use batyr::rules::shatra::{Extended, Kurin, Original, Pritchard};
        match $rules {
            Rules::Extended => $function::<Extended>($($argument),*),
            Rules::Original => $function::<Original>($($argument),*),
            Rules::Kurin => $function::<Kurin>($($argument),*),
            Rules::Pritchard => $function::<Pritchard>($($argument),*),
        }
    }};
}

pub(crate) use with_rules;

//! The four rule sets as values, and groups of rule sets that share a rule.

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
/// The two sets that follow Kurin; they differ in drops only.
pub const KURINS: &[Rules] = &[Rules::Kurin, Rules::Pritchard];
/// The sets with turas and yalkyns.
pub const OFFICERS: &[Rules] = &[Rules::Extended, Rules::Kurin, Rules::Pritchard];
/// The sets that drop men onto the great road.
pub const OPEN_ROAD: &[Rules] = &[Rules::Extended, Rules::Original, Rules::Kurin];
/// The sets in both groups above.
pub const OPEN_OFFICERS: &[Rules] = &[Rules::Extended, Rules::Kurin];
pub const ALL: &[Rules] = &[
    Rules::Extended,
    Rules::Original,
    Rules::Kurin,
    Rules::Pritchard,
];

/// Calls a generic function with the rule set of a [`Rules`].
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

//! Named groups of consecutive evaluation features.

/// A named group of consecutive features, such as one feature for each kind of man.
#[derive(Copy, Clone, Debug)]
pub struct FeatureGroup {
    /// The name, which the tuner writes above the group's weights.
    pub name: &'static str,
    /// The index of the first feature.
    pub start: usize,
    /// The number of features.
    pub len: usize,
}

/// Defines the groups of features: for each group, a constant that is the index of its
/// first feature in the table of weights; `GROUPS`, all groups in order; and `COUNT`, the
/// number of features.
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $len:expr;)*) => {
        $crate::eval::feature_group::groups!(@ 0; $($(#[$doc])* $name: $len;)*);
        /// All groups, in the order of the table.
        pub const GROUPS: &[$crate::eval::FeatureGroup] = &[$($crate::eval::FeatureGroup {
            name: stringify!($name),
            start: $name,
            len: $len,
        }),*];
    };
    (@ $start:expr; $(#[$doc:meta])* $name:ident: $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: usize = $start;
        $crate::eval::feature_group::groups!(@ $name + $len; $($rest)*);
    };
    (@ $start:expr;) => {
        /// The number of features.
        pub const COUNT: usize = $start;
    };
}

pub(super) use groups;

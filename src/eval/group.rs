//! Runs of weights in a table, each under a name.

/// A run of features that belong together.
#[derive(Copy, Clone, Debug)]
pub struct Group {
    /// What the tuner writes above its weights.
    pub name: &'static str,
    /// The first of them.
    pub start: usize,
    /// How many they are.
    pub len: usize,
}

/// Gives each group of features a constant for its first place in the table,
/// and tells `GROUPS`, all of them in order, and `COUNT`, how many features
/// there are.
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $len:expr;)*) => {
        $crate::eval::group::groups!(@ 0; $($(#[$doc])* $name: $len;)*);
        /// All groups, in the order of the table.
        pub const GROUPS: &[$crate::eval::Group] = &[$($crate::eval::Group {
            name: stringify!($name),
            start: $name,
            len: $len,
        }),*];
    };
    (@ $start:expr; $(#[$doc:meta])* $name:ident: $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: usize = $start;
        $crate::eval::group::groups!(@ $name + $len; $($rest)*);
    };
    (@ $start:expr;) => {
        /// How many features there are.
        pub const COUNT: usize = $start;
    };
}

pub(super) use groups;

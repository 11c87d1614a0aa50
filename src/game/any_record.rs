//! A record whose game is chosen at run time: an enum with a variant for the record of each
//! rule set.
//!
//! This is an enum, not a trait object. The list of variants is closed, so [`for_record!`]
//! can dispatch to the code compiled for each game where it is needed, and no trait has
//! to declare and forward the properties of a game. The engine's searcher is the other type
//! that is chosen at run time.

use std::any::Any;

use super::variant::variants;
use super::{Playable, Record, Variant};

/// Declares [`AnyRecord`] from the list of variants.
macro_rules! declare_any_record {
    ({} $($name:ident $board:ident $own:ident,)*) => {
        /// A record of a game of any rule set. The records are boxed because they are moved
        /// often.
        #[derive(Clone, Debug)]
        pub(crate) enum AnyRecord {
            $($name(Box<Record<crate::rules::$board::Position<crate::rules::$board::$name>>>),)*
        }

        impl AnyRecord {
            pub(super) const fn variant(&self) -> Variant {
                match self {
                    $(Self::$name(_) => Variant::$name,)*
                }
            }
        }

        $(impl From<Record<crate::rules::$board::Position<crate::rules::$board::$name>>>
            for AnyRecord
        {
            fn from(
                record: Record<crate::rules::$board::Position<crate::rules::$board::$name>>,
            ) -> Self {
                Self::$name(Box::new(record))
            }
        })*
    };
}

variants!((declare_any_record) {});

/// The `match` of [`for_record!`].
macro_rules! match_record {
    ({ $any:expr, $record:ident => $body:expr } $($name:ident $board:ident $own:ident,)*) => {
        match $any {
            $($crate::game::AnyRecord::$name($record) => $body,)*
        }
    };
}

pub(crate) use match_record;

/// Dispatches from an [`AnyRecord`] to code compiled for each game:
/// `for_record!(any, record => body)` evaluates `body` with `record` as the
/// typed record.
macro_rules! for_record {
    ($any:expr, $record:ident => $body:expr) => {
        $crate::game::variants!(($crate::game::match_record) { $any, $record => $body })
    };
}

pub(super) use for_record;

impl AnyRecord {
    /// Returns the typed record; `None` if it is the record of another game than `P`.
    pub(crate) fn downcast<P: Playable>(&self) -> Option<&Record<P>> {
        for_record!(self, record => {
            let record: &dyn Any = record.as_ref();
            record.downcast_ref()
        })
    }
}

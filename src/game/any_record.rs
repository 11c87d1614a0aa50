//! The only place where the type of a game is erased: an enum with a variant for the
//! records of each rule set.
//!
//! This is an enum, not a trait object. The list of variants is closed, so [`for_record!`]
//! can dispatch to the code compiled for each game where it is needed, and no trait has
//! to declare and forward the properties of a game.

use std::any::Any;

use super::variant::variants;
use super::{Playable, Record, Variant};

/// Declares [`AnyRecord`] from the list of variants.
macro_rules! declare_any_record {
    ({} $($name:ident $module:ident $rules:ident,)*) => {
        /// A record of a game of any rule set. The records are boxed because they
        /// contain two positions and are moved often.
        #[derive(Clone, Debug)]
        pub(crate) enum AnyRecord {
            $($name(Box<Record<crate::rules::$module::Position<crate::rules::$module::$rules>>>),)*
        }

        impl AnyRecord {
            /// Returns the variant.
            pub(super) const fn variant(&self) -> Variant {
                match self {
                    $(Self::$name(_) => Variant::$name,)*
                }
            }
        }

        $(impl From<Record<crate::rules::$module::Position<crate::rules::$module::$rules>>>
            for AnyRecord
        {
            fn from(
                record: Record<crate::rules::$module::Position<crate::rules::$module::$rules>>,
            ) -> Self {
                Self::$name(Box::new(record))
            }
        })*
    };
}

variants!((declare_any_record) {});

/// The `match` of [`for_record!`].
macro_rules! match_record {
    ({ $any:expr, $record:ident => $body:expr } $($name:ident $module:ident $rules:ident,)*) => {
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
    /// Returns the typed record, if it is a record of this game.
    pub(crate) fn downcast<P: Playable>(&self) -> Option<&Record<P>> {
        for_record!(self, record => {
            let record: &dyn Any = record.as_ref();
            record.downcast_ref()
        })
    }
}

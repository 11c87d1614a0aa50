//! The only type erasure of a game: an enum with a variant for the records of each
//! rule set.
//!
//! This is an enum, not a trait object. The list of games is closed,
//! so [`for_record!`] can dispatch to the code compiled for each game where it is
//! needed, and no trait has to declare and forward the facts of a game.

use std::any::Any;

use super::variant::games;
use super::{Playable, Record, Variant};

/// Declares [`AnyRecord`] from the list of games.
macro_rules! declare_any_record {
    ({} $($name:ident $board:ident $rules:ident,)*) => {
        /// A record of a game of any rule set. The records are boxed, as they
        /// hold two positions and are moved often.
        #[derive(Clone, Debug)]
        pub(crate) enum AnyRecord {
            $($name(Box<Record<crate::rules::$board::Position<crate::rules::$board::$rules>>>),)*
        }

        impl AnyRecord {
            /// Returns the variant.
            pub(super) const fn variant(&self) -> Variant {
                match self {
                    $(Self::$name(_) => Variant::$name,)*
                }
            }
        }

        $(impl From<Record<crate::rules::$board::Position<crate::rules::$board::$rules>>>
            for AnyRecord
        {
            fn from(
                record: Record<crate::rules::$board::Position<crate::rules::$board::$rules>>,
            ) -> Self {
                Self::$name(Box::new(record))
            }
        })*
    };
}

games!((declare_any_record) {});

/// The arms of [`for_record!`].
macro_rules! match_record {
    ({ $any:expr, $record:ident => $work:expr } $($name:ident $board:ident $rules:ident,)*) => {
        match $any {
            $($crate::game::AnyRecord::$name($record) => $work,)*
        }
    };
}

pub(crate) use match_record;

/// Dispatches from an [`AnyRecord`] to code compiled for each game:
/// `for_record!(any, record => work)` evaluates `work` with `record` as the
/// typed record.
macro_rules! for_record {
    ($any:expr, $record:ident => $work:expr) => {
        $crate::game::games!(($crate::game::match_record) { $any, $record => $work })
    };
}

pub(super) use for_record;

impl AnyRecord {
    /// Returns the typed record, if it is of this game.
    pub(super) fn downcast<P: Playable>(&self) -> Option<&Record<P>> {
        for_record!(self, record => {
            let record: &dyn Any = record.as_ref();
            record.downcast_ref()
        })
    }
}

//! The id of a game on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::rules::Variant;

/// Reads the id of a game; the help lists them all.
pub fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::id))
        .try_map(|id| Variant::from_id(&id).ok_or("expected the id of a game"))
}

//! The id of a game on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::rules::Variant;

/// Reads the id of a game; the help lists them all.
pub fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    variant_parser_for(|_| true)
}

/// Reads the id of a game; the help lists those that fit. The others are read
/// as well, since the command knows best why it refuses them.
pub fn variant_parser_for(
    fits: impl Fn(Variant) -> bool,
) -> impl TypedValueParser<Value = Variant> {
    let value = |variant: Variant| PossibleValue::new(variant.id()).hide(!fits(variant));
    PossibleValuesParser::new(Variant::ALL.map(value))
        .try_map(|id| Variant::from_id(&id).ok_or("expected the id of a game"))
}

//! Parses the id of a variant on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::game::Variant;

/// Returns a parser for the id of a variant. The help lists all variants.
pub fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    variant_parser_for(|_| true)
}

/// Returns a parser for the id of a variant. The help lists the variants for which
/// `is_listed` returns `true`. The parser accepts all variants, so that the subcommand
/// can say why it refuses one.
pub fn variant_parser_for(
    is_listed: impl Fn(Variant) -> bool,
) -> impl TypedValueParser<Value = Variant> {
    let value = |variant: Variant| PossibleValue::new(variant.id()).hide(!is_listed(variant));
    PossibleValuesParser::new(Variant::ALL.map(value))
        .try_map(|id| Variant::from_id(&id).ok_or("expected the id of a variant"))
}

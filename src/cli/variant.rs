//! The parser of the id of a game on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::game::Variant;

/// Returns a parser of a game's id; the help lists all games.
pub fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    variant_parser_for(|_| true)
}

/// Returns a parser of a game's id; the help lists the games for which `fits`
/// holds. The other games are accepted as well, so that the subcommand can say
/// why it refuses them.
pub fn variant_parser_for(
    fits: impl Fn(Variant) -> bool,
) -> impl TypedValueParser<Value = Variant> {
    let value = |variant: Variant| PossibleValue::new(variant.id()).hide(!fits(variant));
    PossibleValuesParser::new(Variant::ALL.map(value))
        .try_map(|id| Variant::from_id(&id).ok_or("expected the id of a game"))
}

//! The tables that come with the program: those of three men, a pack for each game
//! (`batyr tables pack`). Programs that do not want their weight do without the feature
//! `shipped-tables`.

use super::game::TableGame;
use super::probe::TableSet;

/// Returns the tables that come with the program; none without the feature `shipped-tables`.
pub fn shipped<P: TableGame>() -> TableSet<P> {
    #[cfg(feature = "shipped-tables")]
    if let Some((_, pack)) = PACKS.iter().find(|(id, _)| *id == P::RULES.id()) {
        // Tests read every pack.
        return TableSet::from_pack(pack).unwrap_or_default();
    }
    TableSet::default()
}

/// The pack of each variant.
#[cfg(feature = "shipped-tables")]
const PACKS: [(&str, &[u8]); 9] = {
    macro_rules! pack {
        ($id:literal) => {
            ($id, include_bytes!(concat!("shipped/", $id, ".tables")))
        };
    }
    [
        pack!("shatra"),
        pack!("shatra-original"),
        pack!("shatra-kurin"),
        pack!("shatra-pritchard"),
        pack!("shatra-online"),
        pack!("shatranj"),
        pack!("shatar"),
        pack!("shatranj-fairy"),
        pack!("shatar-fairy"),
    ]
};

#[cfg(all(test, feature = "shipped-tables"))]
mod tests {
    use super::*;
    use crate::game::{Variant, for_variant};
    use crate::tables::Class;

    #[test]
    fn every_variant_has_all_tables_of_three_men() {
        for variant in Variant::ALL {
            for_variant!(variant, P => {
                let (_, pack) = PACKS.iter().find(|(id, _)| *id == variant.id()).unwrap();
                let tables = TableSet::<P>::from_pack(pack).unwrap();
                for class in Class::all(3) {
                    assert!(tables.table(class).is_some(), "{variant} {class}");
                }
                assert_eq!(tables.max_men(), 3);
            });
        }
    }
}

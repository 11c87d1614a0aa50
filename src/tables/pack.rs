//! Tables of a game in one file: what a program or a page carries.
//!
//! A pack is the files of the tables, the smallest class first, each after its length (u64,
//! little-endian).

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::class::{Class, MAX_TABLE_MEN};
use super::file::Fault;
use super::game::TableGame;
use super::probe::TableSet;
use super::table::Table;
use crate::game::{Variant, for_variant};

/// Returns the pack of the tables of at most this number of men.
pub fn pack<P: TableGame>(tables: &TableSet<P>, max_men: usize) -> Vec<u8> {
    let mut pack = Vec::new();
    for class in Class::all(max_men.min(MAX_TABLE_MEN)) {
        if let Some(table) = tables.table(class) {
            let file = table.to_file();
            pack.extend((file.len() as u64).to_le_bytes());
            pack.extend(file);
        }
    }
    pack
}

impl<P: TableGame> TableSet<P> {
    /// Reads a pack.
    ///
    /// # Errors
    /// Returns an error if a table is damaged, is cut off, or is one of another game.
    pub fn from_pack(mut pack: &[u8]) -> Result<Self, Fault> {
        let mut tables = Self::default();
        while let Some((length, rest)) = pack.split_first_chunk() {
            let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
            let too_short = Fault::TooShort {
                found: rest.len(),
                expected: length,
            };
            let (file, rest) = rest.split_at_checked(length).ok_or(too_short)?;
            tables.add(Table::from_file(file.to_vec())?);
            pack = rest;
        }
        match pack.len() {
            0 => Ok(tables),
            more => Err(Fault::TooLong(more)),
        }
    }
}

/// Packs in memory, such as those that a page has fetched: the tables of some variants.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Packs(Arc<HashMap<Variant, Arc<[u8]>>>);

impl Packs {
    /// Adds a pack after checking all of it, in place of another one of its variant, and returns the
    /// variant.
    ///
    /// # Errors
    /// Returns an error if a table is damaged, is cut off, or is one of another game than the first,
    /// and if there is none.
    pub fn add(&mut self, pack: Vec<u8>) -> Result<Variant, Fault> {
        let mut fault = Fault::TooShort {
            found: pack.len(),
            expected: pack.len() + 1,
        };
        for variant in Variant::ALL {
            let read = for_variant!(variant, P => {
                TableSet::<P>::from_pack(&pack).map(|tables| tables.max_men())
            });
            match read {
                Ok(0) => break,
                Ok(_) => {
                    Arc::make_mut(&mut self.0).insert(variant, pack.into());
                    return Ok(variant);
                }
                Err(other @ Fault::Variant { .. }) => fault = other,
                Err(other) => return Err(other),
            }
        }
        Err(fault)
    }

    /// Returns whether there is a pack of a variant.
    pub fn have(&self, variant: Variant) -> bool {
        self.0.contains_key(&variant)
    }

    /// Reads the tables of a game; none if it has no pack.
    pub(super) fn open<P: TableGame>(&self) -> TableSet<P> {
        let pack = Variant::from_id(P::RULES.id()).and_then(|variant| self.0.get(&variant));
        // It was checked when it was added.
        pack.and_then(|pack| TableSet::from_pack(pack).ok())
            .unwrap_or_default()
    }
}

impl fmt::Debug for Packs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::board8::{Position, Shatar, Shatranj};

    const PACK: &[u8] = include_bytes!("shipped/shatranj.tables");

    #[test]
    fn a_pack_in_memory_has_the_tables_of_its_variant_alone() {
        let mut packs = Packs::default();
        let before = packs.clone();
        assert_eq!(packs.add(PACK.to_vec()), Ok(Variant::Shatranj));
        assert!(packs.have(Variant::Shatranj) && !packs.have(Variant::Shatar));
        assert!(packs != before && !before.have(Variant::Shatranj));
        assert_eq!(packs.open::<Position<Shatranj>>().max_men(), 3);
        assert!(packs.open::<Position<Shatar>>().is_empty());
        // Once more, it is the same.
        let again = packs.clone();
        assert_eq!(packs.add(PACK.to_vec()), Ok(Variant::Shatranj));
        assert_eq!(packs, again);
    }

    #[test]
    fn a_damaged_pack_is_refused_and_nothing_changes() {
        let mut packs = Packs::default();
        let mut damaged = PACK.to_vec();
        damaged[PACK.len() / 2] ^= 1;
        let cut = PACK[..PACK.len() - 1].to_vec();
        let longer = [PACK, b"x"].concat();
        for bytes in [
            damaged,
            cut,
            longer,
            Vec::new(),
            b"<!doctype html>".to_vec(),
        ] {
            assert!(packs.add(bytes).is_err());
            assert_eq!(packs, Packs::default());
        }
    }
}

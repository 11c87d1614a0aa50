//! Tables of a game in one file: what a program or a page carries.
//!
//! A pack is the files of the tables, the smallest class first, each after its length (u64,
//! little-endian).

use super::class::{Class, MAX_TABLE_MEN};
use super::file::Fault;
use super::game::TableGame;
use super::probe::TableSet;
use super::table::Table;

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

//! Files of endgame tables: refused with a message, or read, looked up and written again as they
//! were. The checksums refuse nearly all changed files, so the input is also read with its
//! checksums mended.

use batyr::rules::board8::{self, Shatar, Shatranj};
use batyr::rules::shatra::{self, Extended, Original};
use batyr::tables::{Table, TableGame, TableSet};
use flate2::Crc;

use super::check_message;

/// The number of entries that are looked up.
const LOOKED_UP: usize = 100;

/// Checks the file of a table, and a pack.
pub fn check(bytes: &[u8]) {
    for bytes in [Some(bytes.to_vec()), mended(bytes)].into_iter().flatten() {
        read::<shatra::Position<Original>>(&bytes);
        read::<shatra::Position<Extended>>(&bytes);
        read::<board8::Position<Shatranj>>(&bytes);
        read::<board8::Position<Shatar>>(&bytes);
    }
    if let Err(fault) = TableSet::<shatra::Position<Original>>::from_pack(bytes) {
        check_message(&fault.to_string(), "a pack");
    }
}

fn read<P: TableGame>(bytes: &[u8]) {
    let table = match Table::<P>::from_file(bytes.to_vec()) {
        Ok(table) => table,
        Err(fault) => return check_message(&fault.to_string(), "a table"),
    };
    let entries = table.layout().entries();
    for number in 0..LOOKED_UP {
        let entry = number * entries / LOOKED_UP;
        if let Some(placement) = table.layout().placement(entry) {
            table.layout().position(&placement);
        }
        table.value(entry);
    }
    assert_eq!(table.value(entries), None);
    let (file, length) = (table.to_file(), table.file_length());
    assert_eq!((file.as_slice(), length), (bytes, bytes.len()));
}

/// Returns the file with the checksums of its head and its first block mended, if it is long enough
/// to have them.
fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    const SUMMARY: usize = 6 * 8 + 2 * 10 + 8;
    let mut bytes = bytes.to_vec();
    let variant = usize::from(*bytes.get(10)?);
    let class = usize::from(*bytes.get(11 + variant)?);
    let numbers = 12 + variant + class;
    let entries = u64::from_le_bytes(*bytes.get(numbers..)?.first_chunk()?);
    let block = u32::from_le_bytes(*bytes.get(numbers + 8..)?.first_chunk()?);
    let blocks = usize::try_from(entries.div_ceil(u64::from(block.max(1)))).ok()?;
    let directory = numbers + 12 + SUMMARY;
    let head = directory.checked_add(blocks.checked_mul(8)?)?;
    let length = u32::from_le_bytes(*bytes.get(directory..)?.first_chunk()?) as usize;
    let first = bytes.get(head.checked_add(4)?..)?.get(..length)?;
    let sum = checksum(first);
    bytes
        .get_mut(directory + 4..directory + 8)?
        .copy_from_slice(&sum);
    let sum = checksum(bytes.get(..head)?);
    bytes.get_mut(head..head + 4)?.copy_from_slice(&sum);
    Some(bytes)
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

//! The file of a table, version 1.
//!
//! All numbers are little-endian, all checksums CRC-32. A file is
//!
//! | part | content |
//! |---|---|
//! | 8 bytes | `BatyrTbl` |
//! | u16 | the version, 1 |
//! | u8 and bytes | the id of the variant |
//! | u8 and bytes | the name of the class, such as `KQvK` |
//! | u64, u32 | the number of entries; the number of entries of a block, but for the last one |
//! | 6 × u64 | wins, draws and losses with White to move, then with Black to move |
//! | 2 × (u16, u64) | the longest win of White and of Black: its plies, 65535 for none, and an entry |
//! | u64 | the number of mutual zugzwangs |
//! | for each block: u32, u32 | the length of the block in the file, and its checksum |
//! | u32 | the checksum of all before it |
//! | the blocks | a byte for each entry, as raw DEFLATE |
//!
//! What an entry means is stated by [`Layout`](super::Layout), what a byte means by
//! [`Value`]. A file is checked whole when it is opened, so a damaged one is refused before
//! anything relies on it.

use std::sync::OnceLock;

use flate2::{Compress, Compression, Crc, Decompress, FlushCompress, FlushDecompress, Status};
use rayon::prelude::*;

use super::class::{Class, ClassNameError};
use super::game::TableGame;
use super::layout::Layout;
use super::summary::{LongestWin, Summary, Tally};

const MAGIC: &[u8; 8] = b"BatyrTbl";
const VERSION: u16 = 1;
/// The number of entries of a block.
const BLOCK: u32 = 1 << 14;
/// The plies of the longest win of a side that can't win.
const NO_WIN: u16 = u16::MAX;

/// What is wrong with the file of a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file does not begin as one of a table does.
    #[error("not an endgame table: it begins with {0:?}, expected \"BatyrTbl\"")]
    Magic(String),
    /// The file has another version.
    #[error("version {0} of the format, expected {VERSION}")]
    Version(u16),
    /// The file ends too soon.
    #[error("the file ends after {found} bytes, expected {expected} or more")]
    TooShort {
        /// The length of the file.
        found: usize,
        /// The length up to the part that is missing.
        expected: usize,
    },
    /// The file goes on after its last block.
    #[error("{0} bytes after the last block, expected the end of the file")]
    TooLong(usize),
    /// The head of the file does not have the stated checksum.
    #[error(
        "the head of the file is damaged: its checksum is {found:08x}, expected {expected:08x}"
    )]
    Head {
        /// The checksum of the content.
        found: u32,
        /// The checksum in the file.
        expected: u32,
    },
    /// A block does not have the stated checksum.
    #[error("block {block} is damaged: its checksum is {found:08x}, expected {expected:08x}")]
    Block {
        /// The number of the block, from 0.
        block: usize,
        /// The checksum of the content.
        found: u32,
        /// The checksum in the file.
        expected: u32,
    },
    /// The table is one of another variant.
    #[error("a table of {found:?}, expected one of {expected:?}")]
    Variant {
        /// The id in the file.
        found: String,
        /// The id of the expected variant.
        expected: &'static str,
    },
    /// The game has no such class.
    #[error(transparent)]
    Class(#[from] ClassNameError),
    /// The table has another class than its name says.
    #[error("a table of {found}, expected one of {expected}")]
    OtherClass {
        /// The class in the file.
        found: String,
        /// The expected class.
        expected: String,
    },
    /// The table has another number of entries than its class.
    #[error("{found} entries, expected {expected}")]
    Entries {
        /// The number in the file.
        found: u64,
        /// The number of the class.
        expected: usize,
    },
    /// The size of the blocks can't be that of a table.
    #[error("blocks of {0} entries, expected 1 to 1048576")]
    BlockSize(u32),
}

/// The content of the file of a table.
#[derive(Debug)]
pub(super) struct TableFile {
    bytes: Vec<u8>,
    summary: Summary,
    entries: usize,
    block_entries: usize,
    /// The start and the end of each block in `bytes`.
    places: Vec<(usize, usize)>,
    /// The decompressed blocks; `None` for one that can't be decompressed.
    blocks: Vec<OnceLock<Option<Box<[u8]>>>>,
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Reads numbers and texts one after the other.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let end = self.at.saturating_add(count);
        let taken = self.bytes.get(self.at..end).ok_or(Fault::TooShort {
            found: self.bytes.len(),
            expected: end,
        })?;
        self.at = end;
        Ok(taken)
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        bytes.copy_from_slice(self.take(N)?);
        Ok(bytes)
    }

    fn u16(&mut self) -> Result<u16, Fault> {
        self.number().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, Fault> {
        self.number().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, Fault> {
        self.number().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Result<String, Fault> {
        let [length] = self.number()?;
        let text = self.take(usize::from(length))?;
        Ok(String::from_utf8_lossy(text).into_owned())
    }
}

impl TableFile {
    /// Reads the file of a table of the game `P`, and checks all of it.
    ///
    /// # Errors
    /// Returns an error if the file is damaged, is no table, or is one of another game.
    pub fn parse<P: TableGame>(bytes: Vec<u8>) -> Result<(Class<P>, Self), Fault> {
        let entries = |name: &str| Ok(Layout::new(Class::<P>::from_name(name)?).entries());
        let (name, file) = Self::parse_for(bytes, P::RULES.id(), &entries)?;
        Ok((Class::from_name(&name)?, file))
    }

    /// Reads the file of a table of this variant, and checks all of it. Returns it with the name of
    /// its class; `entries` returns the number of entries of a class. This is compiled once for all
    /// games.
    fn parse_for(
        bytes: Vec<u8>,
        expected: &'static str,
        entries: &dyn Fn(&str) -> Result<usize, Fault>,
    ) -> Result<(String, Self), Fault> {
        let mut cursor = Cursor {
            bytes: &bytes,
            at: 0,
        };
        let magic = cursor.take(MAGIC.len().min(bytes.len()))?;
        if magic != MAGIC {
            return Err(Fault::Magic(String::from_utf8_lossy(magic).into_owned()));
        }
        match cursor.u16()? {
            VERSION => {}
            other => return Err(Fault::Version(other)),
        }
        let variant = cursor.text()?;
        if variant != expected {
            return Err(Fault::Variant {
                found: variant,
                expected,
            });
        }
        let name = cursor.text()?;
        let expected = entries(&name)?;
        let found = cursor.u64()?;
        let entries = usize::try_from(found)
            .ok()
            .filter(|&found| found == expected);
        let entries = entries.ok_or(Fault::Entries { found, expected })?;
        let block_entries = cursor.u32()?;
        if !(1..=1 << 20).contains(&block_entries) {
            return Err(Fault::BlockSize(block_entries));
        }
        let block_entries = block_entries as usize;
        let summary = read_summary(&mut cursor)?;
        let count = entries.div_ceil(block_entries);
        let mut directory = Cursor {
            bytes: cursor.take(count * 8)?,
            at: 0,
        };
        let head = bytes.get(..cursor.at).unwrap_or(&bytes);
        let (found, expected) = (checksum(head), cursor.u32()?);
        if found != expected {
            return Err(Fault::Head { found, expected });
        }
        let mut places = Vec::with_capacity(count);
        for block in 0..count {
            let (length, expected) = (directory.u32()?, directory.u32()?);
            let start = cursor.at;
            let found = checksum(cursor.take(length as usize)?);
            if found != expected {
                return Err(Fault::Block {
                    block,
                    found,
                    expected,
                });
            }
            places.push((start, cursor.at));
        }
        match bytes.len() - cursor.at {
            0 => {}
            more => return Err(Fault::TooLong(more)),
        }
        let blocks = std::iter::repeat_with(OnceLock::new).take(count).collect();
        let file = Self {
            bytes,
            summary,
            entries,
            block_entries,
            places,
            blocks,
        };
        Ok((name, file))
    }

    /// Returns what the values of the table come to.
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Returns the whole content of the file.
    pub fn content(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the byte of an entry, or `None` if there is none or its block can't be
    /// decompressed.
    #[inline]
    pub(super) fn byte(&self, entry: usize) -> Option<u8> {
        let (block, place) = (entry / self.block_entries, entry % self.block_entries);
        let content = self.blocks.get(block)?;
        let content = content.get_or_init(|| self.decompress(block)).as_deref()?;
        content.get(place).copied()
    }

    fn decompress(&self, block: usize) -> Option<Box<[u8]>> {
        let &(start, end) = self.places.get(block)?;
        let first = block * self.block_entries;
        let length = self.block_entries.min(self.entries - first);
        let mut content = vec![0; length].into_boxed_slice();
        let mut decompress = Decompress::new(false);
        let input = self.bytes.get(start..end)?;
        let status = decompress.decompress(input, &mut content, FlushDecompress::Finish);
        let is_whole = decompress.total_out() == length as u64;
        (matches!(status, Ok(Status::StreamEnd)) && is_whole).then_some(content)
    }
}

fn read_summary(cursor: &mut Cursor<'_>) -> Result<Summary, Fault> {
    let mut summary = Summary::default();
    for tally in &mut summary.tallies {
        *tally = Tally {
            wins: cursor.u64()?,
            draws: cursor.u64()?,
            losses: cursor.u64()?,
        };
    }
    for longest in &mut summary.longest {
        let (plies, entry) = (cursor.u16()?, cursor.u64()?);
        *longest = (plies != NO_WIN).then_some(LongestWin { plies, entry });
    }
    summary.zugzwangs = cursor.u64()?;
    Ok(summary)
}

fn write_summary(summary: &Summary, head: &mut Vec<u8>) {
    for Tally {
        wins,
        draws,
        losses,
    } in summary.tallies
    {
        for count in [wins, draws, losses] {
            head.extend(count.to_le_bytes());
        }
    }
    for longest in summary.longest {
        let (plies, entry) = longest.map_or((NO_WIN, 0), |win| (win.plies, win.entry));
        head.extend(plies.to_le_bytes());
        head.extend(entry.to_le_bytes());
    }
    head.extend(summary.zugzwangs.to_le_bytes());
}

/// Returns the content of the file of a table with these bytes.
pub(super) fn encode<P: TableGame>(class: Class<P>, bytes: &[u8], summary: &Summary) -> Vec<u8> {
    let blocks: Vec<Vec<u8>> = bytes.par_chunks(BLOCK as usize).map(compress).collect();
    let mut file = MAGIC.to_vec();
    file.extend(VERSION.to_le_bytes());
    for text in [P::RULES.id(), &class.to_string()] {
        file.push(text.len() as u8);
        file.extend(text.as_bytes());
    }
    file.extend((bytes.len() as u64).to_le_bytes());
    file.extend(BLOCK.to_le_bytes());
    write_summary(summary, &mut file);
    for block in &blocks {
        file.extend((block.len() as u32).to_le_bytes());
        file.extend(checksum(block).to_le_bytes());
    }
    file.extend(checksum(&file).to_le_bytes());
    for block in &blocks {
        file.extend(block);
    }
    file
}

fn compress(block: &[u8]) -> Vec<u8> {
    let mut compress = Compress::new(Compression::best(), false);
    // DEFLATE stores what it can't compress with 5 more bytes for each 64 kB.
    let mut output = Vec::with_capacity(block.len() + 1024);
    loop {
        let consumed = compress.total_in() as usize;
        let rest = block.get(consumed..).unwrap_or_default();
        match compress.compress_vec(rest, &mut output, FlushCompress::Finish) {
            Ok(Status::StreamEnd) => return output,
            // It never fails, and needs more room at most.
            _ => output.reserve(block.len() + 1024),
        }
    }
}

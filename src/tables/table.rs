//! A table in memory.

use super::class::Class;
use super::file::{Fault, TableFile, encode};
use super::game::TableGame;
use super::layout::Layout;
use super::summary::Summary;
use super::value::Value;

/// The values of the positions of a class.
#[derive(Debug)]
pub struct Table<P> {
    layout: Layout<P>,
    values: Values,
    summary: Summary,
}

/// Where the bytes of a table are.
#[derive(Debug)]
enum Values {
    /// In memory, one byte for each entry.
    Bytes(Vec<u8>),
    /// In the content of a file, whose blocks are decompressed when they are needed.
    File(TableFile),
}

impl<P: TableGame> Table<P> {
    /// Creates a table from the bytes of its entries.
    pub(super) const fn from_bytes(layout: Layout<P>, bytes: Vec<u8>, summary: Summary) -> Self {
        let values = Values::Bytes(bytes);
        Self {
            layout,
            values,
            summary,
        }
    }

    /// Reads the content of a file, and checks all of it.
    ///
    /// # Errors
    /// Returns an error if the content is damaged, is no table, or is one of another game.
    pub fn from_file(content: Vec<u8>) -> Result<Self, Fault> {
        let (class, file) = TableFile::parse(content)?;
        Ok(Self {
            layout: Layout::new(class),
            summary: file.summary().clone(),
            values: Values::File(file),
        })
    }

    /// Returns the class.
    pub const fn class(&self) -> Class<P> {
        self.layout.class()
    }

    /// Returns the layout.
    pub const fn layout(&self) -> &Layout<P> {
        &self.layout
    }

    /// Returns how often each side wins, and the longest wins.
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Returns the value of an entry that is stored; `None` if the table has no such entry or its
    /// block can't be decompressed.
    #[inline]
    pub fn value(&self, entry: usize) -> Option<Value> {
        let byte = match &self.values {
            Values::Bytes(bytes) => *bytes.get(entry)?,
            Values::File(file) => file.byte(entry)?,
        };
        Some(Value::from_byte(byte))
    }

    /// Returns the length of the file that the table comes from; 0 if it was just solved.
    pub fn file_length(&self) -> usize {
        match &self.values {
            Values::Bytes(_) => 0,
            Values::File(file) => file.content().len(),
        }
    }

    /// Returns the content of the file of the table. The compression takes a while;
    /// `rayon`'s current pool does it.
    pub fn to_file(&self) -> Vec<u8> {
        match &self.values {
            Values::Bytes(bytes) => encode(self.class(), bytes, &self.summary),
            Values::File(file) => file.content().to_vec(),
        }
    }
}

//! The file format of networks: a line of text, the sizes of the layers, and the
//! numbers, all little-endian and in the order of [`Network`](super::Network)'s
//! fields.

use super::{BUCKETS, HIDDEN};

/// The first line of a file.
const MAGIC: &[u8; 16] = b"Batyr network 1\n";
/// The length of the header, in bytes.
const HEADER: usize = MAGIC.len() + size_of::<u32>() * (SIZES + 1);
/// The number of sizes that follow the line; one reserved number follows them.
const SIZES: usize = 3;

/// The reason why the bytes of a file are not a network for a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The bytes do not begin with the first line of a network file.
    #[error("not a network file, expected one written by batyr train")]
    Foreign,
    /// The network has layers of other sizes.
    #[error("a network of {found:?} inputs, neurons and buckets, expected {expected:?}")]
    Sizes {
        /// The sizes of this network.
        found: [u32; 3],
        /// The sizes that this version requires for the game.
        expected: [u32; 3],
    },
    /// A weight is too large: the sums would not fit 16 bits.
    #[error("a weight of {found}, expected one from -{limit} to {limit}")]
    Weight {
        /// The weight.
        found: i16,
        /// The largest absolute value allowed.
        limit: i16,
    },
    /// The file is shorter or longer than its numbers require.
    #[error("a network of {found} bytes, expected {expected}")]
    Length {
        /// The number of bytes in the file.
        found: usize,
        /// The number of bytes required.
        expected: usize,
    },
}

const fn sizes(inputs: usize) -> [u32; SIZES] {
    [inputs as u32, HIDDEN as u32, BUCKETS as u32]
}

/// Returns the length of a file for this number of inputs, in bytes.
const fn length(inputs: usize) -> usize {
    let rows = inputs + 1 + 2 * BUCKETS;
    HEADER + rows * HIDDEN * size_of::<i16>() + BUCKETS * size_of::<i32>()
}

/// Returns the header of a file for this number of inputs.
pub fn file_header(inputs: usize) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let sizes = sizes(inputs).into_iter().chain([0]);
    bytes.extend(sizes.flat_map(u32::to_le_bytes));
    bytes
}

/// A reader of the numbers of a network file, which also works at compile time.
#[derive(Debug)]
pub struct NetworkReader<'b> {
    bytes: &'b [u8],
    offset: usize,
    /// The last number that was too large, with its limit.
    excess: Option<(i16, i16)>,
}

impl<'b> NetworkReader<'b> {
    /// Creates a reader after checking the header and length for this number of
    /// inputs.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a network, or its layers have other
    /// sizes.
    pub const fn new(bytes: &'b [u8], inputs: usize) -> Result<Self, NetworkError> {
        let mut i = 0;
        while i < MAGIC.len() {
            if i >= bytes.len() || bytes[i] != MAGIC[i] {
                return Err(NetworkError::Foreign);
            }
            i += 1;
        }
        let mut reader = Self {
            bytes,
            offset: i,
            excess: None,
        };
        if bytes.len() >= HEADER {
            let expected = sizes(inputs);
            let mut found = expected;
            let mut same = true;
            i = 0;
            while i < SIZES {
                found[i] = reader.read_i32() as u32;
                same = same && found[i] == expected[i];
                i += 1;
            }
            if !same {
                return Err(NetworkError::Sizes { found, expected });
            }
            // Reserved.
            reader.read_i32();
        }
        if bytes.len() != length(inputs) {
            return Err(NetworkError::Length {
                found: bytes.len(),
                expected: length(inputs),
            });
        }
        Ok(reader)
    }

    /// Reads the next 16-bit number.
    const fn read_i16(&mut self) -> i16 {
        let at = self.offset;
        self.offset += size_of::<i16>();
        i16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Reads the next 32-bit number. The caller must not read more numbers than the sizes
    /// state.
    pub const fn read_i32(&mut self) -> i32 {
        let low = self.read_i16() as u16 as i32;
        low | (self.read_i16() as i32) << 16
    }

    /// Reads the next row of 16-bit numbers, and records whether the absolute value of
    /// one exceeds `limit`. The caller must not read more rows than the sizes state.
    pub const fn read_row(&mut self, limit: i16) -> [i16; HIDDEN] {
        let mut row = [0; HIDDEN];
        let mut i = 0;
        while i < HIDDEN {
            row[i] = self.read_i16();
            if row[i] > limit || row[i] < -limit {
                self.excess = Some((row[i], limit));
            }
            i += 1;
        }
        row
    }

    /// Checks the numbers, after all rows are read.
    ///
    /// # Errors
    /// Returns an error if a row held a number that was too large.
    pub const fn finish(&self) -> Result<(), NetworkError> {
        match self.excess {
            Some((found, limit)) => Err(NetworkError::Weight { found, limit }),
            None => Ok(()),
        }
    }
}

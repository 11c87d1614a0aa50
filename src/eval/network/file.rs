//! The file format of networks: a line of text, the sizes of the layers, and the weights
//! and biases in the order of the fields of [`Network`](super::Network). All numbers are
//! little-endian.

use super::{BUCKETS, HIDDEN};

/// The first line of a file.
const MAGIC: &[u8; 16] = b"Batyr network 1\n";
/// The length of the header, in bytes.
const HEADER_LENGTH: usize = MAGIC.len() + size_of::<u32>() * (SIZES + 1);
/// The number of layer sizes after the first line; a reserved number follows them.
const SIZES: usize = 3;

/// An error in the bytes of a network file.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The bytes do not begin with the first line of a network file.
    #[error("not a network file: expected one written by 'batyr train'")]
    NotANetwork,
    /// The layers of the network have different sizes.
    #[error("a network of {found:?} inputs, neurons and buckets; expected {expected:?}")]
    Sizes {
        /// The sizes in the file.
        found: [u32; 3],
        /// The sizes required.
        expected: [u32; 3],
    },
    /// A weight is so large that sums might not fit in 16 bits.
    #[error("weight {found} is out of range: expected -{limit} to {limit}")]
    Weight {
        /// The weight.
        found: i16,
        /// The largest absolute value allowed.
        limit: i16,
    },
    /// The file is shorter or longer than the sizes require.
    #[error("a network file of {found} bytes; expected {expected}")]
    Length {
        /// The number of bytes in the file.
        found: usize,
        /// The number of bytes required.
        expected: usize,
    },
}

const fn layer_sizes(inputs: usize) -> [u32; SIZES] {
    [inputs as u32, HIDDEN as u32, BUCKETS as u32]
}

/// Returns the length of the file of a network with this number of inputs, in bytes.
const fn file_length(inputs: usize) -> usize {
    let rows = inputs + 1 + 2 * BUCKETS;
    HEADER_LENGTH + rows * HIDDEN * size_of::<i16>() + BUCKETS * size_of::<i32>()
}

/// Returns the header of the file of a network with this number of inputs.
pub fn file_header(inputs: usize) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let sizes = layer_sizes(inputs).into_iter().chain([0]);
    bytes.extend(sizes.flat_map(u32::to_le_bytes));
    bytes
}

/// Reads the numbers of a network file, also at compile time.
#[derive(Debug)]
pub struct NetworkReader<'b> {
    bytes: &'b [u8],
    offset: usize,
    /// The last number that was out of range, with its limit.
    excess: Option<(i16, i16)>,
}

impl<'b> NetworkReader<'b> {
    /// Creates a reader, after checking that the header and the length of the file are
    /// those of a network with this number of inputs.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a network file, or if the layers have
    /// different sizes.
    pub const fn new(bytes: &'b [u8], inputs: usize) -> Result<Self, NetworkError> {
        let mut i = 0;
        while i < MAGIC.len() {
            if i >= bytes.len() || bytes[i] != MAGIC[i] {
                return Err(NetworkError::NotANetwork);
            }
            i += 1;
        }
        let mut reader = Self {
            bytes,
            offset: i,
            excess: None,
        };
        if bytes.len() >= HEADER_LENGTH {
            let expected = layer_sizes(inputs);
            let mut found = expected;
            let mut sizes_match = true;
            i = 0;
            while i < SIZES {
                found[i] = reader.read_i32() as u32;
                sizes_match = sizes_match && found[i] == expected[i];
                i += 1;
            }
            if !sizes_match {
                return Err(NetworkError::Sizes { found, expected });
            }
            // The reserved number.
            reader.read_i32();
        }
        if bytes.len() != file_length(inputs) {
            return Err(NetworkError::Length {
                found: bytes.len(),
                expected: file_length(inputs),
            });
        }
        Ok(reader)
    }

    /// Reads the next 16-bit number.
    const fn read_i16(&mut self) -> i16 {
        let start = self.offset;
        self.offset += size_of::<i16>();
        i16::from_le_bytes([self.bytes[start], self.bytes[start + 1]])
    }

    /// Reads the next 32-bit number. The caller must not read past the end of the file.
    pub const fn read_i32(&mut self) -> i32 {
        let low = self.read_i16() as u16 as i32;
        low | (self.read_i16() as i32) << 16
    }

    /// Reads the next row of 16-bit numbers, and records whether the absolute value of any
    /// exceeds `limit`. The caller must not read past the end of the file.
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

    /// Checks the ranges of the numbers, once all rows have been read.
    ///
    /// # Errors
    /// Returns an error if a number in a row is out of range.
    pub const fn finish(&self) -> Result<(), NetworkError> {
        match self.excess {
            Some((found, limit)) => Err(NetworkError::Weight { found, limit }),
            None => Ok(()),
        }
    }
}

//! Files of networks: a line of text, the sizes of the layers, and the numbers,
//! all little-endian and in the order of [`Network`](super::Network)'s fields.

use super::{BUCKETS, HIDDEN};

/// How a file begins.
const MAGIC: &[u8; 16] = b"Batyr network 1\n";
/// The bytes before the numbers.
const HEADER: usize = MAGIC.len() + 4 * SIZES;
/// Sizes that follow the line; the last one is kept free.
const SIZES: usize = 4;

/// Why bytes are no network for a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// They do not begin as one.
    #[error("no network, expected what batyr train writes")]
    Foreign,
    /// It has layers of other sizes.
    #[error("a network of other sizes, expected one that this version trained for the game")]
    OtherSizes,
    /// There are fewer or more bytes than its numbers need.
    #[error("a network of {found} bytes, expected {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many it needs.
        expected: usize,
    },
}

const fn sizes(inputs: usize) -> [u32; SIZES] {
    [inputs as u32, HIDDEN as u32, BUCKETS as u32, 0]
}

/// The bytes of a file with so many inputs.
const fn length(inputs: usize) -> usize {
    let rows = inputs + 1 + 2 * BUCKETS;
    HEADER + rows * HIDDEN * size_of::<i16>() + BUCKETS * size_of::<i32>()
}

/// What a file with so many inputs begins with.
pub fn header(inputs: usize) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(sizes(inputs).iter().flat_map(|size| size.to_le_bytes()));
    bytes
}

/// Reads the numbers of a file, also at compile time.
#[derive(Debug)]
pub struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    /// Looks at the header of a network with so many inputs.
    ///
    /// # Errors
    /// If the bytes are none, or of another form.
    pub const fn new(bytes: &'b [u8], inputs: usize) -> Result<Self, NetworkError> {
        let mut i = 0;
        while i < MAGIC.len() {
            if i >= bytes.len() || bytes[i] != MAGIC[i] {
                return Err(NetworkError::Foreign);
            }
            i += 1;
        }
        let mut reader = Self { bytes, at: i };
        if bytes.len() >= HEADER {
            i = 0;
            while i < SIZES {
                if reader.long() as u32 != sizes(inputs)[i] {
                    return Err(NetworkError::OtherSizes);
                }
                i += 1;
            }
        }
        if bytes.len() != length(inputs) {
            return Err(NetworkError::Length {
                found: bytes.len(),
                expected: length(inputs),
            });
        }
        Ok(reader)
    }

    /// The next number of 16 bits.
    const fn short(&mut self) -> i16 {
        let at = self.at;
        self.at += size_of::<i16>();
        i16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// The next number of 32 bits. There must be as many as the sizes say.
    pub const fn long(&mut self) -> i32 {
        let low = self.short() as u16 as i32;
        low | (self.short() as i32) << 16
    }

    /// The next row of numbers of 16 bits, likewise.
    pub const fn row(&mut self) -> [i16; HIDDEN] {
        let mut row = [0; HIDDEN];
        let mut i = 0;
        while i < HIDDEN {
            row[i] = self.short();
            i += 1;
        }
        row
    }
}

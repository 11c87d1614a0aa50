//! Files of networks: a line of text, the sizes of the layers, and the numbers,
//! all little-endian and in the order of [`Network`](super::Network)'s fields.

use super::{BUCKETS, HIDDEN};

/// How a file begins.
const MAGIC: &[u8; 16] = b"Batyr network 1\n";
/// The bytes before the numbers.
const HEADER: usize = MAGIC.len() + size_of::<u32>() * (SIZES + 1);
/// Sizes that follow the line, and a number that is kept free.
const SIZES: usize = 3;

/// Why bytes are no network for a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// They do not begin as one.
    #[error("no network, expected what batyr train writes")]
    Foreign,
    /// It has layers of other sizes.
    #[error("a network of {found:?} inputs, neurons and tables, expected {expected:?}")]
    Sizes {
        /// Those that it has.
        found: [u32; 3],
        /// Those of this version for the game.
        expected: [u32; 3],
    },
    /// A number is greater than the sums can take.
    #[error("a weight of {found}, expected one from -{most} to {most}")]
    Weight {
        /// It.
        found: i16,
        /// The most that it may be.
        most: i16,
    },
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
    [inputs as u32, HIDDEN as u32, BUCKETS as u32]
}

/// The bytes of a file with so many inputs.
const fn length(inputs: usize) -> usize {
    let rows = inputs + 1 + 2 * BUCKETS;
    HEADER + rows * HIDDEN * size_of::<i16>() + BUCKETS * size_of::<i32>()
}

/// What a file with so many inputs begins with.
pub fn header(inputs: usize) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let sizes = sizes(inputs).into_iter().chain([0]);
    bytes.extend(sizes.flat_map(u32::to_le_bytes));
    bytes
}

/// Reads the numbers of a file, also at compile time.
#[derive(Debug)]
pub struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    /// The last number that was too great, and the most that it might be.
    excess: Option<(i16, i16)>,
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
        let mut reader = Self {
            bytes,
            at: i,
            excess: None,
        };
        if bytes.len() >= HEADER {
            let expected = sizes(inputs);
            let mut found = expected;
            let mut same = true;
            i = 0;
            while i < SIZES {
                found[i] = reader.long() as u32;
                same = same && found[i] == expected[i];
                i += 1;
            }
            if !same {
                return Err(NetworkError::Sizes { found, expected });
            }
            // Kept free.
            reader.long();
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

    /// The next row of numbers of 16 bits, likewise, and whether they are as small
    /// as they must be.
    pub const fn row(&mut self, most: i16) -> [i16; HIDDEN] {
        let mut row = [0; HIDDEN];
        let mut i = 0;
        while i < HIDDEN {
            row[i] = self.short();
            if row[i] > most || row[i] < -most {
                self.excess = Some((row[i], most));
            }
            i += 1;
        }
        row
    }

    /// After all rows.
    ///
    /// # Errors
    /// If one held a number that was too great.
    pub const fn end(&self) -> Result<(), NetworkError> {
        match self.excess {
            Some((found, most)) => Err(NetworkError::Weight { found, most }),
            None => Ok(()),
        }
    }
}

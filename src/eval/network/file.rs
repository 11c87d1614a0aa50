//! The file format of networks.
//!
//! Two lines of text say that the file is a network and for which family of variants; then
//! come the sizes of the layers, the ancestry as text, and the weights and biases. All
//! numbers are little-endian.
//!
//! ```text
//! bytes 0 to 15    "Batyr network 2" and a line end
//! bytes 16 to 31   the name of the family, padded with spaces, and a line end
//! bytes 32 to 47   four 32-bit numbers: inputs, neurons, buckets, bytes of ancestry
//! then             the ancestry: a line of UTF-8 for each training run, oldest first
//! then             16-bit numbers: a row of weights for each input, the row of biases,
//!                  and for each bucket the rows of the side to move and the other side
//! then             32-bit numbers: the output bias of each bucket
//! ```

use super::shape::{BUCKETS, HIDDEN, MAX_OUTPUT_WEIGHT, NetworkShape, NeuronRow, max_input_weight};
use crate::eval::family::EvaluationFamily;
use crate::util::fnv::fnv1a;

/// The first line of a file.
const MAGIC: &[u8; 16] = b"Batyr network 2\n";
/// The length of the second line, in bytes: the padded name of the family and a line end.
const NAME_LENGTH: usize = 16;
/// The offset of the sizes.
const SIZES_OFFSET: usize = MAGIC.len() + NAME_LENGTH;
/// The length of everything before the ancestry.
const HEADER_LENGTH: usize = SIZES_OFFSET + 4 * size_of::<u32>();

/// An error in the bytes of a network file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The bytes do not begin with the first line of a network file.
    #[error("not a network file: expected one written by 'batyr train'")]
    NotANetwork,
    /// The name is not that of a family of variants.
    #[error("a network for an unknown game; expected shatra, shatra-original, shatranj or shatar")]
    UnknownGame,
    /// The network is for another family.
    #[error("a network for {found}; expected one for {expected}")]
    Game {
        /// The name of the family in the file.
        found: &'static str,
        /// The name of the family required.
        expected: &'static str,
    },
    /// The layers of the network have other sizes than required.
    #[error("a network of {found:?} inputs, neurons and buckets; expected {expected:?}")]
    Sizes {
        /// The sizes in the file.
        found: [u32; 3],
        /// The sizes required.
        expected: [u32; 3],
    },
    /// A weight is so large that a sum or product might not fit in 16 bits.
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

/// The bytes of a network file that has been checked: its family and its shape are the
/// expected ones, it is complete, and no weight is too large.
#[derive(Copy, Clone, Debug)]
pub struct NetworkBytes<'b> {
    shape: NetworkShape,
    ancestry: &'b [u8],
    /// The rows of 16-bit numbers.
    rows: &'b [u8],
    /// The output biases.
    biases: &'b [u8],
}

impl<'b> NetworkBytes<'b> {
    /// Checks the bytes of a network of this shape; can run at compile time.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a network file of the right length, if the network
    /// is of another family or has layers of other sizes, or if a weight is too large.
    pub const fn check(bytes: &'b [u8], shape: NetworkShape) -> Result<Self, NetworkError> {
        let found = match family_of_file(bytes) {
            Ok(family) => family,
            Err(error) => return Err(error),
        };
        let expected = shape.family;
        if found.index() != expected.index() {
            return Err(NetworkError::Game {
                found: found.name(),
                expected: expected.name(),
            });
        }
        if bytes.len() < HEADER_LENGTH {
            return Err(length_error(bytes, HEADER_LENGTH));
        }
        let found = [size_at(bytes, 0), size_at(bytes, 1), size_at(bytes, 2)];
        let expected = [shape.inputs as u32, HIDDEN as u32, BUCKETS as u32];
        if found[0] != expected[0] || found[1] != expected[1] || found[2] != expected[2] {
            return Err(NetworkError::Sizes { found, expected });
        }
        let rows_length = shape.rows() * HIDDEN * size_of::<i16>();
        let biases_length = BUCKETS * size_of::<i32>();
        let ancestry_length = size_at(bytes, 3) as usize;
        let numbers_length = rows_length + biases_length;
        if bytes.len() - HEADER_LENGTH != numbers_length.saturating_add(ancestry_length) {
            let expected = HEADER_LENGTH + numbers_length;
            return Err(length_error(
                bytes,
                expected.saturating_add(ancestry_length),
            ));
        }
        let (_, body) = bytes.split_at(HEADER_LENGTH);
        let (ancestry, numbers) = body.split_at(ancestry_length);
        let (rows, biases) = numbers.split_at(rows_length);
        let first_layer_length = (shape.inputs + 1) * HIDDEN * size_of::<i16>();
        let (first_layer, last_layer) = rows.split_at(first_layer_length);
        let limit = max_input_weight(shape.max_active);
        if let Some(found) = number_beyond(first_layer, limit) {
            return Err(NetworkError::Weight { found, limit });
        }
        let limit = MAX_OUTPUT_WEIGHT;
        if let Some(found) = number_beyond(last_layer, limit) {
            return Err(NetworkError::Weight { found, limit });
        }
        Ok(Self {
            shape,
            ancestry,
            rows,
            biases,
        })
    }

    /// Returns the shape of the network.
    pub const fn shape(&self) -> NetworkShape {
        self.shape
    }

    /// Returns the ancestry: a line of text for each training run, oldest first.
    pub fn ancestry(&self) -> String {
        String::from_utf8_lossy(self.ancestry).into_owned()
    }

    /// Returns the name of the network: that of its family and a fingerprint of its weights,
    /// such as `shatra-1f2e3d4c`.
    pub fn name(&self) -> String {
        let fingerprint = fnv1a(self.rows.iter().chain(self.biases).copied());
        format!("{}-{fingerprint:08x}", self.shape.family.name())
    }

    /// Returns the rows, in the order of the file.
    pub fn rows(&self) -> impl Iterator<Item = NeuronRow> {
        let (numbers, _) = self.rows.as_chunks();
        let (rows, _) = numbers.as_chunks::<HIDDEN>();
        rows.iter()
            .map(|row| NeuronRow(row.map(i16::from_le_bytes)))
    }

    /// Returns the output bias of each bucket.
    pub fn output_biases(&self) -> [i32; BUCKETS] {
        let mut biases = [0; BUCKETS];
        let (numbers, _) = self.biases.as_chunks();
        for (bias, &number) in biases.iter_mut().zip(numbers) {
            *bias = i32::from_le_bytes(number);
        }
        biases
    }
}

/// Returns the first 16-bit number whose absolute value is greater than a limit.
const fn number_beyond(bytes: &[u8], limit: i16) -> Option<i16> {
    // A `while` loop, because a `const fn` can't use `for`.
    let mut i = 0;
    while i + 1 < bytes.len() {
        let number = i16::from_le_bytes([bytes[i], bytes[i + 1]]);
        if number > limit || number < -limit {
            return Some(number);
        }
        i += 2;
    }
    None
}

/// Returns the family of the network in a file.
///
/// # Errors
/// Returns an error if the bytes are not a network file, or if its family is unknown.
pub const fn family_of_file(bytes: &[u8]) -> Result<EvaluationFamily, NetworkError> {
    if !has_at(bytes, 0, MAGIC) {
        return Err(NetworkError::NotANetwork);
    }
    let mut i = 0;
    while i < EvaluationFamily::ALL.len() {
        let family = EvaluationFamily::ALL[i];
        if has_at(bytes, MAGIC.len(), &padded_name(family)) {
            return Ok(family);
        }
        i += 1;
    }
    Err(NetworkError::UnknownGame)
}

/// Returns everything in the file of a network before its weights.
pub fn file_header(shape: NetworkShape, ancestry: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(padded_name(shape.family));
    let sizes = [shape.inputs, HIDDEN, BUCKETS, ancestry.len()];
    bytes.extend(sizes.iter().flat_map(|&size| (size as u32).to_le_bytes()));
    bytes.extend(ancestry.as_bytes());
    bytes
}

/// Returns the second line of a file.
const fn padded_name(family: EvaluationFamily) -> [u8; NAME_LENGTH] {
    let name = family.name().as_bytes();
    let mut line = [b' '; NAME_LENGTH];
    let mut i = 0;
    while i < name.len() && i < NAME_LENGTH - 1 {
        line[i] = name[i];
        i += 1;
    }
    line[NAME_LENGTH - 1] = b'\n';
    line
}

/// Returns whether the bytes from `offset` on begin with `expected`.
const fn has_at(bytes: &[u8], offset: usize, expected: &[u8]) -> bool {
    if bytes.len() < offset + expected.len() {
        return false;
    }
    let mut i = 0;
    while i < expected.len() {
        if bytes[offset + i] != expected[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Returns the size with this index, from 0 to 3. The caller checks that the header is complete.
const fn size_at(bytes: &[u8], index: usize) -> u32 {
    let at = SIZES_OFFSET + index * size_of::<u32>();
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

const fn length_error(bytes: &[u8], expected: usize) -> NetworkError {
    NetworkError::Length {
        found: bytes.len(),
        expected,
    }
}

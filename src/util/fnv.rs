//! The hash function FNV-1a of Fowler, Noll and Vo, used as the checksum of files and
//! for the names of networks.

/// Returns the 32-bit hash of bytes.
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u32 {
    bytes.into_iter().fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_authors_test_vectors() {
        assert_eq!(fnv1a(*b""), 0x811c_9dc5);
        assert_eq!(fnv1a(*b"a"), 0xe40c_292c);
        assert_eq!(fnv1a(*b"foobar"), 0xbf9c_f968);
    }
}

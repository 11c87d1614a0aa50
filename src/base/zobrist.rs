//! Random keys for incremental hashing (Zobrist 1970), computed at compile time.

/// Returns number `n`, counted from 0, of the SplitMix64 sequence with seed 0: well
/// mixed, and the same in every build.
pub const fn splitmix(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Returns a table of `N` keys. Tables with different salts below 2³² have no keys in common.
pub const fn keys<const N: usize>(salt: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = splitmix(salt << 32 | i as u64);
        i += 1;
    }
    keys
}

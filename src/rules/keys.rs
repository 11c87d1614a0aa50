//! The random keys from which the keys of positions are computed, for both boards. They are
//! defined together so that each table has a different salt, and no two tables share a key.

use crate::base::zobrist::keys;

/// The keys of Shatra's men, by side, code of the kind and square.
pub static SHATRA_MEN: [[[u64; 64]; 8]; 2] = keys_of_men(1);
/// The keys of ghosts, by square.
pub static GHOSTS: [u64; 64] = keys(32);
/// The keys of urgent marks, by square.
pub static URGENT: [u64; 64] = keys(33);
/// The keys of the side to move in Shatra.
pub static SHATRA_SIDES: [u64; 2] = keys(40);
/// The keys of the temdeks, by the set of those that are on, as two bits.
pub static TEMDEKS: [u64; 4] = keys(41);
/// The keys of the square over which a shatra has stepped.
pub static EN_PASSANT: [u64; 64] = keys(42);
/// The keys of the square of the man in mid-chain.
pub static TRANSIT: [u64; 64] = keys(43);

/// The keys of the men on the chessboard, by side, kind and square.
pub static BOARD8_MEN: [[[u64; 64]; 6]; 2] = keys_of_men(60);
/// The keys of the side to move on the chessboard.
pub static BOARD8_SIDES: [u64; 2] = keys(72);
/// The keys of the series of checks, by the set of those with a shak, as two bits.
pub static SERIES: [u64; 4] = keys(73);

/// Returns keys by side, number of the kind and square. Each kind of each side has its own
/// salt; the first is `first_salt`.
const fn keys_of_men<const KINDS: usize>(first_salt: u64) -> [[[u64; 64]; KINDS]; 2] {
    let mut table = [[[0; 64]; KINDS]; 2];
    let mut i = 0;
    while i < 2 * KINDS {
        table[i / KINDS][i % KINDS] = keys(first_salt + i as u64);
        i += 1;
    }
    table
}

//! Limits on game files, so that no input can exhaust the memory or the stack.

/// The maximum length of a line or a game, in bytes.
pub const MAX_BYTES: usize = 1 << 22;

/// The maximum nesting depth of variations.
pub const MAX_VARIATION_DEPTH: usize = 64;

/// What the error message for more deeply nested variations says was expected.
pub const EXPECTED_DEPTH: &str = "at most 64 nested variations";

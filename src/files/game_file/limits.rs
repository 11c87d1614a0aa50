//! Limits on game files, which prevent any input from exhausting memory or the stack.

/// The maximum length of a line or a game, in bytes.
pub const MAX_BYTES: usize = 1 << 22;

/// The maximum nesting depth of variations.
pub const MAX_VARIATION_DEPTH: usize = 64;

/// What was expected, in the error message for variations that are nested more deeply.
pub const EXPECTED_DEPTH: &str = "at most 64 nested variations";

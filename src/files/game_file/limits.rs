//! The limits of game files, so that no input exhausts the memory or the stack.

/// The greatest length of a line, and of a game, in bytes.
pub const MAX_BYTES: usize = 1 << 22;

/// The greatest nesting depth of variations.
pub const MAX_VARIATION_DEPTH: usize = 64;

/// What was expected of a variation that is nested more deeply.
pub const EXPECTED_DEPTH: &str = "at most 64 variations inside each other";

//! The value of a position in the output of subcommands.

use std::fmt;

use serde::Serialize;

use crate::tables::Value;

/// A value in words, and in turns of the side whose value it is.
#[derive(Copy, Clone, Serialize, Debug)]
pub struct ValueRecord {
    result: &'static str,
    /// The number of own turns until the side has won or lost; `null` for a draw.
    in_turns: Option<u32>,
}

impl From<Value> for ValueRecord {
    fn from(value: Value) -> Self {
        let result = match value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        };
        let in_turns = value.turns().map(i32::unsigned_abs);
        Self { result, in_turns }
    }
}

/// Writes the value as in `win 5` or `draw`.
impl fmt::Display for ValueRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.in_turns {
            Some(turns) => write!(f, "{} {turns}", self.result),
            None => f.write_str(self.result),
        }
    }
}

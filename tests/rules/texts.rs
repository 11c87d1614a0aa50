//! The texts of positions and turns: parsed leniently or rejected with a
//! reason, and never a panic (RULES.md sections 10 and 11).

mod move_errors;
mod move_texts;
mod mutations;
mod spn;
mod spn_errors;

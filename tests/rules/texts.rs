//! The notation of positions and turns (RULES.md sections 10 and 11): text is parsed leniently or
//! rejected with a reason, and never causes a panic.

mod move_errors;
mod move_texts;
mod mutations;
mod spn;
mod spn_errors;

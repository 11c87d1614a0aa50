//! Which programs play: what was tested must be known afterwards.
//!
//! An engine's program is recorded by the contents of its files and its own `id name` before the
//! first game. The record is compared when the engine is started again, when a tournament is
//! resumed and when shards are merged; games of different programs are counted together only if the
//! user says so. A file that an argument names may be one that the engine writes. It is left out
//! once it has changed while the engine or the run was going on.

mod file_record;
mod guard;
mod list;
mod parts;
mod record;

pub use file_record::FileRecord;
pub use guard::ProgramGuard;
pub use list::{ProgramChange, ProgramList};
pub use record::{ProgramRecord, UsedFile};

#[cfg(test)]
mod tests;

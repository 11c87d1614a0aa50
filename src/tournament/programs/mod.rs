//! Records which programs play, so that it is known afterwards what was tested.
//!
//! An engine's program is recorded by the contents of its files and its own `id name` before the
//! first game. The record is compared when the engine is started again, when a tournament is
//! resumed and when shards are merged; games of different programs are counted together only if the
//! user allows it. A file that an argument names may be one that the engine writes. Such a file is
//! left out once it has changed during the first start of the engine or during the run.

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

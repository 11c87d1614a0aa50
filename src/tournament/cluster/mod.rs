//! A tournament that several processes play together, through a folder that all of them see.
//!
//! There is no server: the folder is the queue. Encounters are taken in *chunks* of consecutive
//! numbers. Two operations of the file system decide everything, wherever they are requested: a
//! file is created exclusively (who plays a chunk), and a complete file gets a second name by a
//! hard link (whose games of a chunk count). A chunk whose player seems dead is given to another;
//! if the player was only slow, one of the two results counts, as a whole. So a wrong guess, a
//! frozen process or a cache that shows old files costs work, but no game is lost or counted
//! twice.
//!
//! A share takes chunks from a [`ChunkQueue`] and plays them as [`SharedGames`]. The [`Watch`]
//! reads the results in the order of chunks up to the first that is missing, and decides the
//! sequential test on these games alone: games that happen to end early, because they are short
//! or their machine is fast, do not come first.
//!
//! [`SharedWork`] shares other work than games by the same queue.

mod beats;
mod error;
mod join;
mod machine;
mod names;
mod part;
mod parts;
mod queue;
mod schedule;
mod settings;
mod share;
mod store;
mod verdict;
mod watch;
mod work;
mod workers;

pub use error::ClusterError;
pub use names::Claim;
pub use part::{Benchmark, Part, SPREAD_LIMIT, speed_spread};
pub use parts::PartList;
pub use queue::{ChunkQueue, Claimed};
pub use settings::{DEFAULT_BEAT, DEFAULT_CHUNK, QueueSettings};
pub use share::{Membership, SharedGames};
pub use store::{DiskStore, Stamp, Store};
pub use verdict::Verdict;
pub use watch::Watch;
pub use work::{SharedWork, Stage};
pub use workers::{WorkerRow, WorkerTable};

#[cfg(test)]
mod crowd;
#[cfg(test)]
mod simulation;

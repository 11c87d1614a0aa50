//! Games between engines: who plays whom, what the referee says, and what the
//! results prove.

pub mod pairing;
pub mod stats;

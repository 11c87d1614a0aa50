//! Makes openings: random turns that lead to a position that searches find balanced.

mod balance;
mod maker;
mod random;

pub use balance::{RandomOpeningError, SecondCheck};
pub use maker::{MakeOpeningsError, OpeningListConfig, make_openings};
pub use random::{RandomOpening, RandomOpeningConfig, RandomOpeningFinder};

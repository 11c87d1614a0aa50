//! The clock of searches and conversations.
//!
//! They ask for the time by the name [`Instant`] alone. Where there is a system clock, that is the
//! instant of the standard library. In a browser, where the standard library's
//! [`now`](std::time::Instant::now) panics, the program that holds the engine gives it a clock
//! (`hosted::set_clock`).

#[cfg(any(all(target_family = "wasm", target_os = "unknown"), test))]
pub mod hosted;

/// A moment of a clock that never goes back.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub type Instant = std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use hosted::Instant;

//! The interruption of a subcommand's work by a signal.

use tokio::sync::watch;

use crate::host::shutdown::Shutdown;
use crate::host::signals;

/// A flag that the first signal raises; a second signal ends the program at once.
#[derive(Debug)]
pub struct Interrupt(watch::Receiver<Shutdown>);

impl Interrupt {
    /// Starts to listen for signals.
    pub fn listen() -> Self {
        Self(signals::listen())
    }

    /// Returns whether a signal has arrived; cheap enough to be called often.
    pub fn is_raised(&self) -> bool {
        *self.0.borrow() != Shutdown::None
    }
}

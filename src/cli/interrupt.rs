//! Lets a signal interrupt the work of a subcommand.

use tokio::sync::watch;

use crate::host::shutdown::Shutdown;
use crate::host::signals;

/// A flag that the first signal raises. A second signal ends the program at once.
#[derive(Debug)]
pub struct Interrupt(watch::Receiver<Shutdown>);

impl Interrupt {
    /// Starts listening for signals.
    pub fn listen() -> Self {
        Self(signals::listen())
    }

    /// Returns whether a signal has arrived. Cheap enough to call often.
    pub fn is_raised(&self) -> bool {
        *self.0.borrow() != Shutdown::None
    }
}

//! A signal, as work without a conversation hears it.

use tokio::sync::watch;

use super::conversation::Order;
use super::signals;

/// The exit status of work that Ctrl-C or another signal has ended: what shells
/// give a program that SIGINT has killed.
pub const INTERRUPTED: u8 = 130;

/// Hears the first signal; a second one ends the program on the spot.
#[derive(Debug)]
pub struct Interrupt(watch::Receiver<Order>);

impl Interrupt {
    /// Listens from now on.
    pub fn listen() -> Self {
        Self(signals::listen())
    }

    /// Whether a signal has come. Cheap enough to be asked often.
    pub fn is_raised(&self) -> bool {
        *self.0.borrow() != Order::GoOn
    }
}

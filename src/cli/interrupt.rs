//! Lets a signal interrupt the work of a subcommand.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::Builder;

use tokio::runtime;
use tokio::sync::watch;

use super::keys::restore_terminal;
use crate::host::shutdown::{Shutdown, shutdown_requested};
use crate::host::signals;
use crate::tournament::run::RunHandle;

/// A flag that the first signal raises. The program ends at the second signal, or ten
/// seconds after the first.
#[derive(Debug)]
pub struct Interrupt {
    signals: watch::Receiver<Shutdown>,
    /// Whether the work must end because it has failed.
    has_failed: AtomicBool,
}

impl Interrupt {
    /// Starts listening for signals.
    pub fn listen() -> Self {
        Self {
            signals: signals::listen(|| ()),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Marks the work as failed, so that it ends.
    pub fn fail(&self) {
        self.has_failed.store(true, Relaxed);
    }

    /// Returns whether the work must end, because of a signal or a failure. Cheap enough to
    /// call often.
    pub fn is_over(&self) -> bool {
        self.has_failed.load(Relaxed) || self.is_raised()
    }

    /// Returns whether a signal has arrived. Cheap enough to call often.
    pub fn is_raised(&self) -> bool {
        *self.signals.borrow() != Shutdown::None
    }
}

/// Starts a thread that stops the run at the first signal.
pub fn stop_at_signals(run_handle: RunHandle) {
    let runtime = match runtime::Builder::new_current_thread().build() {
        Ok(runtime) => runtime,
        Err(error) => return log::warn!("signals keep their default effect: {error}"),
    };
    let mut shutdown = signals::listen(restore_terminal);
    let wait_and_stop = move || {
        runtime.block_on(shutdown_requested(&mut shutdown));
        run_handle.stop();
    };
    if let Err(error) = Builder::new()
        .name("batyr-stop".to_owned())
        .spawn(wait_and_stop)
    {
        log::warn!("can't start the thread that handles signals: {error}");
    }
}

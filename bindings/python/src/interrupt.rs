//! How long work runs detached from the interpreter, and yet ends at once with Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The interval at which a waiting thread looks for signals: Ctrl-C is to stop the work within
/// 50 ms.
pub const SIGNAL_INTERVAL: Duration = Duration::from_millis(10);

/// The stack of a thread that works: long chains and deep proofs need more than the default.
const STACK_BYTES: usize = 16 << 20;

/// Runs `work` on a thread of its own, detached from the interpreter. If a signal raises an
/// exception, the argument of `work` returns `true` from then on, which tells it to stop; the exception
/// is returned once it has.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&dyn Fn() -> bool) -> T + Send,
) -> PyResult<T> {
    watched(py, work, || Ok(()))
}

/// Does the same, and calls `watch` each time that it has looked for signals. An error of `watch`
/// counts as an exception that a signal has raised.
pub fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&dyn Fn() -> bool) -> T + Send,
    watch: impl Fn() -> PyResult<()>,
) -> PyResult<T> {
    let stopped = AtomicBool::new(false);
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        let task = || {
            // Sending fails only if nobody waits any more.
            drop(sender.send(work(&|| stopped.load(Ordering::Relaxed))));
        };
        let builder = thread::Builder::new()
            .name("batyr-python".to_owned())
            .stack_size(STACK_BYTES);
        builder.spawn_scoped(scope, task)?;
        let mut signal = Ok(());
        loop {
            let received = py.detach(|| {
                let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
                receiver.recv_timeout(SIGNAL_INTERVAL)
            });
            match received {
                Ok(result) => return signal.map(|()| result),
                Err(RecvTimeoutError::Timeout) if signal.is_ok() => {
                    signal = py.check_signals().and_then(|()| watch());
                    stopped.store(signal.is_err(), Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    signal?;
                    return Err(PyRuntimeError::new_err("a task of Batyr panicked"));
                }
            }
        }
    })
}

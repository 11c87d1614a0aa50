//! Ctrl-C, which makes the engine answer at once.
//!
//! At the prompt of a terminal, the line editor reads Ctrl-C as a key, and no signal arrives
//! here. A signal between a search and a prompt is kept for whichever comes next. Without a
//! line editor, Ctrl-C at the prompt ends the program, as it does by default.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::Builder;

#[cfg(unix)]
use tokio::signal::unix;

/// The exit status of a program that is terminated by SIGINT.
const INTERRUPTED: i32 = 130;

/// A listener for Ctrl-C.
#[derive(Clone, Default)]
pub struct CtrlC {
    is_pressed: Arc<AtomicBool>,
    is_searching: Arc<AtomicBool>,
}

impl CtrlC {
    /// Starts listening. If `ends_at_prompt` is set, Ctrl-C outside a search ends the
    /// program.
    pub fn listen(ends_at_prompt: bool) -> io::Result<Self> {
        let ctrl_c = Self::default();
        let listener = ctrl_c.clone();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        // The handler is registered before the thread runs, because Ctrl-C ends the program as
        // long as no handler is registered.
        let mut signals = {
            let _inside = runtime.enter();
            #[cfg(unix)]
            let signals = unix::signal(unix::SignalKind::interrupt())?;
            #[cfg(windows)]
            let signals = tokio::signal::windows::ctrl_c()?;
            signals
        };
        Builder::new()
            .name("batyr-ctrl-c".to_owned())
            .spawn(move || {
                while runtime.block_on(signals.recv()).is_some() {
                    if ends_at_prompt && !listener.is_searching.load(Relaxed) {
                        std::process::exit(INTERRUPTED);
                    }
                    listener.is_pressed.store(true, Relaxed);
                }
            })?;
        Ok(ctrl_c)
    }

    /// Runs a search, which must end soon after [`CtrlC::is_pressed`] returns `true`.
    pub fn during<T>(&self, search: impl FnOnce() -> T) -> T {
        self.is_searching.store(true, Relaxed);
        let answer = search();
        self.is_searching.store(false, Relaxed);
        answer
    }

    /// Returns whether Ctrl-C has been pressed since the last [`CtrlC::take`].
    pub fn is_pressed(&self) -> bool {
        self.is_pressed.load(Relaxed)
    }

    /// Returns whether Ctrl-C has been pressed since the last call.
    pub fn take(&self) -> bool {
        self.is_pressed.swap(false, Relaxed)
    }
}

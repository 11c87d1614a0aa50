//! Ctrl-C.
//!
//! **The decision:** while the engine thinks, it is an order to play at once.
//! At the prompt of a terminal the line editor sees to it, and nothing comes
//! here; without a terminal it ends the program, as it would have done.

use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use super::thinker::News;

/// The exit status of a program that SIGINT has ended.
const INTERRUPTED: i32 = 130;

/// Where an interrupt goes.
#[derive(Clone, Default)]
pub struct Interrupts(Arc<Mutex<Option<Sender<News>>>>);

impl Interrupts {
    /// Listens from now on. `ends_at_prompt`: an interrupt that nobody waits for
    /// ends the program.
    ///
    /// # Errors
    /// If the system refuses the thread.
    pub fn listen(ends_at_prompt: bool) -> io::Result<Self> {
        let interrupts = Self::default();
        let heard = interrupts.clone();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        Builder::new()
            .name("batyr-interrupts".to_owned())
            .spawn(move || {
                while runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
                    match &*heard.lock() {
                        // Who has just stopped waiting needs no interrupt.
                        Some(sender) => drop(sender.send(News::Interrupt)),
                        None if ends_at_prompt => std::process::exit(INTERRUPTED),
                        None => {}
                    }
                }
            })?;
        Ok(interrupts)
    }

    /// From now on interrupts go to a search, or to nobody.
    pub fn direct(&self, to: Option<Sender<News>>) {
        *self.lock() = to;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Sender<News>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! Ctrl-C.
//!
//! **The decision:** while the engine thinks, it is an order to play at once.
//! At the prompt of a terminal the line editor sees to it, and nothing comes
//! here; one that comes in between goes to whoever waits next. (One that comes
//! in the very moment in which the editor takes over the terminal waits for the
//! line after.) Without a terminal it ends the program, as it would have done.

use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use super::thinker::News;
use crate::app::signals::CtrlC;

/// The exit status of a program that SIGINT has ended.
const INTERRUPTED: i32 = 130;

/// Where an interrupt goes.
#[derive(Clone, Default)]
pub struct Interrupts(Arc<Mutex<Waiting>>);

/// Who waits for one.
#[derive(Default)]
struct Waiting {
    search: Option<Sender<News>>,
    /// One came while nobody did.
    is_missed: bool,
}

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
        // Before the thread runs: until then Ctrl-C would end the program.
        let mut ctrl_c = {
            let _inside = runtime.enter();
            CtrlC::register()?
        };
        Builder::new()
            .name("batyr-interrupts".to_owned())
            .spawn(move || {
                while runtime.block_on(ctrl_c.next()).is_some() {
                    heard.raise(ends_at_prompt);
                }
            })?;
        Ok(interrupts)
    }

    fn raise(&self, ends_at_prompt: bool) {
        let mut waiting = self.lock();
        match &waiting.search {
            // Who has just stopped waiting needs no interrupt.
            Some(sender) => drop(sender.send(News::Interrupt)),
            None if ends_at_prompt => std::process::exit(INTERRUPTED),
            None => waiting.is_missed = true,
        }
    }

    /// From now on interrupts go to a search, or to nobody. A search hears at
    /// once of one that was missed.
    pub fn direct(&self, to: Option<Sender<News>>) {
        let mut waiting = self.lock();
        if let Some(sender) = &to
            && std::mem::take(&mut waiting.is_missed)
        {
            drop(sender.send(News::Interrupt));
        }
        waiting.search = to;
    }

    /// Whether one was missed; it is not told again.
    pub fn take_missed(&self) -> bool {
        std::mem::take(&mut self.lock().is_missed)
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn who_waits_next_hears_of_it() {
        let interrupts = Interrupts::default();
        interrupts.raise(false);
        assert!(interrupts.take_missed());
        assert!(!interrupts.take_missed());
        interrupts.raise(false);
        let (sender, news) = channel();
        interrupts.direct(Some(sender));
        assert!(matches!(news.try_recv(), Ok(News::Interrupt)));
        interrupts.direct(None);
        assert!(!interrupts.take_missed());
    }
}

//! The handling of Ctrl-C.
//!
//! **The decision:** while the engine thinks, Ctrl-C makes it play at once. At
//! the prompt of a terminal the line editor handles Ctrl-C and no signal
//! arrives here; a signal that arrives between the two is kept for whichever
//! comes next. (A signal at the very moment in which the editor takes over the
//! terminal is kept until the following line.) Without a terminal, Ctrl-C at
//! the prompt ends the program, as it would by default.

use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use super::thinker::News;
use crate::host::signals::CtrlC;

/// The exit status of a program that SIGINT has ended.
const INTERRUPTED: i32 = 130;

/// The listener for interrupts, and where it sends them.
#[derive(Clone, Default)]
pub struct Interrupts(Arc<Mutex<Waiting>>);

/// The receiver of interrupts.
#[derive(Default)]
struct Waiting {
    search: Option<Sender<News>>,
    /// Whether an interrupt came while nothing waited for it.
    is_missed: bool,
}

impl Interrupts {
    /// Starts to listen. If `ends_at_prompt` is set, an interrupt that nothing
    /// waits for ends the program.
    ///
    /// # Errors
    /// If the system refuses the signal handler or the thread.
    pub fn listen(ends_at_prompt: bool) -> io::Result<Self> {
        let interrupts = Self::default();
        let heard = interrupts.clone();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        // The handler is registered before the thread runs: until then Ctrl-C
        // would end the program.
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
            // A search that has just ended needs no interrupt.
            Some(sender) => drop(sender.send(News::Interrupt)),
            None if ends_at_prompt => std::process::exit(INTERRUPTED),
            None => waiting.is_missed = true,
        }
    }

    /// Directs interrupts to a search from now on, or to nothing. The search
    /// receives a missed interrupt at once.
    pub fn direct(&self, to: Option<Sender<News>>) {
        let mut waiting = self.lock();
        if let Some(sender) = &to
            && std::mem::take(&mut waiting.is_missed)
        {
            drop(sender.send(News::Interrupt));
        }
        waiting.search = to;
    }

    /// Returns whether an interrupt was missed, and forgets it.
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

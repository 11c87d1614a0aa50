//! Routes Ctrl-C to the current search or to the prompt.
//!
//! While the engine thinks, Ctrl-C makes it play at once. At the prompt of a terminal,
//! the line editor handles Ctrl-C, and no signal arrives here. A signal between a search
//! and a prompt is stored for whichever comes next; one that arrives just as the editor
//! takes over the terminal is stored until the next line. Without a terminal, Ctrl-C at
//! the prompt ends the program, as it does by default.

use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::Builder;

use super::blocking_engine::SearchEvent;
use crate::util::sync::lock;

/// The exit status of a program that is terminated by SIGINT.
const INTERRUPTED: i32 = 130;

/// A listener for Ctrl-C that passes each interrupt to the current search.
#[derive(Clone, Default)]
pub struct InterruptRouter(Arc<Mutex<Route>>);

/// The destination of interrupts.
#[derive(Default)]
struct Route {
    /// The running search.
    search: Option<Sender<SearchEvent>>,
    /// Whether an interrupt arrived without a search and has not been handled.
    has_missed_interrupt: bool,
}

impl InterruptRouter {
    /// Starts listening. If `ends_at_prompt` is set, an interrupt without a search
    /// ends the program.
    ///
    /// # Errors
    /// Returns an error if the signal handler can't be registered or the thread
    /// can't be started.
    pub fn listen(ends_at_prompt: bool) -> io::Result<Self> {
        let router = Self::default();
        let thread_router = router.clone();
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
                    thread_router.handle_interrupt(ends_at_prompt);
                }
            })?;
        Ok(router)
    }

    fn handle_interrupt(&self, ends_at_prompt: bool) {
        let mut route = self.lock();
        match &route.search {
            // A search that has just ended needs no interrupt.
            Some(sender) => drop(sender.send(SearchEvent::Interrupt)),
            None if ends_at_prompt => std::process::exit(INTERRUPTED),
            None => route.has_missed_interrupt = true,
        }
    }

    /// Routes interrupts to a search from now on, or to none. The search receives a
    /// missed interrupt at once.
    pub fn route_to(&self, destination: Option<Sender<SearchEvent>>) {
        let mut route = self.lock();
        if let Some(sender) = &destination
            && std::mem::take(&mut route.has_missed_interrupt)
        {
            drop(sender.send(SearchEvent::Interrupt));
        }
        route.search = destination;
    }

    /// Returns whether there is a missed interrupt, and clears it.
    pub fn take_missed(&self) -> bool {
        std::mem::take(&mut self.lock().has_missed_interrupt)
    }

    fn lock(&self) -> MutexGuard<'_, Route> {
        lock(&self.0)
    }
}

/// A listener for Ctrl-C alone.
struct CtrlC(
    #[cfg(unix)] tokio::signal::unix::Signal,
    #[cfg(windows)] tokio::signal::windows::CtrlC,
);

impl CtrlC {
    /// Starts to listen; must be called within a runtime. A signal that arrives before
    /// [`CtrlC::next`] is called is not lost.
    fn register() -> io::Result<Self> {
        #[cfg(unix)]
        let signal = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())?;
        #[cfg(windows)]
        let signal = tokio::signal::windows::ctrl_c()?;
        Ok(Self(signal))
    }

    /// Waits for the next Ctrl-C; returns `None` if no more can come.
    async fn next(&mut self) -> Option<()> {
        self.0.recv().await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn an_interrupt_goes_to_the_next_receiver() {
        let router = InterruptRouter::default();
        router.handle_interrupt(false);
        assert!(router.take_missed());
        assert!(!router.take_missed());
        router.handle_interrupt(false);
        let (sender, events) = channel();
        router.route_to(Some(sender));
        assert!(matches!(events.try_recv(), Ok(SearchEvent::Interrupt)));
        router.route_to(None);
        assert!(!router.take_missed());
    }
}

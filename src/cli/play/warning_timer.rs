//! Prints warnings, such as that of a fallen flag, while the prompt waits for input.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::Duration;

use crate::util::sync::lock;

/// A function that prints a line while the prompt is shown.
type Printer = Box<dyn FnMut(String) + Send>;

/// A warning to print after a delay.
#[derive(Clone, Debug)]
pub struct TimedWarning {
    /// The delay from now.
    pub after: Duration,
    /// The text to print.
    pub text: String,
}

/// A timer that prints warnings.
#[derive(Clone)]
pub struct WarningTimer(Arc<Mutex<Printer>>);

impl WarningTimer {
    /// Creates a timer that prints with `printer`.
    pub fn new(printer: Printer) -> Self {
        Self(Arc::new(Mutex::new(printer)))
    }

    /// Starts a timer for a warning. Dropping the returned sender cancels it. If no
    /// thread can be started, the warning is not printed.
    pub fn start(&self, warning: TimedWarning) -> Sender<()> {
        let (canceller, cancelled) = channel();
        let printer = Arc::clone(&self.0);
        let thread = Builder::new().name("batyr-timer".to_owned());
        let started = thread.spawn(move || {
            if cancelled.recv_timeout(warning.after) == Err(RecvTimeoutError::Timeout) {
                let mut print = lock(&printer);
                print(warning.text);
            }
        });
        if let Err(error) = started {
            log::warn!("can't start the timer for a warning: {error}");
        }
        canceller
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_timer_prints_nothing() {
        let (sender, printed) = channel();
        let timer = WarningTimer::new(Box::new(move |text| drop(sender.send(text))));
        let warning = |ms, text: &str| TimedWarning {
            after: Duration::from_millis(ms),
            text: text.to_owned(),
        };
        drop(timer.start(warning(50, "cancelled")));
        let _canceller = timer.start(warning(100, "kept"));
        let text = printed.recv_timeout(Duration::from_secs(20));
        assert_eq!(text.as_deref(), Ok("kept"));
    }
}

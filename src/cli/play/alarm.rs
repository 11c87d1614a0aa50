//! A warning that is printed while the person is at the prompt: the flag falls.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// A function that prints a line while the prompt is shown.
type Printer = Box<dyn FnMut(String) + Send>;

/// A text to print after a delay, unless the alarm is cancelled before.
#[derive(Clone, Debug)]
pub struct Warning {
    /// The delay from now.
    pub after: Duration,
    /// The text to print.
    pub text: String,
}

/// A printer of delayed warnings.
#[derive(Clone)]
pub struct Alarm(Arc<Mutex<Printer>>);

impl Alarm {
    /// Creates an alarm that prints with `printer`.
    pub fn new(printer: Printer) -> Self {
        Self(Arc::new(Mutex::new(printer)))
    }

    /// Sets the alarm. Dropping the returned sender cancels it. If the system
    /// can't start a thread, the warning is lost.
    pub fn set(&self, warning: Warning) -> Sender<()> {
        let (owner, left) = channel();
        let printer = Arc::clone(&self.0);
        let thread = Builder::new().name("batyr-alarm".to_owned());
        let started = thread.spawn(move || {
            if left.recv_timeout(warning.after) == Err(RecvTimeoutError::Timeout) {
                let mut print = printer.lock().unwrap_or_else(PoisonError::into_inner);
                print(warning.text);
            }
        });
        if let Err(error) = started {
            log::warn!("no alarm: {error}");
        }
        owner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_rings_only_while_it_is_set() {
        let (sender, said) = channel();
        let alarm = Alarm::new(Box::new(move |text| drop(sender.send(text))));
        let warning = |ms, text: &str| Warning {
            after: Duration::from_millis(ms),
            text: text.to_owned(),
        };
        drop(alarm.set(warning(50, "off")));
        let _set = alarm.set(warning(100, "on"));
        let heard = said.recv_timeout(Duration::from_secs(20));
        assert_eq!(heard.as_deref(), Ok("on"));
    }
}

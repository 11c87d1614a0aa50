//! A bar on stderr, for whoever waits there.

use std::time::Duration;

use indicatif::ProgressBar;

use crate::app::bar::{bar, restyle};

/// Parts of an item.
const PARTS: u64 = 1_000;
/// How often the bar moves at least.
const TICK: Duration = Duration::from_millis(200);

/// Once a part is done, from which the time left can be told.
const BAR: &str = "{wide_bar} {percent:>3} %, {eta} left  {msg}";
const SPINNER: &str = "{spinner} {elapsed}  {msg}";

/// How far the work has come. Nothing is shown unless stderr is a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// Items known of; `None` if there may be more.
    items: Option<u64>,
    done: u64,
}

impl Progress {
    /// Nothing to do yet.
    pub fn new() -> Self {
        let bar = bar(0, SPINNER);
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        Self {
            bar,
            items: Some(0),
            done: 0,
        }
    }

    /// There are so many items more; `None` if nobody knows.
    pub fn expect(&mut self, items: Option<u64>) {
        self.items = self.items.zip(items).map(|(known, more)| known + more);
        self.bar.set_length(self.items.unwrap_or(0) * PARTS);
        self.restyle();
    }

    fn restyle(&self) {
        let is_measured = self.items.is_some() && self.bar.position() > 0;
        restyle(&self.bar, if is_measured { BAR } else { SPINNER });
    }

    /// The item in work has come so far.
    pub fn part(&self, done: u64, of: u64) {
        let part = done.min(of).saturating_mul(PARTS) / of.max(1);
        let was = self.bar.position();
        self.bar.set_position(self.done * PARTS + part);
        if was == 0 {
            self.restyle();
        }
    }

    /// What is known of the item in work.
    pub fn tell(&self, message: String) {
        self.bar.set_message(message);
    }

    /// An item is done.
    pub fn item(&mut self) {
        self.done += 1;
        self.bar.set_position(self.done * PARTS);
        self.restyle();
    }

    /// Writes to the terminal while the bar is out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

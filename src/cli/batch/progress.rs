//! The progress bar of a run over many items.

use std::time::Duration;

use indicatif::ProgressBar;

use crate::cli::bar::{bar, restyle};

/// The number of steps that the bar has for each item.
const PARTS: u64 = 1_000;
/// The maximum interval between two redraws of the bar.
const TICK: Duration = Duration::from_millis(200);

/// The template of the bar once part of an item is done, from which the time
/// left can be estimated.
const BAR: &str = "{wide_bar} {percent:>3} %, {eta} left  {msg}";
const SPINNER: &str = "{spinner} {elapsed}  {msg}";

/// A progress bar on stderr, shown only if stderr is a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// The number of items known so far; `None` if there may be more.
    items: Option<u64>,
    done: u64,
}

impl Progress {
    /// Creates a bar for a run that has no items yet.
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

    /// Adds to the number of items; `None` if it is unknown.
    pub fn expect_items(&mut self, items: Option<u64>) {
        self.items = self.items.zip(items).map(|(known, more)| known + more);
        self.bar.set_length(self.items.unwrap_or(0) * PARTS);
        self.restyle();
    }

    fn restyle(&self) {
        let is_measured = self.items.is_some() && self.bar.position() > 0;
        restyle(&self.bar, if is_measured { BAR } else { SPINNER });
    }

    /// Sets the part of the current item that is done: `done` of `total`.
    pub fn set_part(&self, done: u64, total: u64) {
        let part = done.min(total).saturating_mul(PARTS) / total.max(1);
        let before = self.bar.position();
        self.bar.set_position(self.done * PARTS + part);
        if before == 0 {
            self.restyle();
        }
    }

    /// Sets the message about the current item.
    pub fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Counts the current item as done.
    pub fn item_done(&mut self) {
        self.done += 1;
        self.bar.set_position(self.done * PARTS);
        self.restyle();
    }

    /// Calls `write`, which may write to the terminal, while the bar is hidden.
    pub fn suspended<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

//! The progress bar of a run over many items.

use std::time::Duration;

use indicatif::ProgressBar;

use crate::cli::bar::{bar, restyle};

/// The number of steps of the bar for each item.
const STEPS_PER_ITEM: u64 = 1_000;
/// The maximum interval between two redraws of the bar.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// The template once some progress has been made, from which the time left can be
/// estimated.
const BAR: &str = "{wide_bar} {percent:>3} %, {eta} left  {msg}";
/// The template before that, or if the number of items is unknown.
const SPINNER: &str = "{spinner} {elapsed}  {msg}";

/// A progress bar on stderr, shown only if stderr is a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// The total number of items; `None` if it is unknown.
    items: Option<u64>,
    /// The number of items done.
    done: u64,
}

impl Progress {
    /// Creates a bar for a run without items; see [`Progress::expect_items`].
    pub fn new() -> Self {
        let bar = bar(0, SPINNER);
        if !bar.is_hidden() {
            bar.enable_steady_tick(REDRAW_INTERVAL);
        }
        Self {
            bar,
            items: Some(0),
            done: 0,
        }
    }

    /// Adds to the total number of items; `None` makes the total unknown.
    pub fn expect_items(&mut self, items: Option<u64>) {
        self.items = self.items.zip(items).map(|(total, more)| total + more);
        self.bar
            .set_length(self.items.unwrap_or(0) * STEPS_PER_ITEM);
        self.restyle();
    }

    fn restyle(&self) {
        let can_estimate = self.items.is_some() && self.bar.position() > 0;
        restyle(&self.bar, if can_estimate { BAR } else { SPINNER });
    }

    /// Sets how much of the current item is done: `done` of `total`.
    pub fn set_item_progress(&self, done: u64, total: u64) {
        let steps = done.min(total).saturating_mul(STEPS_PER_ITEM) / total.max(1);
        let before = self.bar.position();
        self.bar.set_position(self.done * STEPS_PER_ITEM + steps);
        if before == 0 {
            self.restyle();
        }
    }

    /// Sets the message about the current item.
    pub fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Counts the current item as done.
    pub fn finish_item(&mut self) {
        self.done += 1;
        self.bar.set_position(self.done * STEPS_PER_ITEM);
        self.restyle();
    }

    /// Hides the bar while `write` writes to the terminal.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

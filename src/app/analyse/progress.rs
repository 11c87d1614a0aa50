//! A bar on stderr, for whoever waits there.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Parts of an item.
const PARTS: u64 = 1_000;
/// How often the bar moves at least.
const TICK: Duration = Duration::from_millis(200);

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
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        let progress = Self {
            bar,
            items: Some(0),
            done: 0,
        };
        progress.restyle();
        progress
    }

    /// There are so many items more; `None` if nobody knows.
    pub fn expect(&mut self, items: Option<u64>) {
        self.items = self.items.zip(items).map(|(known, more)| known + more);
        self.bar.set_length(self.items.unwrap_or(0) * PARTS);
        self.restyle();
    }

    fn restyle(&self) {
        let template = if self.items.is_some() { BAR } else { SPINNER };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
    }

    /// The item in work has come so far.
    pub fn part(&self, done: usize, of: usize, message: String) {
        let part = done as u64 * PARTS / (of as u64).max(1);
        self.bar.set_position(self.done * PARTS + part);
        self.bar.set_message(message);
    }

    /// An item is done.
    pub fn item(&mut self) {
        self.done += 1;
        self.bar.set_position(self.done * PARTS);
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

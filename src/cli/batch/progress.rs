//! The progress bar of a run over many items, to which several workers report.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use indicatif::ProgressBar;

use crate::cli::bar::{bar, restyle};
use crate::util::sync::lock;

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
    steps: Mutex<Steps>,
}

/// The steps of the bar.
#[derive(Debug)]
struct Steps {
    /// Those of all items; `None` if the number of items is unknown.
    total: Option<u64>,
    /// Those of items that are done.
    finished: u64,
    /// Those of the current item of each worker.
    current: Vec<u64>,
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
            steps: Mutex::new(Steps {
                total: Some(0),
                finished: 0,
                current: Vec::new(),
            }),
        }
    }

    /// Adds to the total number of items; `None` makes the total unknown.
    pub fn expect_items(&self, items: Option<u64>) {
        let mut steps = self.steps();
        let more = items.map(|items| items * STEPS_PER_ITEM);
        steps.total = steps.total.zip(more).map(|(total, more)| total + more);
        self.bar.set_length(steps.total.unwrap_or(0));
        self.restyle(steps.total);
    }

    fn restyle(&self, total: Option<u64>) {
        let can_estimate = total.is_some() && self.bar.position() > 0;
        restyle(&self.bar, if can_estimate { BAR } else { SPINNER });
    }

    fn steps(&self) -> MutexGuard<'_, Steps> {
        lock(&self.steps)
    }

    /// Sets how much of its current item a worker, counted from 0, has done: `done` of
    /// `total`. The bar never moves back.
    pub fn set_item_progress(&self, worker: usize, done: u64, total: u64) {
        let steps = done.min(total).saturating_mul(STEPS_PER_ITEM) / total.max(1);
        self.update(worker, |finished, current| (finished, current.max(steps)));
    }

    /// Sets the message about the current items.
    pub fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Counts the current item of a worker as done.
    pub fn finish_item(&self, worker: usize) {
        self.update(worker, |finished, _| (finished + STEPS_PER_ITEM, 0));
    }

    /// Changes the steps of all finished items and those of a worker's current item.
    fn update(&self, worker: usize, change: impl FnOnce(u64, u64) -> (u64, u64)) {
        let mut steps = self.steps();
        let workers = steps.current.len().max(worker + 1);
        steps.current.resize(workers, 0);
        let finished = steps.finished;
        let Some(current) = steps.current.get_mut(worker) else {
            return;
        };
        let (finished, new) = change(finished, *current);
        *current = new;
        steps.finished = finished;
        let done = finished + steps.current.iter().sum::<u64>();
        let before = self.bar.position();
        self.bar.set_position(done);
        if before == 0 && done > 0 {
            self.restyle(steps.total);
        }
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

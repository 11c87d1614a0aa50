//! Processes a series of items on several threads, with results in the order of the items.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex};
use std::{io, thread};

use super::sync::{lock, unpoisoned};

/// The number of items for each worker that may be taken before an earlier one is finished.
const MAX_AHEAD: u64 = 16;

/// The threads that work on items.
#[derive(Clone, Copy, Debug)]
pub struct WorkerThreads {
    /// The name of each thread.
    pub name: &'static str,
    /// The size of the stack of each thread, in bytes.
    pub stack_size: usize,
}

impl WorkerThreads {
    /// Runs each of `workers` on a thread of its own. A worker takes one item after another
    /// from `next` until there is none, and the results go to `finish` in the order of the
    /// items. If `finish` breaks, no more items are taken or finished, and the value of the break
    /// is returned once each worker is done with its current item and `next` has returned.
    ///
    /// `next` may wait: in the meantime, results are finished as they become known. So `next`
    /// itself must notice that `finish` has broken. A worker far ahead of the first unfinished
    /// item waits.
    ///
    /// # Errors
    /// Returns an error if the system can't start a thread.
    pub fn run_in_order<T, R: Send, B: Send>(
        self,
        workers: Vec<impl FnMut(T) -> R + Send>,
        next: impl FnMut() -> Option<T> + Send,
        finish: impl FnMut(R) -> ControlFlow<B> + Send,
    ) -> io::Result<Option<B>> {
        let max_ahead = MAX_AHEAD * workers.len() as u64;
        let series = Series {
            source: Mutex::new(Source {
                next,
                taken: 0,
                has_ended: false,
            }),
            sink: Mutex::new(Sink {
                finish,
                finished: 0,
                waiting: BTreeMap::new(),
                is_closed: false,
                break_value: None,
            }),
            sink_changed: Condvar::new(),
        };
        thread::scope(|scope| {
            for mut worker in workers {
                let series = &series;
                let started = thread::Builder::new()
                    .name(self.name.to_owned())
                    .stack_size(self.stack_size)
                    .spawn_scoped(scope, move || series.work(&mut worker, max_ahead));
                if let Err(error) = started {
                    series.close();
                    return Err(error);
                }
            }
            Ok(())
        })?;
        Ok(unpoisoned(series.sink.into_inner()).break_value)
    }
}

/// The source of the items.
struct Source<N> {
    next: N,
    /// The number of items taken so far.
    taken: u64,
    has_ended: bool,
}

/// The destination of the results.
struct Sink<R, F, B> {
    finish: F,
    /// The number of results finished so far.
    finished: u64,
    /// The results that wait for earlier ones, by the number of their item.
    waiting: BTreeMap<u64, R>,
    /// Whether no more results are accepted.
    is_closed: bool,
    /// The value with which `finish` broke.
    break_value: Option<B>,
}

/// What all workers share. A worker that holds both locks took `source` first.
struct Series<N, R, F, B> {
    source: Mutex<Source<N>>,
    sink: Mutex<Sink<R, F, B>>,
    /// Notified when results are finished or the sink is closed.
    sink_changed: Condvar,
}

impl<T, N, R, F, B> Series<N, R, F, B>
where
    N: FnMut() -> Option<T>,
    F: FnMut(R) -> ControlFlow<B>,
{
    /// Works on one item after another until there are no more.
    fn work(&self, worker: &mut impl FnMut(T) -> R, max_ahead: u64) {
        let _guard = CloseOnPanic(self);
        while let Some((number, item)) = self.take(max_ahead) {
            self.put(number, worker(item));
        }
    }

    /// Takes the next item, with its number from 0, once fewer than `max_ahead` are unfinished.
    fn take(&self, max_ahead: u64) -> Option<(u64, T)> {
        let mut source = lock(&self.source);
        let number = source.taken;
        let is_far_ahead = |sink: &mut Sink<R, F, B>| {
            !sink.is_closed && number >= sink.finished.saturating_add(max_ahead)
        };
        let sink = self.sink_changed.wait_while(lock(&self.sink), is_far_ahead);
        let is_closed = unpoisoned(sink).is_closed;
        if is_closed || source.has_ended {
            return None;
        }
        let item = (source.next)();
        source.has_ended = item.is_none();
        source.taken += 1;
        item.map(|item| (number, item))
    }

    /// Adds the result of an item, and finishes all results that no longer wait for an earlier one.
    fn put(&self, number: u64, result: R) {
        let mut sink = lock(&self.sink);
        sink.waiting.insert(number, result);
        while !sink.is_closed {
            let first = sink.finished;
            let Some(result) = sink.waiting.remove(&first) else {
                break;
            };
            sink.finished += 1;
            if let ControlFlow::Break(value) = (sink.finish)(result) {
                sink.is_closed = true;
                sink.break_value = Some(value);
            }
        }
        self.sink_changed.notify_all();
    }
}

impl<N, R, F, B> Series<N, R, F, B> {
    /// Makes the workers end after their current items.
    fn close(&self) {
        lock(&self.sink).is_closed = true;
        self.sink_changed.notify_all();
    }
}

/// Ends the work if a worker panics, because the other workers would wait for its result.
struct CloseOnPanic<'a, N, R, F, B>(&'a Series<N, R, F, B>);

impl<N, R, F, B> Drop for CloseOnPanic<'_, N, R, F, B> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    const THREADS: WorkerThreads = WorkerThreads {
        name: "test",
        stack_size: 1 << 20,
    };

    /// Squares numbers on this many threads, the first of every four slowly, and returns
    /// the squares in the order in which they are finished.
    fn squares(threads: usize, numbers: u64) -> Vec<u64> {
        let worker = |number: u64| {
            thread::sleep(Duration::from_micros(400 * (3 - number % 4)));
            number * number
        };
        let (mut numbers, mut squares) = (0..numbers, Vec::new());
        let finish = |square| {
            squares.push(square);
            ControlFlow::<()>::Continue(())
        };
        let break_value = THREADS.run_in_order(vec![worker; threads], || numbers.next(), finish);
        assert_eq!(break_value.unwrap(), None);
        squares
    }

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let expected: Vec<_> = (0..200).map(|number| number * number).collect();
        for threads in [1, 2, 5] {
            assert_eq!(squares(threads, 200), expected, "{threads} threads");
        }
    }

    #[test]
    fn no_item_is_taken_after_finish_breaks() {
        let (mut taken, mut finished) = (0, Vec::new());
        let next = || {
            taken += 1;
            Some(taken)
        };
        let finish = |number: u64| {
            finished.push(number);
            match number {
                10 => ControlFlow::Break("ten"),
                _ => ControlFlow::Continue(()),
            }
        };
        let break_value = THREADS.run_in_order(vec![|number| number; 2], next, finish);
        assert_eq!(break_value.unwrap(), Some("ten"));
        assert_eq!(finished, (1..=10).collect::<Vec<_>>());
        assert!(taken <= 10 + 2 * MAX_AHEAD, "{taken}");
    }

    #[test]
    fn a_result_does_not_wait_for_the_next_item() {
        // The second call waits until the first item is finished.
        let (sender, finished) = mpsc::channel();
        let mut number = 0;
        let next = move || {
            number += 1;
            match number {
                1 => Some(()),
                _ => {
                    finished.recv_timeout(Duration::from_secs(10)).unwrap();
                    None
                }
            }
        };
        let finish = |()| {
            sender.send(()).unwrap();
            ControlFlow::<()>::Continue(())
        };
        THREADS
            .run_in_order(vec![|()| (); 2], next, finish)
            .unwrap();
    }

    #[test]
    fn workers_do_not_run_far_ahead_of_a_slow_item() {
        let running_ahead = AtomicUsize::new(0);
        let mut numbers = 0..1000;
        let worker = |number: usize| {
            running_ahead.fetch_add(1, SeqCst);
            if number == 0 {
                thread::sleep(Duration::from_millis(100));
                running_ahead.load(SeqCst)
            } else {
                0
            }
        };
        let mut ahead = 0;
        let finish = |count: usize| {
            ahead = ahead.max(count);
            ControlFlow::<()>::Continue(())
        };
        THREADS
            .run_in_order(vec![worker; 2], || numbers.next(), finish)
            .unwrap();
        // On a busy machine the other worker may not get that far.
        assert!((2..=2 * MAX_AHEAD).contains(&(ahead as u64)), "{ahead}");
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_the_work() {
        let mut numbers = 0..1000;
        let worker = |number| assert_ne!(number, 3);
        let finish = |()| ControlFlow::<()>::Continue(());
        let _broken = THREADS.run_in_order(vec![worker; 2], || numbers.next(), finish);
    }
}

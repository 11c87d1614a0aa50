//! Time-sharing of the machine's cores among the searches of a server.
//!
//! At most as many searches compute at a time as there are cores, each
//! for one [`QUANTUM`], and the others sleep in a queue. A thread that answers a host
//! therefore gets a core at once. So does a search that is stopped: it leaves the queue
//! and answers without waiting for its turn. The scheduler of the system could do
//! neither, as it does not know which searches were stopped.
//!
//! A search may also leave a share of the time to other processes: its threads then sleep
//! in between. Workers only ask whether they may continue, which costs nothing in a
//! search that neither shares the cores nor leaves time to others.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::Control;

/// The time that a search computes while others wait.
const QUANTUM: Duration = Duration::from_millis(5);
/// The interval at which a waiting search checks whether its time is up.
const RECHECK_INTERVAL: Duration = Duration::from_millis(10);

/// The shortest sleep that is worth a system call; the system makes it longer anyway.
const MIN_SLEEP: Duration = Duration::from_millis(1);
/// The maximum share of the time to leave to others, in percent.
const MAX_IDLE: u8 = 90;

/// A number of cores, and the threads that wait for one.
#[derive(Debug)]
struct Cores {
    state: Mutex<State>,
    /// The number of waiting threads.
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct State {
    free: usize,
    /// Waiting threads that have had a core before.
    queue: VecDeque<Waiter>,
    /// Waiting threads that have not had a core yet. They have their own queue
    /// so that a short search need not wait until all others have had their
    /// quantum.
    fresh: VecDeque<Waiter>,
    /// Whether the core given back last went to a thread of `fresh`; if so, the
    /// next one goes to a thread of `queue`.
    fresh_was_last: bool,
}

impl State {
    fn waiters(&self) -> impl Iterator<Item = &Waiter> {
        self.queue.iter().chain(&self.fresh)
    }

    fn waiting(&self) -> usize {
        self.queue.len() + self.fresh.len()
    }

    /// Removes and returns the thread that gets the next core. The two queues
    /// alternate, so that many short searches can't keep a long one waiting for
    /// ever.
    fn next(&mut self) -> Option<Waiter> {
        let fresh_first = !std::mem::replace(&mut self.fresh_was_last, false);
        let fresh = if fresh_first || self.queue.is_empty() {
            self.fresh.pop_front()
        } else {
            None
        };
        self.fresh_was_last = fresh.is_some();
        fresh.or_else(|| self.queue.pop_front())
    }
}

#[derive(Debug)]
struct Waiter {
    thread: Thread,
    control: Control,
    granted: Arc<AtomicBool>,
}

/// Returns all cores that this process may use.
fn machine_cores() -> &'static Cores {
    static CORES: OnceLock<Cores> = OnceLock::new();
    CORES.get_or_init(|| Cores::new(thread::available_parallelism().map_or(1, usize::from)))
}

/// Wakes the waiting threads whose search has been halted.
pub fn wake_halted() {
    for waiter in machine_cores().lock().waiters() {
        if waiter.control.is_halted() {
            waiter.thread.unpark();
        }
    }
}

impl Cores {
    const fn new(free: usize) -> Self {
        Self {
            state: Mutex::new(State {
                free,
                queue: VecDeque::new(),
                fresh: VecDeque::new(),
                fresh_was_last: false,
            }),
            waiting: AtomicUsize::new(0),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every call leaves the state consistent, so a poisoned lock is
        // harmless.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a core to the next waiting thread, or marks it free if there is
    /// none.
    fn release_core(&self, state: &mut State) {
        match state.next() {
            Some(next) => {
                self.waiting.store(state.waiting(), Ordering::Relaxed);
                next.granted.store(true, Ordering::Release);
                next.thread.unpark();
            }
            None => state.free += 1,
        }
    }
}

/// A thread's claim to compute on a core. Dropping it gives the core back.
#[derive(Debug)]
pub struct CoreClaim<'c> {
    cores: Option<&'static Cores>,
    control: &'c Control,
    /// The time at which the thread got its core; `None` while it has none.
    since: Option<Instant>,
    /// Whether the thread has not had a core yet.
    is_fresh: bool,
    /// The share of the time to leave to others, in percent.
    idle: u8,
    /// The time that the thread still has to sleep.
    owed: Duration,
    /// The time at which the thread resumed computing.
    resumed: Instant,
}

impl<'c> CoreClaim<'c> {
    /// Returns a claim, without a core at first, for a thread that works for this
    /// control.
    pub fn new(control: &'c Control) -> Self {
        Self::on(control.shares_cores().then(machine_cores), control)
    }

    /// Makes the thread also sleep for this share of the time, in percent; at
    /// most `MAX_IDLE`.
    #[must_use]
    pub fn with_idle_share(mut self, percent: u8) -> Self {
        self.idle = percent.min(MAX_IDLE);
        self
    }

    fn on(cores: Option<&'static Cores>, control: &'c Control) -> Self {
        Self {
            cores,
            control,
            since: None,
            is_fresh: true,
            idle: 0,
            owed: Duration::ZERO,
            resumed: Instant::now(),
        }
    }

    /// Returns whether the thread may have to wait.
    pub const fn is_limited(&self) -> bool {
        self.cores.is_some() || self.idle > 0
    }

    /// Blocks until the thread may continue: sleeps the time to leave to other processes,
    /// and waits while other searches have their quantum. Workers must call this method
    /// often. While it waits, the method polls `is_over`, and returns without a core once
    /// that is true or the search is halted.
    pub fn wait_to_continue(&mut self, is_over: impl FnMut() -> bool) {
        if self.idle > 0 {
            self.sleep_for_others();
        }
        self.wait_for_core(is_over);
        if self.idle > 0 {
            self.resumed = Instant::now();
        }
    }

    /// Sleeps for the time that the thread owes other processes since the last call.
    /// Short sleeps add up until one is worth it.
    fn sleep_for_others(&mut self) {
        let computed = self.resumed.elapsed();
        self.owed += computed * u32::from(self.idle) / u32::from(100 - self.idle);
        if self.owed >= MIN_SLEEP && !self.control.is_halted() {
            self.release();
            thread::sleep(std::mem::take(&mut self.owed));
        }
    }

    fn wait_for_core(&mut self, is_over: impl FnMut() -> bool) {
        let Some(cores) = self.cores else {
            return;
        };
        let waits = cores.waiting.load(Ordering::Relaxed) > 0;
        match self.since {
            Some(since) if !waits || since.elapsed() < QUANTUM => {}
            _ if self.control.is_halted() => {}
            _ => self.queue_up(cores, is_over),
        }
    }

    fn queue_up(&mut self, cores: &Cores, mut is_over: impl FnMut() -> bool) {
        let granted = Arc::new(AtomicBool::new(false));
        {
            let mut state = cores.lock();
            if self.since.take().is_some() {
                cores.release_core(&mut state);
            }
            if state.free > 0 {
                state.free -= 1;
                self.since = Some(Instant::now());
                self.is_fresh = false;
                return;
            }
            let waiter = Waiter {
                thread: thread::current(),
                control: self.control.clone(),
                granted: Arc::clone(&granted),
            };
            if self.is_fresh {
                state.fresh.push_back(waiter);
            } else {
                state.queue.push_back(waiter);
            }
            cores.waiting.store(state.waiting(), Ordering::Relaxed);
        }
        while !granted.load(Ordering::Acquire) {
            // If the halt comes between this check and the sleep, its `unpark`
            // leaves a token that ends the sleep at once.
            if self.control.is_halted() || is_over() {
                let mut state = cores.lock();
                let is_other = |waiter: &Waiter| !Arc::ptr_eq(&waiter.granted, &granted);
                state.queue.retain(is_other);
                state.fresh.retain(is_other);
                cores.waiting.store(state.waiting(), Ordering::Relaxed);
                break;
            }
            thread::park_timeout(RECHECK_INTERVAL);
        }
        self.since = granted.load(Ordering::Acquire).then(Instant::now);
        self.is_fresh &= self.since.is_none();
    }

    /// Gives the core back until the next call of [`CoreClaim::wait_to_continue`].
    fn release(&mut self) {
        if let Some(cores) = self.cores
            && self.since.take().is_some()
        {
            cores.release_core(&mut cores.lock());
        }
    }
}

impl Drop for CoreClaim<'_> {
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_core() -> &'static Cores {
        Box::leak(Box::new(Cores::new(1)))
    }

    #[test]
    fn one_core_is_held_by_one_thread_at_a_time() {
        let cores = one_core();
        let (busy, turns) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let control = Control::new();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut claim = CoreClaim::on(Some(cores), &control);
                    for _ in 0..3 {
                        claim.wait_to_continue(|| false);
                        assert_eq!(busy.fetch_add(1, Ordering::SeqCst), 0);
                        turns.fetch_add(1, Ordering::SeqCst);
                        thread::sleep(QUANTUM);
                        busy.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(turns.into_inner(), 12);
        let state = cores.lock();
        assert_eq!((state.free, state.waiting()), (1, 0));
    }

    #[test]
    fn a_halted_or_expired_search_stops_waiting() {
        let cores = one_core();
        let holder = Control::new();
        let mut claim = CoreClaim::on(Some(cores), &holder);
        claim.wait_to_continue(|| false);
        let waiter = Control::new();
        let mut other = CoreClaim::on(Some(cores), &waiter);
        let mut polls = 0;
        other.wait_to_continue(|| {
            polls += 1;
            polls == 3
        });
        assert!(other.since.is_none() && polls == 3);
        waiter.halt();
        other.wait_to_continue(|| panic!("a halted search is not polled"));
        assert!(other.since.is_none());
        drop(claim);
        assert_eq!(cores.lock().free, 1);
    }

    #[test]
    fn fresh_and_earlier_threads_alternate() {
        let cores = one_core();
        let waiter = |control: &Control| Waiter {
            thread: thread::current(),
            control: control.clone(),
            granted: Arc::default(),
        };
        let (old, new) = (Control::new(), Control::new());
        new.halt();
        let mut state = cores.lock();
        for _ in 0..2 {
            state.queue.push_back(waiter(&old));
            state.fresh.push_back(waiter(&new));
        }
        let order = std::iter::from_fn(|| state.next()).map(|next| next.control.is_halted());
        assert_eq!(order.collect::<Vec<_>>(), [true, false, true, false]);
    }

    #[test]
    fn a_search_that_shares_no_cores_never_waits() {
        let control = Control::new();
        let mut claim = CoreClaim::new(&control);
        claim.wait_to_continue(|| panic!("a halted search is not polled"));
        assert!(!claim.is_limited() && claim.since.is_none());
    }
}

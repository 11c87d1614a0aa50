//! Time-sharing of the machine's cores among the searches of a server.
//!
//! At most as many search threads compute at a time as there are cores, each for one
//! [`QUANTUM`], while the others sleep in a queue. A thread that answers a host therefore
//! gets a core at once. A search that is stopped leaves the queue and answers without a core.
//! The operating system's scheduler could ensure neither, because it does not know which
//! searches were stopped.
//!
//! A search may also leave a share of the time to other processes: its threads then sleep
//! from time to time. Workers need only ask whether they may continue, which costs
//! nothing in a search that neither shares the cores nor leaves time to others.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use super::Control;
use crate::util::clock::Instant;
use crate::util::sync::{HAS_THREADS, lock, processors};

/// The time for which a thread computes before it makes way for one that waits.
const QUANTUM: Duration = Duration::from_millis(5);
/// The interval at which a waiting thread checks whether its search is out of time.
const RECHECK_INTERVAL: Duration = Duration::from_millis(10);

/// The shortest sleep that is worth a system call; the operating system extends shorter
/// ones anyway.
const MIN_SLEEP: Duration = Duration::from_millis(1);
/// The maximum share of the time to leave to others, in percent.
const MAX_IDLE: u8 = 90;

/// A number of cores, and the threads that wait for one.
#[derive(Debug)]
struct Cores {
    state: Mutex<CoresState>,
    /// The number of waiting threads, a copy that is read without the lock.
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct CoresState {
    /// The number of cores without a thread.
    free: usize,
    /// Waiting threads that have had a core before.
    queue: VecDeque<Waiter>,
    /// Waiting threads that have not had a core yet. They have a separate queue, so
    /// that a short search need not wait until all others have had their quantum.
    fresh: VecDeque<Waiter>,
    /// Whether the last core to be released went to a thread of `fresh`; if so, the next
    /// one goes to a thread of `queue`, unless `queue` is empty.
    fresh_was_last: bool,
}

impl CoresState {
    fn waiter_count(&self) -> usize {
        self.queue.len() + self.fresh.len()
    }

    /// Removes and returns the thread that gets the next core. The two queues alternate,
    /// so that many short searches can't keep a long one waiting indefinitely.
    fn next_waiter(&mut self) -> Option<Waiter> {
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

/// A thread that waits for a core.
#[derive(Debug)]
struct Waiter {
    /// The control of the thread's search, which wakes the thread.
    control: Control,
    /// Whether the thread has been given a core.
    granted: Arc<AtomicBool>,
}

/// The number of cores that searches leave to the rest of the process.
static RESERVED: AtomicUsize = AtomicUsize::new(0);

/// Leaves this number of cores to the rest of the process, apart from one that the searches which
/// share the cores always have. Has an effect only before the first of them begins.
pub fn reserve_cores(count: usize) {
    RESERVED.store(count, Ordering::Relaxed);
}

/// Returns the cores that this process may use, one object for all searches.
fn machine_cores() -> &'static Cores {
    static CORES: OnceLock<Cores> = OnceLock::new();
    let free = || processors().saturating_sub(RESERVED.load(Ordering::Relaxed));
    CORES.get_or_init(|| Cores::new(free().max(1)))
}

impl Cores {
    const fn new(free: usize) -> Self {
        Self {
            state: Mutex::new(CoresState {
                free,
                queue: VecDeque::new(),
                fresh: VecDeque::new(),
                fresh_was_last: false,
            }),
            waiting: AtomicUsize::new(0),
        }
    }

    /// Hands a core to the next waiting thread, or marks it free if none waits.
    fn release_core(&self, state: &mut CoresState) {
        match state.next_waiter() {
            Some(next) => {
                self.waiting.store(state.waiter_count(), Ordering::Relaxed);
                next.granted.store(true, Ordering::Release);
                next.control.wake();
            }
            None => state.free += 1,
        }
    }
}

/// A thread's claim to a share of a core, through which the thread waits until it may
/// compute. Dropping the claim releases the core.
#[derive(Debug)]
pub struct CoreClaim<'c> {
    /// The shared cores; `None` if the thread need not wait for one.
    cores: Option<&'static Cores>,
    control: &'c Control,
    /// The time at which the thread got its core; `None` while it has none.
    held_since: Option<Instant>,
    /// Whether the thread has not had a core yet.
    is_fresh: bool,
    /// The share of the time to leave to other processes, in percent.
    idle_percent: u8,
    /// The time for which the thread has yet to sleep.
    owed_sleep: Duration,
    /// The time at which the thread resumed computing.
    resumed: Instant,
}

impl<'c> CoreClaim<'c> {
    /// Returns a claim for a thread of the search with this control. The thread has no
    /// core yet.
    pub fn new(control: &'c Control) -> Self {
        Self::with_cores(control.shares_cores().then(machine_cores), control)
    }

    /// Makes the thread also sleep for this share of the time, in percent; more than
    /// `MAX_IDLE` counts as `MAX_IDLE`.
    #[must_use]
    pub fn with_idle_share(mut self, percent: u8) -> Self {
        // Without threads, the search can't sleep.
        self.idle_percent = if HAS_THREADS {
            percent.min(MAX_IDLE)
        } else {
            0
        };
        self
    }

    fn with_cores(cores: Option<&'static Cores>, control: &'c Control) -> Self {
        Self {
            cores,
            control,
            held_since: None,
            is_fresh: true,
            idle_percent: 0,
            owed_sleep: Duration::ZERO,
            resumed: Instant::now(),
        }
    }

    /// Returns whether the thread may have to wait.
    pub const fn is_limited(&self) -> bool {
        self.cores.is_some() || self.idle_percent > 0
    }

    /// Blocks until the thread may continue: sleeps for the time owed to other processes,
    /// and waits while other threads have their quantum. Workers must call this method
    /// often. While it waits for a core, the method polls `is_over`; it returns without a
    /// core once `is_over` returns `true` or the search is halted.
    pub fn wait_to_continue(&mut self, is_over: impl FnMut() -> bool) {
        if self.idle_percent > 0 {
            self.sleep_for_others();
        }
        self.wait_for_core(is_over);
        if self.idle_percent > 0 {
            self.resumed = Instant::now();
        }
    }

    /// Sleeps for the time that the thread owes to other processes, without its core.
    /// Times too short for a sleep add up over several calls.
    fn sleep_for_others(&mut self) {
        let computed = self.resumed.elapsed();
        let idle = u32::from(self.idle_percent);
        self.owed_sleep += computed * idle / (100 - idle);
        if self.owed_sleep >= MIN_SLEEP && !self.control.is_halted() {
            self.release();
            thread::sleep(std::mem::take(&mut self.owed_sleep));
        }
    }

    /// Waits for a core, unless the thread has one and either its quantum is not over or no
    /// other thread waits.
    fn wait_for_core(&mut self, is_over: impl FnMut() -> bool) {
        let Some(cores) = self.cores else {
            return;
        };
        let others_wait = cores.waiting.load(Ordering::Relaxed) > 0;
        match self.held_since {
            Some(since) if !others_wait || since.elapsed() < QUANTUM => {}
            _ if self.control.is_halted() => {}
            _ => self.queue_up(cores, is_over),
        }
    }

    /// Releases the core, if the thread has one, and waits for the next.
    fn queue_up(&mut self, cores: &Cores, mut is_over: impl FnMut() -> bool) {
        let granted = Arc::new(AtomicBool::new(false));
        {
            let mut state = lock(&cores.state);
            if self.held_since.take().is_some() {
                cores.release_core(&mut state);
            }
            if state.free > 0 {
                state.free -= 1;
                self.held_since = Some(Instant::now());
                self.is_fresh = false;
                return;
            }
            let waiter = Waiter {
                control: self.control.clone(),
                granted: Arc::clone(&granted),
            };
            if self.is_fresh {
                state.fresh.push_back(waiter);
            } else {
                state.queue.push_back(waiter);
            }
            cores.waiting.store(state.waiter_count(), Ordering::Relaxed);
        }
        let is_granted = || granted.load(Ordering::Acquire);
        while !is_granted() {
            if self.control.is_halted() || is_over() {
                let mut state = lock(&cores.state);
                let is_other = |waiter: &Waiter| !Arc::ptr_eq(&waiter.granted, &granted);
                state.queue.retain(is_other);
                state.fresh.retain(is_other);
                cores.waiting.store(state.waiter_count(), Ordering::Relaxed);
                break;
            }
            self.control.wait_for_wake(RECHECK_INTERVAL, is_granted);
        }
        self.held_since = is_granted().then(Instant::now);
        self.is_fresh &= self.held_since.is_none();
    }

    /// Releases the core until the next call of [`CoreClaim::wait_to_continue`].
    fn release(&mut self) {
        if let Some(cores) = self.cores
            && self.held_since.take().is_some()
        {
            cores.release_core(&mut lock(&cores.state));
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
        let (holders, quanta) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let control = Control::new();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut claim = CoreClaim::with_cores(Some(cores), &control);
                    for _ in 0..3 {
                        claim.wait_to_continue(|| false);
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                        quanta.fetch_add(1, Ordering::SeqCst);
                        thread::sleep(QUANTUM);
                        holders.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(quanta.into_inner(), 12);
        let state = lock(&cores.state);
        assert_eq!((state.free, state.waiter_count()), (1, 0));
    }

    #[test]
    fn a_halted_or_expired_search_stops_waiting() {
        let cores = one_core();
        let holder_control = Control::new();
        let mut holder = CoreClaim::with_cores(Some(cores), &holder_control);
        holder.wait_to_continue(|| false);
        let waiter_control = Control::new();
        let mut waiter = CoreClaim::with_cores(Some(cores), &waiter_control);
        let mut polls = 0;
        waiter.wait_to_continue(|| {
            polls += 1;
            polls == 3
        });
        assert!(waiter.held_since.is_none() && polls == 3);
        waiter_control.halt();
        waiter.wait_to_continue(|| panic!("a halted search is not polled"));
        assert!(waiter.held_since.is_none());
        drop(holder);
        assert_eq!(lock(&cores.state).free, 1);
    }

    #[test]
    fn fresh_and_earlier_threads_alternate() {
        let cores = one_core();
        let waiter = |control: &Control| Waiter {
            control: control.clone(),
            granted: Arc::default(),
        };
        // The halt only marks the control of the fresh threads.
        let (earlier, fresh) = (Control::new(), Control::new());
        fresh.halt();
        let mut state = lock(&cores.state);
        for _ in 0..2 {
            state.queue.push_back(waiter(&earlier));
            state.fresh.push_back(waiter(&fresh));
        }
        let order = std::iter::from_fn(|| state.next_waiter());
        let are_fresh: Vec<_> = order.map(|waiter| waiter.control.is_halted()).collect();
        assert_eq!(are_fresh, [true, false, true, false]);
    }

    #[test]
    fn a_search_that_shares_no_cores_never_waits() {
        let control = Control::new();
        let mut claim = CoreClaim::new(&control);
        claim.wait_to_continue(|| panic!("a search that shares no cores is not polled"));
        assert!(!claim.is_limited() && claim.held_since.is_none());
    }
}

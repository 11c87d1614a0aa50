//! The cores of the machine, shared among the searches of a server.
//!
//! **The decision:** no more searches compute at a time than there are cores,
//! each for a [`QUANTUM`], and the others sleep in a queue. So a thread that
//! answers a host finds a core at once, and so does a search that is stopped: it
//! leaves the queue and answers without waiting for its turn. The scheduler of
//! the system could do neither, as it does not know who was stopped.
//!
//! A search that is not told to share pays nothing.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::Control;

/// How long a search computes while others wait.
const QUANTUM: Duration = Duration::from_millis(5);
/// How often a search that waits looks at its clock.
const LOOK: Duration = Duration::from_millis(10);

/// A number of cores, and who waits for one.
#[derive(Debug)]
struct Cores {
    state: Mutex<State>,
    /// The length of the queue.
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct State {
    free: usize,
    /// Who has had a core before.
    queue: VecDeque<Waiter>,
    /// Who has not: a short search is over before all others have had their
    /// time.
    fresh: VecDeque<Waiter>,
    /// The last core given back went to one of them, so the next does not.
    fresh_was_last: bool,
}

impl State {
    fn waiters(&self) -> impl Iterator<Item = &Waiter> {
        self.queue.iter().chain(&self.fresh)
    }

    fn waiting(&self) -> usize {
        self.queue.len() + self.fresh.len()
    }

    /// The next who gets a core: the two queues take turns, so that many short
    /// searches can't keep a long one waiting for ever.
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

/// All cores that this process may use.
fn of_this_machine() -> &'static Cores {
    static CORES: OnceLock<Cores> = OnceLock::new();
    CORES.get_or_init(|| Cores::new(thread::available_parallelism().map_or(1, usize::from)))
}

/// Wakes what waits for a core and has been halted.
pub fn wake_halted() {
    for waiter in of_this_machine().lock().waiters() {
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
        // The state is whole between any two of its calls.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a core back: to the first who waits, if there is one.
    fn give_back(&self, state: &mut State) {
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

/// A thread's claim to a core. Dropped, it gives the core back.
#[derive(Debug)]
pub struct Claim<'c> {
    cores: Option<&'static Cores>,
    control: &'c Control,
    /// Since when it has a core.
    since: Option<Instant>,
    /// It has not had one yet.
    is_fresh: bool,
}

impl<'c> Claim<'c> {
    /// A claim of a thread that works for this control, without a core yet.
    pub fn new(control: &'c Control) -> Self {
        Self::on(control.shares_cores().then(of_this_machine), control)
    }

    const fn on(cores: Option<&'static Cores>, control: &'c Control) -> Self {
        Self {
            cores,
            control,
            since: None,
            is_fresh: true,
        }
    }

    /// Whether there is anything to share.
    pub const fn is_shared(&self) -> bool {
        self.cores.is_some()
    }

    /// To be called often. Sees to it that the thread has a core, which may mean
    /// to wait while others have their time; `is_over` is asked now and then
    /// whether it still wants one. Returns without a core where it does not, or
    /// the search was halted.
    pub fn keep(&mut self, is_over: impl FnMut() -> bool) {
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
                cores.give_back(&mut state);
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
            // A stop between the look and the sleep leaves a token that ends it.
            if self.control.is_halted() || is_over() {
                let mut state = cores.lock();
                let is_other = |waiter: &Waiter| !Arc::ptr_eq(&waiter.granted, &granted);
                state.queue.retain(is_other);
                state.fresh.retain(is_other);
                cores.waiting.store(state.waiting(), Ordering::Relaxed);
                break;
            }
            thread::park_timeout(LOOK);
        }
        self.since = granted.load(Ordering::Acquire).then(Instant::now);
        self.is_fresh &= self.since.is_none();
    }

    /// Gives the core back until the next call of [`Claim::keep`].
    pub fn pause(&mut self) {
        if let Some(cores) = self.cores
            && self.since.take().is_some()
        {
            cores.give_back(&mut cores.lock());
        }
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.pause();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_core() -> &'static Cores {
        Box::leak(Box::new(Cores::new(1)))
    }

    #[test]
    fn one_core_is_held_by_one_and_passed_on() {
        let cores = one_core();
        let (busy, turns) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let control = Control::new();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut claim = Claim::on(Some(cores), &control);
                    for _ in 0..3 {
                        claim.keep(|| false);
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
    fn who_is_over_or_halted_waits_no_longer() {
        let cores = one_core();
        let holder = Control::new();
        let mut claim = Claim::on(Some(cores), &holder);
        claim.keep(|| false);
        let waiter = Control::new();
        let mut other = Claim::on(Some(cores), &waiter);
        let mut looks = 0;
        other.keep(|| {
            looks += 1;
            looks == 3
        });
        assert!(other.since.is_none() && looks == 3);
        waiter.halt();
        other.keep(|| panic!("it is not asked"));
        assert!(other.since.is_none());
        drop(claim);
        assert_eq!(cores.lock().free, 1);
    }

    #[test]
    fn new_ones_and_old_ones_take_turns() {
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
    fn who_shares_nothing_never_waits() {
        let control = Control::new();
        let mut claim = Claim::new(&control);
        claim.keep(|| panic!("it is not asked"));
        assert!(!claim.is_shared() && claim.since.is_none());
    }
}

//! The threads of the module: workers of the host that share its memory.
//!
//! Only a script can start a worker, and only while its own worker waits for messages. So the host
//! starts them before they are needed, each calls [`run`] once and never comes back, and a
//! thread is a piece of work that one of them takes. When the work is done, its worker takes other
//! work, with the stack and the thread's values that it has.

use std::collections::VecDeque;
use std::io;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use batyr::util::clock::Instant;
use batyr::util::sync::{lock, unpoisoned};
use batyr::util::threads::ThreadWork;

/// How long a thread may take to begin: a worker that ends other work is free in less. The host's other
/// lines wait meanwhile.
const PATIENCE: Duration = Duration::from_secs(2);

/// Work that no worker has taken, with its number.
struct Queue {
    waiting: VecDeque<(u64, ThreadWork)>,
    next_number: u64,
}

static QUEUE: Mutex<Queue> = Mutex::new(Queue {
    waiting: VecDeque::new(),
    next_number: 0,
});
/// Tells that work was added or taken.
static CHANGED: Condvar = Condvar::new();

/// Leaves work for the next worker that is free, even if there is none yet. Returns its number.
pub fn leave(work: ThreadWork) -> u64 {
    let mut queue = lock(&QUEUE);
    let number = queue.next_number;
    queue.next_number += 1;
    queue.waiting.push_back((number, work));
    CHANGED.notify_all();
    number
}

/// Starts a thread: waits until a worker has taken the work.
///
/// # Errors
/// Returns an error if all workers remain busy.
pub fn start(work: ThreadWork) -> io::Result<()> {
    let number = leave(work);
    let begun = Instant::now();
    let mut queue = lock(&QUEUE);
    while let Some(index) = queue.waiting.iter().position(|(own, _)| *own == number) {
        let left = PATIENCE.saturating_sub(begun.elapsed());
        if left.is_zero() {
            drop(queue.waiting.remove(index));
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                "the browser starts no more workers",
            ));
        }
        (queue, _) = unpoisoned(CHANGED.wait_timeout(queue, left));
    }
    Ok(())
}

/// Takes one piece of work after another.
pub fn run() -> ! {
    loop {
        let mut queue = lock(&QUEUE);
        let (_, work) = loop {
            match queue.waiting.pop_front() {
                Some(taken) => break taken,
                None => queue = unpoisoned(CHANGED.wait(queue)),
            }
        };
        drop(queue);
        CHANGED.notify_all();
        work();
    }
}

/// Returns memory for the stack and the values of a thread, which is never given back; null if there
/// is none.
pub fn stack(bytes: usize) -> *mut u8 {
    let mut memory: Vec<u8> = Vec::new();
    if memory.try_reserve_exact(bytes).is_err() {
        return std::ptr::null_mut();
    }
    memory.resize(bytes, 0);
    memory.leak().as_mut_ptr()
}

/// Takes this much memory from the system for later, or half as much where it is refused, and so on:
/// one version of Safari can't give more to a module that has threads.
pub fn reserve(mut bytes: usize) {
    while bytes > 1 << 20 && Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        bytes /= 2;
    }
}

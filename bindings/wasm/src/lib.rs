//! The engine in WebAssembly: the conversation of `batyr serve`, for one host.
//!
//! The module exports five functions, and imports four (`host`). Lines go in by
//! [`batyr_input`] and [`batyr_line`], and come out by an import. Nothing waits: a search is a task that
//! [`batyr_run`] goes on with, until it is done or the host wants a pause. Compiled for shared memory, the
//! module exports two functions more, by which workers of the host become its threads
//! (`threads`): searches run there, and [`batyr_run`] only delivers what they report. Numbers and bytes are all
//! that crosses the border, so no generated code is needed on either side; all unsafe code of
//! the program is in this file and in `host`.

mod files;
mod host;
mod shared;
mod shell;
#[cfg(target_feature = "atomics")]
mod threads;

use std::cell::RefCell;

use batyr_protocol::Flow;

thread_local! {
    /// The bytes that the host has written.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Begins the conversation. The host calls this once, before anything else, and says how many threads a
/// search may have, which means nothing where there are none.
#[unsafe(no_mangle)]
pub extern "C" fn batyr_new(max_threads: u32) {
    host::prepare();
    shell::begin(max_threads as usize);
}

/// Returns where the host may write this many bytes of input; null if there is no memory for them.
#[unsafe(no_mangle)]
pub extern "C" fn batyr_input(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        if input.try_reserve_exact(bytes).is_err() {
            return std::ptr::null_mut();
        }
        input.resize(bytes, 0);
        input.as_mut_ptr()
    })
}

/// Handles a line, which is what was written as input. Returns 1 if the conversation is over.
#[unsafe(no_mangle)]
pub extern "C" fn batyr_line() -> u32 {
    let bytes = INPUT.take();
    u32::from(shell::line(bytes) == Flow::Exit)
}

/// Takes a file, which is what was written as input: a network, the endgame tables of a game or an
/// opening book. No bytes say that the file that the module wants can't be had. Returns 1 if it is
/// sound, else 0. The host calls this later than it is asked for a file, not in that call.
#[unsafe(no_mangle)]
pub extern "C" fn batyr_file() -> u32 {
    u32::from(shell::add_file(INPUT.take()))
}

/// Goes on with the tasks. Returns 0 if there is none, 1 if there is more to do, 2 if there is
/// nothing to do until the host sends a line, and 3 if the conversation is over, as after `wait` and
/// `quit`.
///
/// While this is suspended in an import, the host may call all functions but this one.
#[unsafe(no_mangle)]
pub extern "C" fn batyr_run() -> u32 {
    match shell::run() {
        shell::Work::None => 0,
        shell::Work::More => 1,
        shell::Work::Waiting => 2,
        shell::Work::Over => 3,
    }
}

/// Returns memory for the stack and the values of a thread; null if there is none.
#[cfg(target_feature = "atomics")]
#[unsafe(no_mangle)]
pub extern "C" fn batyr_stack(bytes: usize) -> *mut u8 {
    threads::stack(bytes)
}

/// Makes a worker of the host a thread. It never returns.
#[cfg(target_feature = "atomics")]
#[unsafe(no_mangle)]
pub extern "C" fn batyr_thread() {
    threads::run()
}

//! What the host gives the module: the time, the answer to polls, and a place for lines.

use std::panic::set_hook;
use std::time::Duration;

use batyr::engine::Poll;
use batyr::util::clock::hosted::set_clock;
#[cfg(target_feature = "atomics")]
use batyr::util::threads::set_start;

mod imports {
    #[link(wasm_import_module = "batyr")]
    unsafe extern "C" {
        /// Returns the milliseconds since some moment.
        pub safe fn clock() -> f64;
        /// Is called by a search some times in a second. Returns 0 to go on, 1 for a pause.
        pub safe fn poll() -> u32;
        /// Takes a line, which is UTF-8 text without an end of line.
        pub fn line_out(text: *const u8, bytes: usize);
        /// Is called by a thread when there are events for the conversation.
        #[cfg(target_feature = "atomics")]
        pub safe fn news();
        /// Takes the path of a file that the host should hand over.
        pub fn want(path: *const u8, bytes: usize);
    }
}

/// Sets the clock and the start of threads, and makes a panic say its reason before it ends the module.
pub fn prepare() {
    set_clock(|| Duration::try_from_secs_f64(imports::clock() / 1000.0).unwrap_or_default());
    #[cfg(target_feature = "atomics")]
    set_start(crate::threads::start);
    set_hook(Box::new(|panic| {
        let reason = panic.to_string().replace('\n', " ");
        line_out(&format!(
            "info string error: the engine has crashed: {reason}"
        ));
    }));
}

/// Asks the host whether the search should continue.
pub fn poll() -> Poll {
    match imports::poll() {
        0 => Poll::Continue,
        _ => Poll::Pause,
    }
}

/// Tells the host, from a thread, that there are events for the conversation.
#[cfg(target_feature = "atomics")]
pub fn news() {
    imports::news();
}

/// Sends a line to the host.
pub fn line_out(line: &str) {
    // SAFETY: the host reads this many bytes during the call and keeps no pointer.
    unsafe { imports::line_out(line.as_ptr(), line.len()) }
}

/// Asks the host for a file.
pub fn want(path: &str) {
    // SAFETY: the host reads this many bytes during the call and keeps no pointer.
    unsafe { imports::want(path.as_ptr(), path.len()) }
}

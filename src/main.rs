//! The `batyr` program.

use std::process::ExitCode;

#[cfg(not(windows))]
fn main() -> ExitCode {
    batyr::cli::run()
}

/// Runs the program on a thread with as large a stack as the main thread has on Unix;
/// on Windows, the main thread's stack has 1 MiB.
#[cfg(windows)]
fn main() -> ExitCode {
    const STACK_SIZE: usize = 8 << 20;
    let program = std::thread::Builder::new()
        .stack_size(STACK_SIZE)
        .spawn(batyr::cli::run);
    // A panic has been reported; without a thread nothing can be done.
    program.map_or(ExitCode::FAILURE, |thread| {
        thread.join().unwrap_or(ExitCode::FAILURE)
    })
}

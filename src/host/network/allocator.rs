//! The allocator's settings that return the memory of ended sessions to the
//! system.
//!
//! The allocator of glibc keeps freed hash tables once it has seen a few of
//! them: in a measurement, 24 sessions of 16 MB that were opened and closed
//! three times kept 430 MB, and 20 MB with the settings below. It reads
//! them only when a process starts, hence the second start here: the program
//! replaces itself before it has done anything else.

/// Blocks of more bytes than this are mapped individually, and unmapped when
/// they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const THRESHOLD: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "131072");
/// The number of heaps that the threads share for smaller blocks; no search
/// allocates much.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ARENAS: (&str, &str) = ("MALLOC_ARENA_MAX", "2");

/// Restarts the program with the settings, unless they are set already. Returns
/// if there is nothing to do, or if the restart fails.
pub fn set_up_allocator() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if std::env::var_os(THRESHOLD.0).is_none() {
        let error = restart();
        log::warn!("memory of ended sessions will be kept: {error}");
    }
}

/// Replaces the process with a new one; returns only on failure.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn restart() -> std::io::Error {
    use std::os::unix::process::CommandExt;
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return error,
    };
    let mut words = std::env::args_os();
    let name = words.next().unwrap_or_else(|| program.clone().into());
    std::process::Command::new(program)
        .arg0(name)
        .args(words)
        .envs([THRESHOLD, ARENAS])
        .exec()
}

//! Memory of sessions that have ended goes back to the system.
//!
//! The allocator of glibc keeps freed hash tables once it has seen a few of
//! them: measured, 24 sessions of 16 MB left 430 MB behind after their third
//! coming and going, and 20 MB with the settings below. It reads them at the
//! start of a process and at no other time, hence the second start here: the
//! program replaces itself before it has done anything.

/// Blocks of more bytes are mapped alone, and unmapped when they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const THRESHOLD: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "131072");
/// Threads share so many heaps for the rest; no search allocates much.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ARENAS: (&str, &str) = ("MALLOC_ARENA_MAX", "2");

/// Starts the program anew with the settings, unless they have been made
/// already. Comes back if there is nothing to do, or it can't be done.
pub fn set_up_allocator() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if std::env::var_os(THRESHOLD.0).is_none() {
        let error = start_anew();
        log::warn!("memory of ended sessions will be kept: {error}");
    }
}

/// Does not come back if all is well.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn start_anew() -> std::io::Error {
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

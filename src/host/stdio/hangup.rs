//! Detects that nobody reads standard output any more.
//!
//! A write would fail, but a task that prints nothing for hours, such as a deep perft,
//! would outlive its host. So a thread waits in `poll` for the events that are always
//! reported: they mean that the other end of a pipe, socket or terminal has been closed.
//! A file has no other end, so nothing is ever reported for it.

use tokio::sync::watch;

/// Returns a flag that becomes true when nobody reads standard output any more. It remains
/// false where the system can't detect that.
pub fn watch_stdout() -> watch::Receiver<bool> {
    let (sender, hangup) = watch::channel(false);
    #[cfg(unix)]
    {
        let thread = std::thread::Builder::new()
            .name("batyr-hangup".to_owned())
            .spawn(move || {
                if wait_for_hangup() {
                    // The receiver may have been dropped already.
                    let _ = sender.send(true);
                }
            });
        if let Err(error) = thread {
            log::warn!("can't watch standard output: {error}");
        }
    }
    #[cfg(not(unix))]
    drop(sender);
    hangup
}

/// Waits until the other end of standard output is closed; returns `false` if this can't be
/// detected.
#[cfg(unix)]
fn wait_for_hangup() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    const INTERVAL: std::time::Duration = std::time::Duration::from_millis(250);
    // Other systems, such as macOS, report a hangup only if some event is requested. Output is
    // nearly always possible, so there the loop polls for it at intervals.
    let is_always_reported = cfg!(target_os = "linux");
    let requested = match is_always_reported {
        true => PollFlags::empty(),
        false => PollFlags::OUT,
    };
    let stdout = std::io::stdout();
    loop {
        let mut poll_fds = [PollFd::new(&stdout, requested)];
        match poll(&mut poll_fds, None) {
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
            Ok(_) => {
                let events = poll_fds[0].revents();
                if events.intersects(PollFlags::ERR | PollFlags::HUP) {
                    return true;
                }
                if events.contains(PollFlags::NVAL) {
                    return false;
                }
            }
        }
        if !is_always_reported {
            std::thread::sleep(INTERVAL);
        }
    }
}

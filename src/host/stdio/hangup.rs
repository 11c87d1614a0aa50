//! Detection that nobody reads standard output any more.
//!
//! A write would detect it, but a task without output for
//! hours (a deep perft) would then outlive its host. So a thread sleeps in
//! `poll` for the events that are always reported: that the other end of a
//! pipe, socket or terminal is gone. A file has no other end and is never gone.

use tokio::sync::watch;

/// Returns a flag that turns true when nobody reads standard output any more;
/// it never does where the system can't detect that.
pub fn of_stdout() -> watch::Receiver<bool> {
    let (gone, is_gone) = watch::channel(false);
    #[cfg(unix)]
    {
        let thread = std::thread::Builder::new()
            .name("batyr-hangup".to_owned())
            .spawn(move || {
                if waits_for_hangup() {
                    // The receiver may have been dropped already.
                    let _ = gone.send(true);
                }
            });
        if let Err(error) = thread {
            log::warn!("can't watch standard output: {error}");
        }
    }
    #[cfg(not(unix))]
    drop(gone);
    is_gone
}

/// Sleeps until the other end of standard output is gone; returns `false` if
/// that can't be detected.
#[cfg(unix)]
fn waits_for_hangup() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let stdout = std::io::stdout();
    let mut ends = [PollFd::new(&stdout, PollFlags::empty())];
    loop {
        match poll(&mut ends, None) {
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
            Ok(_) => {
                let gone = PollFlags::ERR | PollFlags::HUP;
                return ends.iter().any(|end| end.revents().intersects(gone));
            }
        }
    }
}

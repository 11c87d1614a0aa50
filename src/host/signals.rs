//! Signals that end the program.
//!
//! A dedicated thread receives the signals, so they are handled whatever the other threads
//! are doing. The first signal makes the conversations answer their pending requests and
//! then end. A second signal, or a timeout if a conversation does not end, ends the process
//! immediately.
//!
//! The signals are SIGINT (Ctrl-C), SIGTERM and SIGHUP. A terminal that is closed sends
//! SIGHUP, often twice, from the shell and from the system; so it never counts as the second
//! signal. A process that was started with SIGHUP ignored, for example by `nohup`, continues
//! to ignore it. On systems other than Linux this can't be determined, and SIGHUP keeps its
//! effect, which by default is to end the process.

use std::io;
use std::thread::Builder;
use std::time::Duration;

use tokio::runtime;
use tokio::sync::watch;

use super::shutdown::Shutdown;

/// The time limit for the conversations to end.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);
/// The exit status if the conversations do not end in time.
const TIMEOUT_STATUS: i32 = 1;

/// Starts to listen for signals. From the first signal on, the receiver holds
/// [`Shutdown::Requested`]. If listening fails, signals keep their default effect.
/// `before_exit` is called before the process is ended without waiting for the conversations.
pub fn listen(before_exit: fn()) -> watch::Receiver<Shutdown> {
    let (requests, shutdown) = watch::channel(Shutdown::None);
    if let Err(error) = start(requests, before_exit) {
        log::warn!("can't listen for signals, which keep their default effect: {error}");
    }
    shutdown
}

fn start(requests: watch::Sender<Shutdown>, before_exit: fn()) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // The signals are registered before the thread runs, so that none is missed.
    let mut signals = {
        let _runtime_guard = runtime.enter();
        Signals::register()?
    };
    Builder::new()
        .name("batyr-signals".to_owned())
        .spawn(move || {
            runtime.block_on(async {
                signals.next().await;
                requests.send_replace(Shutdown::Requested);
                signals.ignore_hangups();
                let status = tokio::select! {
                    status = signals.next() => status,
                    () = tokio::time::sleep(SHUTDOWN_GRACE) => TIMEOUT_STATUS,
                };
                before_exit();
                std::process::exit(status);
            })
        })?;
    Ok(())
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// `None` if the program does not listen for SIGHUP.
    hangup: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Signals {
    fn register() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: match is_ignored(SignalKind::hangup().as_raw_value()) {
                Some(false) => Some(signal(SignalKind::hangup())?),
                Some(true) | None => None,
            },
        })
    }

    /// Ignores SIGHUP from now on.
    fn ignore_hangups(&mut self) {
        self.hangup = None;
    }

    /// Waits for a signal, and returns the exit status of a process that the signal ends.
    async fn next(&mut self) -> i32 {
        use futures_util::future::OptionFuture;
        use tokio::signal::unix::{Signal, SignalKind};
        // A branch with an `OptionFuture` of `None` is never taken.
        let signal = tokio::select! {
            _ = self.interrupt.recv() => SignalKind::interrupt(),
            _ = self.terminate.recv() => SignalKind::terminate(),
            Some(_) = OptionFuture::from(self.hangup.as_mut().map(Signal::recv)) => {
                SignalKind::hangup()
            }
        };
        128 + signal.as_raw_value()
    }
}

/// Returns whether this process ignores a signal; `None` if that is unknown.
#[cfg(target_os = "linux")]
pub fn is_ignored(signal: i32) -> Option<bool> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    let ignored = u64::from_str_radix(ignored.trim(), 16).ok()?;
    // The lowest bit is that of signal 1.
    let bit = u32::try_from(signal).ok()?.checked_sub(1)?;
    Some(ignored.checked_shr(bit)? & 1 == 1)
}

/// Returns `None`, because this is only determined on Linux.
#[cfg(all(unix, not(target_os = "linux")))]
pub fn is_ignored(_: i32) -> Option<bool> {
    None
}

#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn register() -> io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    fn ignore_hangups(&mut self) {}

    /// Waits for Ctrl-C, and returns the exit status after it.
    async fn next(&mut self) -> i32 {
        self.0.recv().await;
        130
    }
}

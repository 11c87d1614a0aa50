//! Signals that ask the program to end.
//!
//! A dedicated thread receives them, so that they are handled
//! whatever else is going on. The first one asks the conversations to end, after
//! they have answered their pending requests; a second one ends the process at once,
//! and so does a conversation that does not end in time.

use std::io;
use std::thread::Builder;
use std::time::Duration;

use tokio::runtime;
use tokio::sync::watch;

use super::shutdown::Shutdown;

/// The time limit for conversations to end.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);
/// The exit status if conversations take longer.
const STUCK_STATUS: i32 = 1;

/// Starts to listen for signals. The receiver holds [`Shutdown::Requested`] from
/// the first signal on. Where the system does not allow that, signals have their
/// default effect.
pub fn listen() -> watch::Receiver<Shutdown> {
    let (requests, shutdown) = watch::channel(Shutdown::None);
    if let Err(error) = start(requests) {
        log::warn!("signals have their default effect: {error}");
    }
    shutdown
}

fn start(requests: watch::Sender<Shutdown>) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // Registered before the thread runs, so that no signal is missed.
    let mut signals = {
        let _inside = runtime.enter();
        Signals::register()?
    };
    Builder::new()
        .name("batyr-signals".to_owned())
        .spawn(move || {
            runtime.block_on(async {
                signals.next().await;
                requests.send_replace(Shutdown::Requested);
                let status = tokio::select! {
                    status = signals.next() => status,
                    () = tokio::time::sleep(SHUTDOWN_GRACE) => STUCK_STATUS,
                };
                std::process::exit(status);
            })
        })?;
    Ok(())
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn register() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for a signal and returns the exit status that it stands for.
    async fn next(&mut self) -> i32 {
        use tokio::signal::unix::SignalKind;
        let signal = tokio::select! {
            _ = self.interrupt.recv() => SignalKind::interrupt(),
            _ = self.terminate.recv() => SignalKind::terminate(),
        };
        128 + signal.as_raw_value()
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn register() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) -> i32 {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        1
    }
}

/// A listener for Ctrl-C alone.
pub struct CtrlC(
    #[cfg(unix)] tokio::signal::unix::Signal,
    #[cfg(windows)] tokio::signal::windows::CtrlC,
);

impl CtrlC {
    /// Starts to listen, within a runtime: a signal that arrives before anyone
    /// waits for it is kept.
    pub fn register() -> io::Result<Self> {
        #[cfg(unix)]
        let signal = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())?;
        #[cfg(windows)]
        let signal = tokio::signal::windows::ctrl_c()?;
        Ok(Self(signal))
    }

    /// Waits for the next Ctrl-C; returns `None` if none can come any more.
    pub async fn next(&mut self) -> Option<()> {
        self.0.recv().await
    }
}

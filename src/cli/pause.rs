//! Pauses a run while a file exists, and when the terminal stops the program (Ctrl-Z).

use std::path::Path;
use std::thread::{Builder, sleep};
use std::time::Duration;

use crate::tournament::PauseReason;
use crate::tournament::run::RunHandle;

/// The interval between two checks for the pause file.
const FILE_INTERVAL: Duration = Duration::from_millis(200);

/// Pauses the run while `pause_file` exists, if it is given, and at SIGTSTP.
pub fn pause_on_request(run: &RunHandle, pause_file: Option<&Path>) {
    if let Some(file) = pause_file.map(Path::to_owned) {
        // The run does not start a game if the file exists already.
        run.set_paused(PauseReason::File, file.exists());
        let watched_run = run.clone();
        let watch = move || {
            while !watched_run.is_stopped() {
                watched_run.set_paused(PauseReason::File, file.exists());
                sleep(FILE_INTERVAL);
            }
        };
        if !start_thread("batyr-pause-file", watch) {
            run.set_paused(PauseReason::File, false);
        }
    }
    #[cfg(unix)]
    {
        let run = run.clone();
        start_thread("batyr-sigtstp", move || terminal_stop::handle(&run));
    }
}

/// Returns a line that reports a pause for these reasons, or its end if `reasons` is empty.
pub fn pause_line(reasons: &[PauseReason]) -> String {
    if reasons.is_empty() {
        return "the games continue".to_owned();
    }
    let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    let reasons = reasons.join(" and ");
    format!("paused {reasons}: the engines finish their current turns first")
}

/// Starts a thread, and returns whether the system allowed it.
fn start_thread(name: &str, work: impl FnOnce() + Send + 'static) -> bool {
    let started = Builder::new().name(name.to_owned()).spawn(work);
    if let Err(error) = &started {
        log::warn!("can't start the thread that pauses the games: {error}");
    }
    started.is_ok()
}

/// SIGTSTP, by which a terminal stops its programs.
#[cfg(unix)]
mod terminal_stop {
    use std::io;
    use std::time::Duration;

    use rustix::process::{Signal as ProcessSignal, getpid, kill_process};
    use tokio::runtime;
    use tokio::signal::unix::{Signal, SignalKind, signal};

    use crate::cli::keys::is_terminal_changed;
    use crate::host::signals::is_ignored;
    use crate::tournament::PauseReason;
    use crate::tournament::run::RunHandle;

    /// The interval at which to check whether the games are at rest.
    const REST_INTERVAL: Duration = Duration::from_millis(20);

    /// At each SIGTSTP, waits until the games are at rest and then stops the program; the games
    /// resume when the program is continued. A second SIGTSTP during the wait stops the program at
    /// once; a game whose search it interrupts is replayed. SIGTSTP has no effect if it was ignored
    /// when the program was started, or if no shell can continue the program.
    pub fn handle(run: &RunHandle) {
        if is_ignored(ProcessSignal::TSTP.as_raw()) == Some(true) {
            return;
        }
        if let Err(error) = listen(run) {
            log::warn!("SIGTSTP keeps its default effect: {error}");
        }
    }

    fn listen(run: &RunHandle) -> io::Result<()> {
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let mut stops = signal(SignalKind::from_raw(ProcessSignal::TSTP.as_raw()))?;
            let mut continuations = signal(SignalKind::from_raw(ProcessSignal::CONT.as_raw()))?;
            while stops.recv().await.is_some() {
                if !can_be_continued() {
                    continue;
                }
                run.set_paused(PauseReason::Signal, true);
                wait_for_rest(run, &mut stops).await;
                // Discard a SIGCONT that arrived before the stop.
                let _ = tokio::time::timeout(Duration::ZERO, continuations.recv()).await;
                match kill_process(getpid(), ProcessSignal::STOP) {
                    // This thread may run for another moment before all threads have stopped.
                    Ok(()) => drop(continuations.recv().await),
                    Err(error) => log::warn!("can't stop this process: {error}"),
                }
                run.set_paused(PauseReason::Signal, false);
            }
            Ok(())
        })
    }

    /// Returns whether a shell can continue this process: whether an ancestor in the
    /// same session belongs to a different process group and so can control this one.
    /// Without such an ancestor, as in a container or in `ssh -t HOST batyr`, the
    /// system, too, discards the SIGTSTP of a terminal.
    #[cfg(target_os = "linux")]
    fn can_be_continued() -> bool {
        use crate::tournament::process_tree::stat;
        let own = stat(getpid());
        let mut process = own;
        // From inside a container, all sessions outside look the same; they count as one,
        // that of whoever started the container's first process.
        while let (Some(own), Some(child)) = (own, process)
            && let Some(ancestor) = child.parent.and_then(stat)
            && ancestor.session == own.session
        {
            if ancestor.group != own.group {
                return true;
            }
            process = Some(ancestor);
        }
        false
    }

    /// Returns whether a shell can continue this process. On systems other than Linux,
    /// only the parent is examined.
    #[cfg(not(target_os = "linux"))]
    fn can_be_continued() -> bool {
        use rustix::process::{getpgid, getppid, getsid};
        getppid().is_some_and(|parent| {
            getsid(Some(parent)) == getsid(None) && getpgid(Some(parent)) != getpgid(None)
        })
    }

    async fn wait_for_rest(run: &RunHandle, stops: &mut Signal) {
        let rest = async {
            // Gives the view time to report the pause before the program stops.
            tokio::time::sleep(REST_INTERVAL).await;
            // The terminal's settings must be restored before the shell takes over.
            while !run.is_stopped() && (!run.is_at_rest() || is_terminal_changed()) {
                tokio::time::sleep(REST_INTERVAL).await;
            }
        };
        tokio::select! {
            () = rest => {}
            _ = stops.recv() => {}
        }
    }
}

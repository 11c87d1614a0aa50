//! Keys that control a run on a terminal.
//!
//! During the run, the terminal delivers each key at once, without echo. Its mode is restored when
//! the run ends, before the program is stopped, and before a signal ends the program at once. Keys
//! are read only in the foreground: the system stops a background program that reads a terminal.

use crate::tournament::PauseReason;
use crate::tournament::run::RunHandle;

/// The keys, for a line of help.
pub const HELP: &str = "p pauses or resumes, + and - change the number of concurrent games";

/// Performs the action of a key.
#[cfg_attr(not(unix), allow(dead_code))]
fn press(key: u8, run: &RunHandle) {
    match key {
        b'p' | b'P' => run.toggle_pause(PauseReason::Key),
        b'+' => run.change_jobs(1),
        b'-' => run.change_jobs(-1),
        _ => {}
    }
}

#[cfg(unix)]
pub use unix::{Keys, is_terminal_changed, restore_terminal};

#[cfg(not(unix))]
pub use elsewhere::{Keys, restore_terminal};

#[cfg(unix)]
mod unix {
    use std::io::{IsTerminal, stdin};
    use std::sync::{Mutex, MutexGuard};
    use std::thread::{Builder, JoinHandle, sleep};
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::Pid;
    #[cfg(target_os = "linux")]
    use rustix::process::getpid;
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};

    use super::press;
    use crate::tournament::PauseReason;
    use crate::tournament::run::RunHandle;
    use crate::util::sync::lock;

    /// The maximum time to wait for a key before the state of the run is checked again.
    const INTERVAL: Timespec = Timespec {
        tv_sec: 0,
        tv_nsec: 100_000_000,
    };

    /// The time between two checks while no keys are read.
    const IDLE_INTERVAL: Duration = Duration::from_millis(50);

    /// The mode of the terminal before this program changed it; `None` while it is unchanged.
    static ORIGINAL: Mutex<Option<Termios>> = Mutex::new(None);

    fn original() -> MutexGuard<'static, Option<Termios>> {
        lock(&ORIGINAL)
    }

    /// Returns whether the mode of the terminal is changed. It is restored soon after a signal
    /// pauses the run.
    pub fn is_terminal_changed() -> bool {
        original().is_some()
    }

    /// Restores the mode of the terminal, if it is changed. If the program is in the background,
    /// the shell has already done so.
    pub fn restore_terminal() {
        let mut original = original();
        if let Some(mode) = &*original
            && is_in_foreground()
        {
            let _ = tcsetattr(stdin(), OptionalActions::Now, mode);
        }
        *original = None;
    }

    /// The thread that reads the keys of a run, if stdin is a terminal.
    pub struct Keys(Option<JoinHandle<()>>);

    impl Keys {
        /// Starts a thread that reads keys, if stdin is a terminal.
        pub fn read(run: RunHandle) -> Self {
            if !stdin().is_terminal() {
                return Self(None);
            }
            let thread = Builder::new().name("batyr-keys".to_owned());
            Self(thread.spawn(move || read_until_stopped(&run)).ok())
        }

        /// Returns whether a thread was started to read keys.
        pub const fn is_active(&self) -> bool {
            self.0.is_some()
        }

        /// Waits until the mode of the terminal has been restored; the run must have ended.
        pub fn close(self) {
            if let Some(thread) = self.0 {
                let _ = thread.join();
            }
        }
    }

    fn read_until_stopped(run: &RunHandle) {
        while !run.is_stopped() {
            if run.is_paused_by(PauseReason::Signal) || !is_in_foreground() {
                restore_terminal();
                sleep(IDLE_INTERVAL);
                continue;
            }
            deliver_keys_at_once();
            let input = stdin();
            let mut watched = [PollFd::new(&input, PollFlags::IN)];
            if !matches!(poll(&mut watched, Some(&INTERVAL)), Ok(1..)) {
                continue;
            }
            let mut buffer = [0; 16];
            match rustix::io::read(stdin(), &mut buffer) {
                Ok(0) | Err(_) => break,
                Ok(count) => buffer.iter().take(count).for_each(|&key| press(key, run)),
            }
        }
        restore_terminal();
    }

    /// Makes the terminal deliver each key at once, without echo, unless it already does.
    fn deliver_keys_at_once() {
        let mut original = original();
        if original.is_none()
            && let Ok(mode) = tcgetattr(stdin())
        {
            let mut changed = mode.clone();
            changed.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
            let is_changed = tcsetattr(stdin(), OptionalActions::Now, &changed).is_ok();
            *original = is_changed.then_some(mode);
        }
    }

    fn is_in_foreground() -> bool {
        tcgetpgrp(stdin()).is_ok_and(|group| own_group() == Some(group))
    }

    /// Returns the group of this process; `None` if the group is outside this container, in which
    /// case the system call would return 0.
    #[cfg(target_os = "linux")]
    fn own_group() -> Option<Pid> {
        crate::tournament::process_tree::stat(getpid())?.group
    }

    #[cfg(not(target_os = "linux"))]
    fn own_group() -> Option<Pid> {
        Some(rustix::process::getpgrp())
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use crate::tournament::run::RunHandle;

    /// Does nothing: the mode of the terminal is not changed on this system.
    pub const fn restore_terminal() {}

    /// The keys of a run, which are not read on this system.
    pub struct Keys;

    impl Keys {
        pub fn read(_: RunHandle) -> Self {
            Self
        }

        pub const fn is_active(&self) -> bool {
            false
        }

        pub fn close(self) {}
    }
}

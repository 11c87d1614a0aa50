//! `batyr match watch`: follows a tournament that several processes share, and ends it.
//!
//! The watcher holds no lock while it waits, so there may be several. The first one to write its
//! verdict ends the tournament; from then on the games of that verdict count, for all of them.

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::args::WatchArgs;
use super::files;
use super::view::{print_line, print_results, print_run_end, table};
use super::workers;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::tournament::cluster::{Part, Verdict, Watch};
use crate::tournament::folder::{Folder, FolderError, LockedFolder};
use crate::tournament::journal::Games;
use crate::tournament::programs::ProgramList;
use crate::tournament::run::{RunEnd, TournamentPlan};
use crate::util::text::printable_lines;

/// The time between two looks at the signals.
const TICK: Duration = Duration::from_millis(100);
/// The number of times that the folder is tried if another watcher writes the reports.
const LOCK_TRIES: u32 = 100;

/// Follows a tournament until it is over.
pub fn watch(args: &WatchArgs) -> Result<RunEnd, CliError> {
    let folder = Folder::new(args.folder.clone());
    let spec = folder.spec()?;
    let plan = TournamentPlan::new(&spec, &Games::new())?;
    let accepts_changes = args.accept_changed_programs;
    let mut watch = Watch::new(folder.clone(), spec, plan, accepts_changes)?;
    let interrupt = Interrupt::listen();
    let view = WatchView::new(args.price);
    let mut is_first = true;
    loop {
        // A verdict says which games count, so it is read before they are counted.
        let verdict = Verdict::read(&folder)?;
        if let Some(verdict) = &verdict {
            watch.keep_to(verdict);
        }
        if watch.poll()? || is_first {
            view.show(&watch);
            is_first = false;
        }
        if watch.is_over() || args.stop || verdict.is_some() || args.once {
            break;
        }
        if is_interrupted_within(&interrupt, Duration::from_secs(args.interval.into())) {
            view.close();
            return Ok(RunEnd::Stopped);
        }
    }
    view.close();
    if args.once {
        return Ok(RunEnd::Complete);
    }
    let verdict = watch.end()?;
    let should_stop = |time| is_interrupted_within(&interrupt, time);
    if !watch.await_games(&verdict, &should_stop)? {
        return Ok(RunEnd::Stopped);
    }
    finish(&folder, &watch, args.price)?;
    if let Some(command) = &args.then {
        run_command(command, &folder, &verdict)?;
    }
    Ok(RunEnd::Ended)
}

/// Waits for this long, or until a signal arrives. Returns whether one has.
fn is_interrupted_within(interrupt: &Interrupt, time: Duration) -> bool {
    for _ in 0..time.as_millis() / TICK.as_millis() {
        if interrupt.is_raised() {
            return true;
        }
        sleep(TICK);
    }
    interrupt.is_raised()
}

/// Writes the games that count, the game file and the reports, and prints the results.
fn finish(folder: &Folder, watch: &Watch, price: Option<f64>) -> Result<(), CliError> {
    let locked = lock(folder)?;
    locked.write_games(watch.games())?;
    let mut list = ProgramList::default();
    for part in watch.parts() {
        // The watcher has compared the programs before.
        let _ = list.admit(&part.engines, true);
    }
    locked.write_programs(&list)?;
    files::write_files(&locked, watch.spec(), watch.games())?;
    print_results(watch.results());
    for line in worker_lines(watch, price) {
        print_line(line);
    }
    print_run_end(&RunEnd::Complete, folder, "match watch");
    Ok(())
}

/// Locks the folder; waits while another watcher writes the same reports.
fn lock(folder: &Folder) -> Result<LockedFolder, FolderError> {
    for _ in 0..LOCK_TRIES {
        match folder.lock() {
            Err(FolderError::InUse(_)) => sleep(TICK),
            locked => return locked,
        }
    }
    folder.lock()
}

/// Runs the command of the user.
fn run_command(command: &str, folder: &Folder, verdict: &Verdict) -> Result<(), CliError> {
    let (shell, option) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    let accepted = verdict.accepted.as_deref().unwrap_or("none");
    let status = Command::new(shell)
        .args([option, command])
        .env("BATYR_VERDICT", accepted)
        .env("BATYR_MATCH", folder.path())
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(CliError::failure(format_args!(
            "--then {command}: {status}"
        ))),
        Err(error) => Err(CliError::failure(format_args!("--then {command}: {error}"))),
    }
}

/// Shows the state: redrawn on a terminal, as lines elsewhere.
struct WatchView {
    bar: Option<ProgressBar>,
    price: Option<f64>,
}

impl WatchView {
    fn new(price: Option<f64>) -> Self {
        let target = ProgressDrawTarget::stdout();
        if target.is_hidden() {
            return Self { bar: None, price };
        }
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{msg}");
        let bar = Some(match style {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        });
        Self { bar, price }
    }

    fn show(&self, watch: &Watch) {
        let mut lines = table::lines(watch.results());
        lines.push(progress_line(watch));
        lines.extend(worker_lines(watch, self.price));
        match &self.bar {
            Some(bar) => bar.set_message(printable_lines(&lines.join("\n"))),
            None => lines.iter().for_each(print_line),
        }
    }

    fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Returns a line on the games that count and those that don't.
fn progress_line(watch: &Watch) -> String {
    let counted = watch.games().len();
    let total = watch
        .total()
        .map_or_else(String::new, |total| format!(" of {total}"));
    let more = match watch.uncounted() {
        0 => String::new(),
        more if watch.is_complete() => format!("   after the end, not counted: {more}"),
        more => format!("   after the first gap, not counted yet: {more}"),
    };
    format!("    games counted in order: {counted}{total}{more}")
}

/// Returns the table of the workers.
fn worker_lines(watch: &Watch, price: Option<f64>) -> Vec<String> {
    let parts: Vec<&Part> = watch.parts().collect();
    workers::lines(&watch.workers(), &parts, price)
}

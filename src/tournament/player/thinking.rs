//! The request for a move, and the wait for it.
//!
//! `isready` precedes every `go` that starts a clock, so that
//! the engine's work on the position is not on its clock, and the clock runs
//! from just before `go` is written to the arrival of `bestmove`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use batyr_protocol::{Command, GameAction, GoLimits, Reply};

use super::fault::{Fault, MissingReply};
use super::search_report::SearchReport;
use super::{POLL_INTERVAL, Player};

/// The time limit for the answer to `stop`.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// An answer to `go`.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The move, if there is one; empty for a `bestmove` without any word after
    /// it.
    pub best: Option<String>,
    /// The reply that the engine expects.
    pub ponder: Option<String>,
    /// A draw offer or a resignation.
    pub action: Option<GameAction>,
    /// The time at which the answer arrived.
    pub at: Instant,
    /// The engine's reports about its search.
    pub report: SearchReport,
    /// The last error that the engine reported since the position was sent.
    pub error: Option<String>,
}

impl Player {
    /// Sends a position (`position …`), waits until the engine is ready, and
    /// starts a search. Returns the time at which its clock started.
    ///
    /// # Errors
    /// Returns an error if the engine ends or is not ready in time, or if
    /// `stop` was set.
    pub fn start_search(
        &mut self,
        position: Command,
        limits: GoLimits,
        stop: &AtomicBool,
    ) -> Result<Instant, Fault> {
        self.stop_pondering()?;
        self.info_lines.clear();
        self.send(&[position, Command::IsReady])?;
        self.until_ready(Duration::from_millis(self.timeouts.ready_ms), stop)?;
        let at = Instant::now();
        self.send(&[Command::Go(limits)])?;
        Ok(at)
    }

    /// Makes the engine ponder. `limits` are those that will apply when its
    /// turn comes.
    ///
    /// # Errors
    /// Returns an error if the engine has ended.
    pub fn ponder(&mut self, position: Command, limits: GoLimits) -> Result<(), Fault> {
        self.stop_pondering()?;
        self.info_lines.clear();
        let ponder = true;
        let limits = GoLimits { ponder, ..limits };
        self.send(&[position, Command::Go(limits)])?;
        self.is_pondering = true;
        Ok(())
    }

    /// Returns whether the engine is pondering.
    pub const fn is_pondering(&self) -> bool {
        self.is_pondering
    }

    /// Reports that the turn on which the engine ponders was played. Returns
    /// the time at which its clock started.
    ///
    /// # Errors
    /// Returns an error if the engine has ended.
    pub fn ponder_hit(&mut self, draw: bool) -> Result<Instant, Fault> {
        self.is_pondering = false;
        let at = Instant::now();
        self.send(&[Command::PonderHit { draw }])?;
        Ok(at)
    }

    /// Stops pondering, if the engine ponders, and discards the answer.
    ///
    /// # Errors
    /// Returns an error if the engine ends or does not answer.
    pub fn stop_pondering(&mut self) -> Result<(), Fault> {
        if !self.is_pondering {
            return Ok(());
        }
        self.is_pondering = false;
        self.send(&[Command::Stop])?;
        let limit = Duration::from_millis(self.timeouts.ready_ms);
        match self.best_move(Instant::now() + limit, None)? {
            Some(_) => Ok(()),
            None => Err(missing_reply("stop", limit)),
        }
    }

    /// Waits for the answer to a search. At the deadline the engine is sent `stop`; its answer to
    /// `stop` counts as well. `since` is the time at which its clock started.
    ///
    /// # Errors
    /// Returns an error if the engine ends or does not answer, or if `stop` was
    /// set.
    pub fn answer(
        &mut self,
        since: Instant,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        if let Some(answer) = self.best_move(deadline, Some(stop))? {
            return Ok(answer);
        }
        self.send(&[Command::Stop])?;
        let last = Instant::now() + STOP_TIMEOUT;
        match self.best_move(last, Some(stop))? {
            Some(answer) => Ok(answer),
            None => Err(missing_reply("go", since.elapsed())),
        }
    }

    /// Returns the next `bestmove`; `None` if none arrives before the deadline.
    fn best_move(
        &mut self,
        deadline: Instant,
        stop: Option<&AtomicBool>,
    ) -> Result<Option<Answer>, Fault> {
        loop {
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(Fault::Interrupted);
            }
            let wait_end = deadline.min(Instant::now() + POLL_INTERVAL);
            if let Some((at, line)) = self.next_line(wait_end)?
                && let Some(answer) = self.read(at, line)
            {
                return Ok(Some(answer));
            }
            // An engine gains no time by flooding the runner with lines.
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    /// Parses a line of a search; returns the answer if it is one.
    fn read(&mut self, at: Instant, line: String) -> Option<Answer> {
        let first = line.split_ascii_whitespace().next()?;
        if first == "info" {
            self.info_lines.add(line);
            return None;
        }
        let (best, ponder, action) = match Reply::parse(self.dialect, &line).value {
            Some(Reply::BestMove {
                best,
                ponder,
                action,
            }) => (best, ponder, action),
            // Without any word after it, `bestmove` is an answer, but no move.
            _ if first == "bestmove" => (Some(String::new()), None, None),
            _ => return None,
        };
        Some(Answer {
            best,
            ponder,
            action,
            at,
            report: self.info_lines.report(self.dialect),
            error: self.info_lines.error(),
        })
    }
}

fn missing_reply(command: &str, limit: Duration) -> Fault {
    Fault::Stall(MissingReply {
        command: command.to_owned(),
        expected: "bestmove",
        ms: limit.as_millis(),
    })
}

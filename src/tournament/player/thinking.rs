//! Requests a move and waits for it.
//!
//! `isready` precedes every `go` that starts a clock, so that the engine can
//! process the position before its clock starts. The clock runs from just before
//! `go` is written to the arrival of `bestmove`.

use std::time::{Duration, Instant};

use batyr_protocol::{Command, GoLimits, Reply};

use super::Player;
use super::fault::EngineFault;
use super::search_report::SearchAnswer;
use crate::tournament::RunControl;

/// The time limit for the answer to `stop`.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

impl Player {
    /// Sends a position (`position …`), waits until the engine is ready, and
    /// starts a search. Returns the time at which the engine's clock started.
    ///
    /// # Errors
    /// Returns an error if the engine ends or is not ready in time, or if the run is stopped.
    pub fn start_search(
        &mut self,
        position: Command,
        limits: GoLimits,
        control: &RunControl,
    ) -> Result<Instant, EngineFault> {
        self.stop_pondering()?;
        self.info_lines.clear();
        self.send(&[position, Command::IsReady])?;
        self.wait_until_ready(Duration::from_millis(self.timeouts.ready_ms), control)?;
        let at = Instant::now();
        self.send(&[Command::Go(limits)])?;
        Ok(at)
    }

    /// Starts pondering. `limits` are those that apply once it is the engine's
    /// turn.
    ///
    /// # Errors
    /// Returns an error if the engine has ended or does not respond.
    pub fn ponder(&mut self, position: Command, limits: GoLimits) -> Result<(), EngineFault> {
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

    /// Sends `ponderhit`: the expected reply was played. Returns the time at which
    /// the engine's clock started. `draw` tells the engine that a draw was offered.
    ///
    /// # Errors
    /// Returns an error if the engine has ended or does not read its input.
    pub fn ponder_hit(&mut self, draw: bool) -> Result<Instant, EngineFault> {
        self.is_pondering = false;
        let at = Instant::now();
        self.send(&[Command::PonderHit { draw }])?;
        Ok(at)
    }

    /// Stops pondering, if the engine is pondering, and discards the answer.
    ///
    /// # Errors
    /// Returns an error if the engine ends or does not answer.
    pub fn stop_pondering(&mut self) -> Result<(), EngineFault> {
        if !self.is_pondering {
            return Ok(());
        }
        self.is_pondering = false;
        self.send(&[Command::Stop])?;
        let limit = Duration::from_millis(self.timeouts.ready_ms);
        match self.best_move(Instant::now(), limit, None)? {
            Some(_) => Ok(()),
            None => Err(EngineFault::stall("stop", "bestmove", limit)),
        }
    }

    /// Waits for the answer to a search. If none arrives within `limit` after `since`, the time at
    /// which the engine's clock started, sends `stop` and waits for the answer to that.
    ///
    /// # Errors
    /// Returns an error if the engine ends or does not answer, or if the run is stopped.
    pub fn answer(
        &mut self,
        since: Instant,
        limit: Duration,
        control: &RunControl,
    ) -> Result<SearchAnswer, EngineFault> {
        if let Some(answer) = self.best_move(since, limit, Some(control))? {
            return Ok(answer);
        }
        self.send(&[Command::Stop])?;
        let answer = self.best_move(Instant::now(), STOP_TIMEOUT, Some(control))?;
        answer.ok_or_else(|| EngineFault::stall("go", "bestmove", since.elapsed()))
    }

    /// Returns the next `bestmove`; `None` if none arrives within `limit` after `since`.
    fn best_move(
        &mut self,
        since: Instant,
        limit: Duration,
        control: Option<&RunControl>,
    ) -> Result<Option<SearchAnswer>, EngineFault> {
        while let Some((at, line)) = self.wait_for_line(since, limit, control)? {
            if let Some(answer) = self.handle_line(at, line) {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Handles a line that arrives during a search; returns the answer if the line is one.
    fn handle_line(&mut self, at: Instant, line: String) -> Option<SearchAnswer> {
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
            // A `bestmove` without an argument is an answer without a valid move.
            _ if first == "bestmove" => (Some(String::new()), None, None),
            _ => return None,
        };
        Some(SearchAnswer {
            best,
            ponder,
            action,
            at,
            report: self.info_lines.report(self.dialect),
            error: self.info_lines.error(),
        })
    }
}

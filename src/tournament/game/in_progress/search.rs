//! A search of one side: the request, the wait, and the end of the game if the answer is late,
//! illegal or missing.
//!
//! A gap in which the runner itself did not run makes an answer seem late; an engine that was
//! stopped together with the runner had less time than its clock says. A game is therefore
//! abandoned if a long gap falls into a search with a time limit, or if a shorter gap accounts for
//! the whole overrun of its answer. Searches without a time limit are not affected: long gaps
//! prolong the wait for their answers.

use std::time::{Duration, Instant};

use batyr_protocol::{Command, GoLimits};

use super::GameInProgress;
use crate::base::Color;
use crate::rules::TurnError;
use crate::tournament::Termination;
use crate::tournament::game::clock::milliseconds;
use crate::tournament::game::ending::GameEnd;
use crate::tournament::game::search_budget::{SearchBudget, TurnProgress};
use crate::tournament::heartbeat::LONG_GAP;
use crate::tournament::player::{EngineFault, SearchAnswer};
use crate::util::text::shorten;

impl GameInProgress<'_> {
    /// Requests a move; returns the answer with its move. Adds the time to that used in the turn.
    pub(super) fn request_move(
        &mut self,
        side: Color,
        position: Command,
    ) -> Result<(SearchAnswer, String), GameEnd> {
        let since = self.start_search(side, position)?;
        if let Some(last) = self.last_answer {
            self.overhead += since.saturating_duration_since(last);
        }
        self.do_deferred(true);
        let budget = self.search_budget(side, self.progress);
        let (limit, margin_used) = (budget.time_limit(), budget.margin_used());
        let control = self.control;
        let slot = &mut self.state(side).slot;
        let margin = slot.margin().saturating_sub(margin_used);
        let timeout = match limit {
            Some(limit) => limit + margin + slot.grace(),
            None => slot.untimed_limit(),
        };
        let answer = slot.player();
        let answer = answer.and_then(|player| player.answer(since, timeout, control));
        let answer = match answer {
            Ok(answer) => answer,
            Err(fault) => return Err(self.end_without_answer(side, fault, since, limit)),
        };
        self.last_answer = Some(answer.at);
        let charged = answer.at.saturating_duration_since(since);
        self.progress.time_used += charged;
        let lost = control.heartbeat.lost_between(since, answer.at);
        let slot = &mut self.state(side).slot;
        slot.record_search(charged.saturating_sub(lost));
        let late_end = match limit {
            Some(limit) => self.late_end(side, &answer, since, (limit, margin)),
            None if charged.saturating_sub(timeout) > lost => {
                Some(self.forfeit_on_time(side, &answer, charged, (timeout, Duration::ZERO)))
            }
            None => None,
        };
        match late_end {
            Some(game_end) => Err(game_end),
            None => self.require_move(side, answer),
        }
    }

    /// Starts the search, and returns the time at which the engine's clock started.
    fn start_search(&mut self, side: Color, position: Command) -> Result<Instant, GameEnd> {
        let expected = self.state(side).expected.take();
        let is_hit = expected.is_some() && expected == self.last_turn();
        let draw = self.referee.has_offered_draw(!side);
        let control = self.control;
        let started = self.limits(side, self.progress).and_then(|limits| {
            let player = self.state(side).slot.player()?;
            if player.is_pondering() && is_hit {
                player.ponder_hit(draw)
            } else {
                player.start_search(position, GoLimits { draw, ..limits }, control)
            }
        });
        started.map_err(|fault| self.end_by_fault(side, fault))
    }

    /// Returns the limits for the `go` command.
    pub(super) fn limits(
        &mut self,
        side: Color,
        progress: TurnProgress,
    ) -> Result<GoLimits, EngineFault> {
        let slot = &mut self.state(side).slot;
        let dialect = slot.spec().dialect;
        let counts_milliseconds = slot.player()?.counts_milliseconds();
        let search_budget = self.search_budget(side, progress);
        Ok(search_budget.limits(dialect, counts_milliseconds))
    }

    fn search_budget(&self, side: Color, progress: TurnProgress) -> SearchBudget<'_> {
        let [white, black] = &self.sides;
        let own = match side {
            Color::White => white,
            Color::Black => black,
        };
        SearchBudget {
            side,
            budget: &own.slot.spec().budget,
            clocks: [white.clock.clone(), black.clock.clone()],
            progress,
        }
    }

    /// Returns the answer with its move; without a move, the engine loses.
    fn require_move(
        &mut self,
        side: Color,
        answer: SearchAnswer,
    ) -> Result<(SearchAnswer, String), GameEnd> {
        if let Some(best) = answer.best.clone() {
            return Ok((answer, best));
        }
        let legal = self.record.legal_texts(3).join(", ");
        let fault = format!("reports that it has no move; legal moves include {legal}");
        let fault = fault + &reported_error(&answer);
        Err(self.forfeit(side, Termination::IllegalMove, &fault))
    }

    /// Returns a loss by an illegal move, and terminates the engine.
    pub(super) fn forfeit_by_illegal_move(
        &mut self,
        side: Color,
        error: &TurnError,
        answer: &SearchAnswer,
    ) -> GameEnd {
        let fault = format!("played an illegal move: {error}{}", reported_error(answer));
        self.forfeit(side, Termination::IllegalMove, &fault)
    }

    /// Returns a loss on time, and terminates the engine. The detail includes the time that the
    /// engine itself reported, which shows whether the engine thought too long or its answer was
    /// delayed.
    fn forfeit_on_time(
        &mut self,
        side: Color,
        answer: &SearchAnswer,
        charged: Duration,
        (limit, margin): (Duration, Duration),
    ) -> GameEnd {
        let reported = answer.report.time_ms.map_or_else(String::new, |reported| {
            format!("; it reported {reported} ms")
        });
        let fault = format!(
            "answered after {:.1} ms; it had {:.1} ms and a margin of {} ms{reported}",
            milliseconds(charged),
            milliseconds(limit),
            margin.as_millis()
        );
        self.forfeit(side, Termination::Time, &fault)
    }

    /// Returns a loss by a fault of an engine that is running, and terminates it.
    pub(super) fn forfeit(
        &mut self,
        side: Color,
        termination: Termination,
        fault: &str,
    ) -> GameEnd {
        let detail = format!("{} {fault}", self.engine_at_move(side));
        self.close_engine(side);
        GameEnd::loss(side, termination, detail)
    }

    /// Returns the end of the game if the answer to a search with a time limit came too late, or
    /// if gaps make the time of the answer unreliable.
    fn late_end(
        &mut self,
        side: Color,
        answer: &SearchAnswer,
        since: Instant,
        (limit, margin): (Duration, Duration),
    ) -> Option<GameEnd> {
        let charged = answer.at.saturating_duration_since(since);
        let overrun = charged.saturating_sub(limit + margin);
        let delayed = self.delayed_end(side, since, answer.at, overrun);
        if delayed.is_some() || overrun.is_zero() {
            return delayed;
        }
        Some(self.forfeit_on_time(side, answer, charged, (limit, margin)))
    }

    /// Returns the end of the game after a search that ended without an answer.
    fn end_without_answer(
        &mut self,
        side: Color,
        fault: EngineFault,
        since: Instant,
        limit: Option<Duration>,
    ) -> GameEnd {
        let is_stall = matches!(fault, EngineFault::Stall { .. });
        let delayed = limit
            .filter(|_| is_stall)
            .and_then(|_| self.delayed_end(side, since, Instant::now(), Duration::ZERO));
        let end = self.end_by_fault(side, fault);
        delayed.unwrap_or(end)
    }

    /// Returns the end of an abandoned game if gaps during a search with a time limit require it.
    /// The search lasted from `since` to `until`, and `overrun` is the time by which its answer
    /// was late.
    fn delayed_end(
        &mut self,
        side: Color,
        since: Instant,
        until: Instant,
        overrun: Duration,
    ) -> Option<GameEnd> {
        let gap = self.control.heartbeat.longest_gap_between(since, until);
        let explains_overrun = !overrun.is_zero() && gap >= overrun;
        (gap >= LONG_GAP || explains_overrun).then(|| {
            GameEnd::delayed(format!(
                "the runner itself did not run for {:.0} ms while {} was thinking",
                milliseconds(gap),
                self.engine_at_move(side)
            ))
        })
    }

    /// Returns the end of the game after a fault or an interruption, and terminates the engine.
    fn end_by_fault(&mut self, side: Color, fault: EngineFault) -> GameEnd {
        let (engine, text) = (self.engine_at_move(side), fault.to_string());
        let (termination, detail, stderr) = match fault {
            EngineFault::Interrupted => {
                self.close_engine(side);
                return GameEnd::unfinished(format!("{text} during the turn of {engine}"));
            }
            EngineFault::Stall { .. } => {
                let player = self.state(side).slot.player();
                let stderr = player.map(|player| player.stderr_lines());
                let detail = format!("{engine} stalled: {text}");
                (Termination::Stall, detail, stderr.unwrap_or_default())
            }
            EngineFault::Disconnect { stderr, .. } => {
                let detail = format!("{engine} disconnected: {text}");
                (Termination::Disconnect, detail, stderr)
            }
        };
        self.keep_warnings(side);
        self.state(side).slot.kill();
        GameEnd {
            stderr,
            ..GameEnd::loss(side, termination, detail)
        }
    }

    /// Terminates an engine that is still running; the next game starts a new process.
    fn close_engine(&mut self, side: Color) {
        self.keep_warnings(side);
        self.state(side).slot.close();
    }

    fn keep_warnings(&mut self, side: Color) {
        let warnings = self.state(side).slot.take_warnings();
        self.report.warnings.extend(warnings);
    }

    fn engine_at_move(&mut self, side: Color) -> String {
        let number = self.move_number();
        format!("{} at move {number}", self.engine_label(side))
    }
}

/// Returns a clause with the error that the engine reported before its answer, if any.
fn reported_error(answer: &SearchAnswer) -> String {
    let error = answer.error.as_ref();
    error.map_or_else(String::new, |error| {
        format!("; it had reported: {}", shorten(error))
    })
}

//! The referee's rulings on answers, and the work that is deferred until the next
//! engine is thinking.

use std::time::Duration;

use batyr_protocol::{GameAction, GoLimits};

use super::adjudication::Ruling;
use super::clock::milliseconds;
use super::ending::GameEnd;
use super::engine_slot::EngineSlot;
use super::in_progress::GameInProgress;
use super::limits::{SearchBudget, TurnProgress};
use crate::base::Color;
use crate::rules::TurnError;
use crate::rules::shatra::Numbering;
use crate::tournament::player::{EngineFault, SearchAnswer};
use crate::tournament::{Termination, TurnReport};
use crate::util::text::shorten;

impl GameInProgress<'_> {
    /// Returns the move of an answer; without a move, the engine loses.
    pub(super) fn require_move(
        &mut self,
        side: Color,
        answer: &SearchAnswer,
    ) -> Result<String, GameEnd> {
        if let Some(best) = &answer.best {
            return Ok(best.clone());
        }
        let legal = self.record.legal_texts(3).join(", ");
        let detail = format!(
            "{} reports that it has no move; legal moves include {legal}{}",
            self.engine_at_move(side),
            reported_error(answer)
        );
        self.close_engine(side);
        Err(GameEnd::loss(side, Termination::IllegalMove, detail))
    }

    /// Returns a loss by an illegal move, and terminates the engine.
    pub(super) fn forfeit_by_illegal_move(
        &mut self,
        side: Color,
        error: &TurnError,
        answer: &SearchAnswer,
    ) -> GameEnd {
        let engine_label = self.engine_at_move(side);
        let detail = format!(
            "{engine_label} played an illegal move: {error}{}",
            reported_error(answer)
        );
        self.close_engine(side);
        GameEnd::loss(side, Termination::IllegalMove, detail)
    }

    /// Returns a loss on time, and terminates the engine. The sentence includes the time that the
    /// engine itself reported, which shows whether the engine thought too long or its answer was
    /// delayed.
    pub(super) fn forfeit_on_time(
        &mut self,
        side: Color,
        answer: &SearchAnswer,
        charged: Duration,
        limit: Duration,
        margin: Duration,
    ) -> GameEnd {
        let reported = answer.report.time_ms.map_or_else(String::new, |reported| {
            format!("; it reported {reported} ms")
        });
        let detail = format!(
            "{} answered after {:.1} ms; it had {:.1} ms and a margin of {} ms{reported}",
            self.engine_at_move(side),
            milliseconds(charged),
            milliseconds(limit),
            margin.as_millis()
        );
        if let Some(clock) = self.clock_mut(side) {
            clock.charge(charged, margin);
        }
        self.close_engine(side);
        GameEnd::loss(side, Termination::Time, detail)
    }

    /// Returns the end of the game after a fault, and kills the engine.
    pub(super) fn end_by_fault(&mut self, side: Color, fault: EngineFault) -> GameEnd {
        let engine_label = self.engine_at_move(side);
        let (termination, detail, stderr) = match fault {
            EngineFault::Interrupted => {
                self.close_engine(side);
                return GameEnd::unfinished(format!("{fault} during the turn of {engine_label}"));
            }
            EngineFault::Stall(missing) => {
                let player = self.slot(side).player();
                let stderr = player.map_or_else(Vec::new, |player| player.stderr_lines());
                let detail = format!("{engine_label} stalled: {missing}");
                (Termination::Stall, detail, stderr)
            }
            EngineFault::Disconnect(disconnection) => {
                let detail = format!("{engine_label} disconnected: {disconnection}");
                (Termination::Disconnect, detail, disconnection.stderr)
            }
        };
        let mut game_end = GameEnd::loss(side, termination, detail);
        game_end.stderr = stderr;
        let warnings = self.slot(side).take_warnings();
        self.warnings.extend(warnings);
        self.slot(side).kill();
        game_end
    }

    /// Returns the end of an adjudicated game.
    pub(super) fn adjudicated_end(&self, ruling: Ruling) -> GameEnd {
        match ruling {
            Ruling::Draw => GameEnd::draw(
                Termination::DrawAdjudicated,
                "adjudicated: the engines' scores are level",
            ),
            Ruling::Win(winner) => {
                let text = format!("adjudicated by the engines' scores: {} wins", winner.name());
                GameEnd::loss(!winner, Termination::WinAdjudicated, text)
            }
        }
    }

    /// Handles a resignation, or the offer or acceptance of a draw. An offer
    /// does not end the game.
    pub(super) fn handle_action(
        &mut self,
        side: Color,
        action: Option<GameAction>,
    ) -> Result<(), GameEnd> {
        let offer = std::mem::take(&mut self.offer);
        match action {
            Some(GameAction::Resign) => {
                let detail = format!("{} resigns", self.engine_label(side));
                Err(GameEnd::loss(side, Termination::Resignation, detail))
            }
            Some(GameAction::Draw) if offer == Some(!side) => {
                let detail = format!("{} accepts the draw offer", self.engine_label(side));
                Err(GameEnd::draw(Termination::DrawAgreed, detail))
            }
            Some(GameAction::Draw) => {
                self.offer = Some(side);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Warns if the principal variation does not begin with the move played.
    pub(super) fn check_pv_start(&mut self, side: Color, text: &str, answer: &SearchAnswer) {
        let pv = &answer.report.pv;
        if pv.first().is_some_and(|first| first != text) {
            let example = format!("bestmove {text}, pv {}", pv.join(" "));
            self.warn(side, "a pv that does not begin with bestmove", &example);
        }
    }

    /// Does the work that was deferred after the last turn. Pondering starts only if `may_ponder`.
    pub(super) fn do_deferred(&mut self, may_ponder: bool, on_turn: &mut dyn FnMut(&TurnReport)) {
        let Some(deferred) = self.deferred.take() else {
            return;
        };
        let side = deferred.side;
        if let Some(turn) = deferred.ponder.filter(|_| may_ponder) {
            self.start_pondering(side, &turn);
        }
        if let Some(turn) = self.turns.last() {
            on_turn(turn);
        }
        if let Some(pv) = deferred.pv
            && let Some(illegal) = pv.first_illegal()
        {
            let example = format!("{illegal} in pv {}", pv.moves.join(" "));
            self.warn(side, "a pv with an illegal move", &example);
        }
    }

    /// Starts pondering on the reply that an engine expects. If the engine has ended, that is
    /// detected at its next turn.
    fn start_pondering(&mut self, side: Color, turn: &str) {
        let spec = self.slot(side).spec();
        if !spec.ponder || !spec.dialect.properties().hosts_ponder {
            return;
        }
        if self.record.play(turn, Numbering::Official).is_err() {
            return self.warn(side, "an illegal ponder move", turn);
        }
        let is_over = self.record.outcome().is_some();
        let expected = self.record.turns().last().map(|turn| turn.text.clone());
        self.record.undo();
        if is_over {
            return;
        }
        let position = self.position(expected.as_deref());
        if let Some(limits) = self.limits(side, TurnProgress::default())
            && let Some(player) = self.slot(side).player()
            && player.ponder(position, limits).is_ok()
            && let Some(reply) = self.expected.get_mut(side.index())
        {
            *reply = expected;
        }
    }

    /// Returns the limits for the `go` command; `None` if the engine is not running.
    pub(super) fn limits(&mut self, side: Color, progress: TurnProgress) -> Option<GoLimits> {
        let slot = self.slot(side);
        let dialect = slot.spec().dialect;
        let counts_milliseconds = slot.player()?.counts_milliseconds();
        Some(
            self.search_budget(side, progress)
                .limits(dialect, counts_milliseconds),
        )
    }

    pub(super) fn search_budget(&self, side: Color, progress: TurnProgress) -> SearchBudget<'_> {
        let [white, black] = &self.slots;
        let slot = match side {
            Color::White => white,
            Color::Black => black,
        };
        SearchBudget {
            side,
            budget: &slot.spec().budget,
            clocks: &self.clocks,
            progress,
        }
    }

    /// Charges the time of a turn to the side's clock, if it has one.
    pub(super) fn charge_clock(&mut self, side: Color, charged: Duration) {
        let margin = Duration::from_millis(self.slot(side).spec().budget.margin_ms);
        if let Some(clock) = self.clock_mut(side) {
            clock.charge(charged, margin);
        }
    }

    fn clock_mut(&mut self, side: Color) -> Option<&mut super::clock::GameClock> {
        self.clocks.get_mut(side.index()).and_then(Option::as_mut)
    }

    /// Terminates an engine that is running but has committed a fault; the next
    /// game starts a new process.
    fn close_engine(&mut self, side: Color) {
        let warnings = self.slot(side).take_warnings();
        self.warnings.extend(warnings);
        self.slot(side).close();
    }

    fn warn(&mut self, side: Color, kind: &str, example: &str) {
        let number = self.move_number();
        if let Some(player) = self.slot(side).player() {
            player.warn(kind, Some(&format!("before move {number}, {example}")));
        }
    }

    pub(super) const fn slot(&mut self, side: Color) -> &mut EngineSlot {
        let [white, black] = &mut self.slots;
        match side {
            Color::White => white,
            Color::Black => black,
        }
    }

    /// Returns the number of the next move.
    pub(super) fn move_number(&self) -> u32 {
        let played = u32::try_from(self.record.turns().len()).unwrap_or(u32::MAX);
        let skipped = u32::from(self.record.first_to_move() == Color::Black);
        u32::from(self.record.first_move_number()).saturating_add((played + skipped) / 2)
    }

    /// Returns the name of a side's engine, with the side in parentheses.
    pub(super) fn engine_label(&mut self, side: Color) -> String {
        format!("{} ({})", self.slot(side).spec().name, side.name())
    }

    pub(super) fn engine_at_move(&mut self, side: Color) -> String {
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

//! The referee's rulings on answers, and its work beside the game.

use std::time::Duration;

use batyr_protocol::{GoLimits, Verdict};

use super::adjudication::Ruling;
use super::course::Course;
use super::ending::{Ending, name};
use super::limits::{Jump, Purse};
use super::seat::Seat;
use crate::base::Color;
use crate::rules::TurnError;
use crate::rules::shatra::Numbering;
use crate::tournament::player::{Answer, Fault};
use crate::tournament::{End, TurnReport};
use crate::util::text::shorten;

impl Course<'_> {
    /// Returns the move of an answer; an answer without a move loses.
    pub(super) fn best(&mut self, side: Color, answer: &Answer) -> Result<String, Ending> {
        if let Some(best) = &answer.best {
            return Ok(best.clone());
        }
        let legal = self.record.legal_texts(3).join(", ");
        let detail = format!(
            "{} says that it has no move, but {legal} are legal{}",
            self.who_when(side),
            excuse(answer)
        );
        self.dismiss(side);
        Err(Ending::loss(side, End::IllegalMove, detail))
    }

    /// Returns the end by an illegal move, and dismisses the engine.
    pub(super) fn illegal(&mut self, side: Color, error: &TurnError, answer: &Answer) -> Ending {
        let who = self.who_when(side);
        let detail = format!("{who} played an illegal move: {error}{}", excuse(answer));
        self.dismiss(side);
        Ending::loss(side, End::IllegalMove, detail)
    }

    /// Returns the end by an answer that came too late, and dismisses the
    /// engine. The sentence includes the time that the engine itself counted:
    /// it shows whether the engine thought too long or its answer was delayed.
    pub(super) fn late(
        &mut self,
        side: Color,
        answer: &Answer,
        charged: Duration,
        limit: Duration,
        margin: Duration,
    ) -> Ending {
        let counted = answer.told.time_ms.map_or_else(String::new, |counted| {
            format!("; by its own count {counted} ms")
        });
        let detail = format!(
            "{} answered after {:.1} ms, of {:.1} ms and a margin of {} ms{counted}",
            self.who_when(side),
            milliseconds(charged),
            milliseconds(limit),
            margin.as_millis()
        );
        if let Some(clock) = self.clock_mut(side) {
            clock.charge(charged, margin);
        }
        self.dismiss(side);
        Ending::loss(side, End::Time, detail)
    }

    /// Returns the end by a fault of the process, and kills the engine.
    pub(super) fn broken(&mut self, side: Color, fault: Fault) -> Ending {
        let who = self.who_when(side);
        let ending = match fault {
            Fault::Interrupted => {
                self.dismiss(side);
                return Ending::unfinished(format!("{fault}, at the turn of {who}"));
            }
            Fault::Stall(silence) => {
                Ending::loss(side, End::Stall, format!("{who} is stuck: {silence}"))
            }
            Fault::Disconnect(how) => {
                Ending::loss(side, End::Disconnect, format!("{who} is gone: {how}"))
            }
        };
        let warnings = self.seat(side).take_warnings();
        self.warnings.extend(warnings);
        self.seat(side).kill();
        ending
    }

    /// Returns the end by adjudication.
    pub(super) fn ruled(&self, ruling: Ruling) -> Ending {
        match ruling {
            Ruling::Draw => Ending::draw(
                End::DrawAdjudicated,
                "the engines' scores say that it is level",
            ),
            Ruling::Win(winner) => {
                let text = format!("the engines' scores say that {} wins", name(winner));
                Ending::loss(!winner, End::WinAdjudicated, text)
            }
        }
    }

    /// Handles a resignation, or an offer or acceptance of a draw. An offer
    /// does not end the game.
    pub(super) fn hear_verdict(
        &mut self,
        side: Color,
        verdict: Option<Verdict>,
    ) -> Result<(), Ending> {
        let offer = std::mem::take(&mut self.offer);
        match verdict {
            Some(Verdict::Resign) => {
                let detail = format!("{} gives up", self.who(side));
                Err(Ending::loss(side, End::Resignation, detail))
            }
            Some(Verdict::Draw) if offer == Some(!side) => {
                let detail = format!("{} takes the draw that was offered", self.who(side));
                Err(Ending::draw(End::DrawAgreed, detail))
            }
            Some(Verdict::Draw) => {
                self.offer = Some(side);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Warns if the principal variation does not begin with the move played.
    pub(super) fn check_first(&mut self, side: Color, text: &str, answer: &Answer) {
        let pv = &answer.told.pv;
        if pv.first().is_some_and(|first| first != text) {
            let example = format!("bestmove {text}, pv {}", pv.join(" "));
            self.warn(side, "a line that does not begin with the move", &example);
        }
    }

    /// Does the work that the last turn has left.
    pub(super) fn catch_up(&mut self, ponders: bool, on_turn: &mut dyn FnMut(&TurnReport)) {
        let Some(left_over) = self.left_over.take() else {
            return;
        };
        let side = left_over.side;
        if let Some(turn) = left_over.ponder.filter(|_| ponders) {
            self.start_pondering(side, &turn);
        }
        if let Some(turn) = self.turns.last() {
            on_turn(turn);
        }
        if let Some(line) = left_over.line
            && let Some(word) = line.fault()
        {
            let example = format!("{word} in pv {}", line.words.join(" "));
            self.warn(side, "a line that can't be played", &example);
        }
    }

    /// Starts pondering on the reply that an engine expects. If the engine has
    /// ended, that is noticed at its next turn.
    fn start_pondering(&mut self, side: Color, turn: &str) {
        let spec = self.seat(side).spec();
        if !spec.ponder || !spec.dialect.has_pondering() {
            return;
        }
        if self.record.play(turn, Numbering::Official).is_err() {
            return self.warn(side, "an illegal move to ponder on", turn);
        }
        let is_over = self.record.outcome().is_some();
        let expected = self.record.turns().last().map(|turn| turn.text.clone());
        self.record.undo();
        if is_over {
            return;
        }
        let position = self.position(expected.as_deref());
        if let Some(limits) = self.limits(side, Jump::default())
            && let Some(player) = self.seat(side).player()
            && player.ponder(position, limits).is_ok()
            && let Some(slot) = self.expected.get_mut(side.index())
        {
            *slot = expected;
        }
    }

    /// Returns the limits for `go`; `None` if the engine is not running.
    pub(super) fn limits(&mut self, side: Color, jump: Jump) -> Option<GoLimits> {
        let seat = self.seat(side);
        let dialect = seat.spec().dialect;
        let counts_milliseconds = seat.player()?.counts_milliseconds();
        Some(self.purse(side, jump).limits(dialect, counts_milliseconds))
    }

    pub(super) fn purse(&self, side: Color, jump: Jump) -> Purse<'_> {
        let [white, black] = &self.seats;
        let seat = match side {
            Color::White => white,
            Color::Black => black,
        };
        Purse {
            side,
            budget: &seat.spec().budget,
            clocks: &self.clocks,
            jump,
        }
    }

    /// Charges a turn that was answered in time.
    pub(super) fn settle_clock(&mut self, side: Color, charged: Duration) {
        let margin = Duration::from_millis(self.seat(side).spec().budget.margin_ms);
        if let Some(clock) = self.clock_mut(side) {
            clock.charge(charged, margin);
        }
    }

    fn clock_mut(&mut self, side: Color) -> Option<&mut super::clock::GameClock> {
        self.clocks.get_mut(side.index()).and_then(Option::as_mut)
    }

    /// Ends an engine that is running but has broken the rules; the next game
    /// gets a new process.
    fn dismiss(&mut self, side: Color) {
        let warnings = self.seat(side).take_warnings();
        self.warnings.extend(warnings);
        self.seat(side).close();
    }

    fn warn(&mut self, side: Color, kind: &str, example: &str) {
        let number = self.move_number();
        if let Some(player) = self.seat(side).player() {
            player.warn(kind, Some(&format!("before move {number}, {example}")));
        }
    }

    pub(super) const fn seat(&mut self, side: Color) -> &mut Seat {
        let [white, black] = &mut self.seats;
        match side {
            Color::White => white,
            Color::Black => black,
        }
    }

    /// Returns the number of the next move.
    pub(super) fn move_number(&self) -> u32 {
        let played = u32::try_from(self.record.turns().len()).unwrap_or(u32::MAX);
        let half = u32::from(self.record.first_to_move() == Color::Black);
        u32::from(self.record.first_move_number()).saturating_add((played + half) / 2)
    }

    /// Returns the name of a side's engine with the side, for sentences.
    pub(super) fn who(&mut self, side: Color) -> String {
        format!("{} ({})", self.seat(side).spec().name, name(side))
    }

    fn who_when(&mut self, side: Color) -> String {
        let number = self.move_number();
        format!("{} at move {number}", self.who(side))
    }
}

pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Returns the error that the engine reported, if any, as a clause.
fn excuse(answer: &Answer) -> String {
    let error = answer.error.as_ref();
    error.map_or_else(String::new, |error| {
        format!("; it had said: {}", shorten(error))
    })
}

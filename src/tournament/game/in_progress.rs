//! A game in progress, played turn by turn until it ends.
//!
//! Between an answer and the next `go`, only the work needed to write that `go` is
//! done. Starting to ponder, checking principal variations and reporting turns are
//! deferred until the next engine is thinking.

use std::time::{Duration, Instant};

use batyr_protocol::{Command, Notation, PositionStart};

use super::adjudication::Adjudicator;
use super::clock::{GameClock, milliseconds};
use super::ending::GameEnd;
use super::engine_slot::EngineSlot;
use super::limits::TurnProgress;
use super::pv::PrincipalVariation;
use crate::base::Color;
use crate::game::{GameRecord, StepResult};
use crate::rules::shatra::Numbering;
use crate::tournament::gate::GatePass;
use crate::tournament::player::{Disconnection, EngineFault, SearchAnswer, StartError};
use crate::tournament::{AdjudicationRules, RunControl, Termination, TurnReport};

/// A game in progress.
pub struct GameInProgress<'a> {
    pub(super) record: GameRecord,
    pub(super) slots: [&'a mut EngineSlot; 2],
    pub(super) adjudication: &'a AdjudicationRules,
    pub(super) control: &'a RunControl,
    pub(super) clocks: [Option<GameClock>; 2],
    pub(super) adjudicator: Adjudicator,
    pub(super) turns: Vec<TurnReport>,
    /// The time of the last answer.
    pub(super) last_answer: Option<Instant>,
    /// The side that offered a draw with the last turn, if it did.
    pub(super) offer: Option<Color>,
    /// The reply on which each side is pondering; White's first.
    pub(super) expected: [Option<String>; 2],
    /// The work that was deferred after the last turn.
    pub(super) deferred: Option<DeferredWork>,
    /// The warnings about engines that have been terminated.
    pub(super) warnings: Vec<String>,
    /// The time for which the game was paused.
    pub(super) paused: Duration,
}

/// A game that has been played.
pub struct PlayedGame {
    pub end: GameEnd,
    /// The turns of the engines.
    pub turns: Vec<TurnReport>,
    pub warnings: Vec<String>,
    /// The time for which the game was paused.
    pub paused: Duration,
}

/// The work after a side's turn that is done while the next engine is thinking.
pub(super) struct DeferredWork {
    pub(super) side: Color,
    pub(super) pv: Option<PrincipalVariation>,
    /// The reply on which the engine wants to ponder.
    pub(super) ponder: Option<String>,
}

/// The time used and the jumps played in a turn so far.
#[derive(Default)]
struct TurnUsage {
    pub(super) charged: Duration,
    pub(super) overhead: Duration,
    pub(super) jumps_played: usize,
}

impl<'a> GameInProgress<'a> {
    pub fn new(
        record: GameRecord,
        slots: [&'a mut EngineSlot; 2],
        adjudication: &'a AdjudicationRules,
        control: &'a RunControl,
    ) -> Self {
        let clock = |slot: &EngineSlot| slot.spec().budget.clock.map(GameClock::new);
        let [white, black] = &slots;
        Self {
            clocks: [clock(white), clock(black)],
            adjudicator: Adjudicator::new(adjudication),
            record,
            slots,
            adjudication,
            control,
            turns: Vec::new(),
            last_answer: None,
            offer: None,
            expected: [None, None],
            deferred: None,
            warnings: Vec::new(),
            paused: Duration::ZERO,
        }
    }

    /// Plays the game to its end.
    pub fn play(mut self, pass: &GatePass<'_>, on_turn: &mut dyn FnMut(&TurnReport)) -> PlayedGame {
        let end = self.play_until_over(pass, on_turn);
        self.do_deferred(false, on_turn);
        for slot in &mut self.slots {
            let is_usable = slot.player().is_none_or(|player| {
                let is_usable = player.stop_pondering().is_ok();
                player.flush_log();
                is_usable
            });
            self.warnings.extend(slot.take_warnings());
            if !is_usable {
                slot.kill();
            }
        }
        PlayedGame {
            end,
            turns: self.turns,
            warnings: self.warnings,
            paused: self.paused,
        }
    }

    fn play_until_over(
        &mut self,
        pass: &GatePass<'_>,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> GameEnd {
        let control = self.control;
        for side in Color::ALL {
            let variant = self.record.variant();
            let stopped = || GameEnd::unfinished("the runner was stopped before the game started");
            // A run that was stopped while it was paused starts no engine.
            if control.is_stopped() {
                return stopped();
            }
            let prepared = self.slot(side).prepare(variant, control).map(drop);
            if control.is_stopped() {
                return stopped();
            }
            if let Err(error) = prepared {
                if error.ends_run() {
                    return GameEnd::unfinished(error.to_string());
                }
                let detail = format!("{} was not started: {error}", self.engine_label(side));
                let mut end = GameEnd::loss(side, Termination::FailedStart, detail);
                if let StartError::Disconnected(disconnection) = error {
                    end.stderr = disconnection.stderr;
                }
                return end;
            }
        }
        loop {
            if let Some(game_end) = self.game_end() {
                return game_end;
            }
            if pass.is_paused() {
                self.rest(pass, on_turn);
            }
            if let Err(game_end) = self.play_turn(on_turn) {
                return game_end;
            }
        }
    }

    /// Lets the engines rest until the run goes on.
    fn rest(&mut self, pass: &GatePass<'_>, on_turn: &mut dyn FnMut(&TurnReport)) {
        self.do_deferred(false, on_turn);
        for player in self.slots.iter_mut().filter_map(|slot| slot.player()) {
            // A fault shows again at the engine's next turn.
            let _ = player.stop_pondering();
            player.flush_log();
        }
        self.paused += pass.rest();
        // The pause is not processing time of the runner.
        self.last_answer = None;
    }

    /// Returns the end of the game if it is over by its rules, or drawn because of its length.
    fn game_end(&self) -> Option<GameEnd> {
        if let Some(outcome) = self.record.outcome() {
            return Some(GameEnd::by_rules(outcome));
        }
        let halfmoves = self.record.halfmove_clock();
        if self
            .adjudication
            .no_progress
            .is_some_and(|limit| halfmoves >= limit)
        {
            let text = format!("{halfmoves} consecutive turns without progress");
            return Some(GameEnd::draw(Termination::NoProgress, text));
        }
        let turns = self.record.turns().len();
        let is_long = u32::try_from(turns).is_ok_and(|turns| turns >= self.adjudication.max_turns);
        is_long.then(|| GameEnd::draw(Termination::MaxLength, format!("{turns} turns")))
    }

    /// Plays one turn of the side to move; `Err` contains the end of the game.
    fn play_turn(&mut self, on_turn: &mut dyn FnMut(&TurnReport)) -> Result<(), GameEnd> {
        let side = self.record.side_to_move();
        let position_before = self.record.position_text();
        let number = self.move_number();
        let mut usage = TurnUsage::default();
        let notation = self.slot(side).spec().dialect.properties().notation;
        let answer = match notation {
            Notation::Turns => self.play_complete_turn(side, &mut usage, on_turn)?,
            Notation::Jumps => self.play_jumps(side, &mut usage, on_turn)?,
        };
        let report = answer.report;
        self.charge_clock(side, usage.charged);
        let clock = self.clocks.get(side.index()).and_then(Option::as_ref);
        self.turns.push(TurnReport {
            turn: self
                .record
                .turns()
                .last()
                .map(|turn| turn.text.clone())
                .unwrap_or_default(),
            score: report.score,
            depth: report.depth,
            nodes: report.nodes,
            reported_ms: report.time_ms,
            charged_ms: milliseconds(usage.charged),
            clock_ms: clock.map(|clock| milliseconds(clock.left())),
            overhead_ms: milliseconds(usage.overhead),
        });
        let pv = PrincipalVariation {
            variant: self.record.variant(),
            position: position_before,
            notation,
            moves: report.pv,
        };
        self.deferred = Some(DeferredWork {
            side,
            pv: Some(pv).filter(|pv| !pv.moves.is_empty()),
            ponder: answer.ponder,
        });
        let ruling = self.adjudicator.count_score(side, number, report.score);
        if self.record.outcome().is_some() {
            // A result on the board takes precedence over resignations, draw
            // offers and adjudication.
            return Ok(());
        }
        self.handle_action(side, answer.action)?;
        ruling.map_or(Ok(()), |ruling| Err(self.adjudicated_end(ruling)))
    }

    /// Plays a turn of an engine that sends complete turns.
    fn play_complete_turn(
        &mut self,
        side: Color,
        usage: &mut TurnUsage,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> Result<SearchAnswer, GameEnd> {
        let answer = self.request_move(side, usage, None, on_turn)?;
        let text = self.require_move(side, &answer)?;
        if let Err(error) = self.record.play(&text, Numbering::Official) {
            return Err(self.forfeit_by_illegal_move(side, &error, &answer));
        }
        self.check_pv_start(side, &text, &answer);
        Ok(answer)
    }

    /// Plays a turn of an engine that sends single jumps (USHI). The first answer stands for the
    /// complete turn, except that nodes and time are summed over all jumps.
    fn play_jumps(
        &mut self,
        side: Color,
        usage: &mut TurnUsage,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> Result<SearchAnswer, GameEnd> {
        let mut steps = self.record.turn_in_steps();
        let mut first: Option<SearchAnswer> = None;
        loop {
            let position = Command::Position {
                start: PositionStart::Text(steps.position_text()),
                moves: Vec::new(),
            };
            let answer = self.request_move(side, usage, Some(position), on_turn)?;
            usage.jumps_played += 1;
            let text = self.require_move(side, &answer)?;
            let progress = match steps.play(&text) {
                Ok(progress) => progress,
                Err(error) => return Err(self.forfeit_by_illegal_move(side, &error, &answer)),
            };
            self.check_pv_start(side, &text, &answer);
            let first = match &mut first {
                Some(first) => {
                    let add =
                        |sum: &mut Option<u64>, more| *sum = sum.zip(more).map(|(a, b)| a + b);
                    add(&mut first.report.nodes, answer.report.nodes);
                    add(&mut first.report.time_ms, answer.report.time_ms);
                    first
                }
                None => first.insert(answer),
            };
            if let StepResult::Complete(turn) = progress {
                return match self.record.play(&turn, Numbering::Official) {
                    Ok(()) => Ok(first.clone()),
                    Err(error) => Err(self.forfeit_by_illegal_move(side, &error, first)),
                };
            }
        }
    }

    /// Requests a move and waits for it. Adds the time to `usage`.
    fn request_move(
        &mut self,
        side: Color,
        usage: &mut TurnUsage,
        position: Option<Command>,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> Result<SearchAnswer, GameEnd> {
        let progress = TurnProgress {
            jumps_played: usage.jumps_played,
            time_used: usage.charged,
        };
        let since = self.start_search(side, progress, position)?;
        if let Some(last) = self.last_answer {
            usage.overhead += since.saturating_duration_since(last);
        }
        self.do_deferred(true, on_turn);
        let search_budget = self.search_budget(side, progress);
        let margin = Duration::from_millis(search_budget.budget.margin_ms);
        let limit = [search_budget.movetime(), search_budget.left()]
            .into_iter()
            .flatten()
            .min();
        let control = self.control;
        let slot = self.slot(side);
        let timeout = match limit {
            Some(limit) => limit + margin + Duration::from_millis(slot.timeouts().grace_ms),
            None => slot.untimed(),
        };
        let answer = match slot.player() {
            Some(player) => player.answer(since, timeout, control),
            None => Err(EngineFault::Disconnect(Disconnection::not_running())),
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(fault) => return Err(self.end_without_answer(side, fault, since, limit)),
        };
        self.last_answer = Some(answer.at);
        let charged = answer.at.saturating_duration_since(since);
        usage.charged += charged;
        let lost = control.heartbeat.lost_between(since, answer.at);
        self.slot(side).add_search(charged.saturating_sub(lost));
        let late_end = match limit {
            Some(limit) => self.late_end(side, &answer, since, (limit, margin)),
            None if charged.saturating_sub(timeout) > lost => {
                let margin = Duration::ZERO;
                Some(self.forfeit_on_time(side, &answer, charged, timeout, margin))
            }
            None => None,
        };
        late_end.map_or(Ok(answer), Err)
    }

    /// Returns the end of the game if an answer to a search with a time limit came too late, or
    /// only seems to have.
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
        Some(self.forfeit_on_time(side, answer, charged, limit, margin))
    }

    /// Returns the end of the game if a search ended without an answer.
    fn end_without_answer(
        &mut self,
        side: Color,
        fault: EngineFault,
        since: Instant,
        limit: Option<Duration>,
    ) -> GameEnd {
        let is_stall = matches!(fault, EngineFault::Stall(_));
        let delayed = limit
            .filter(|_| is_stall)
            .and_then(|_| self.delayed_end(side, since, Instant::now(), Duration::ZERO));
        let end = self.end_by_fault(side, fault);
        delayed.unwrap_or(end)
    }

    /// Starts the search, and returns the time at which the engine's clock started.
    fn start_search(
        &mut self,
        side: Color,
        progress: TurnProgress,
        position: Option<Command>,
    ) -> Result<Instant, GameEnd> {
        let draw_was_offered = self.offer == Some(!side);
        let played = self.record.turns().last().map(|turn| turn.text.clone());
        let expected = self.expected.get_mut(side.index()).and_then(Option::take);
        let is_hit = expected.is_some() && expected == played;
        let position = position.unwrap_or_else(|| self.position(None));
        let Some(mut limits) = self.limits(side, progress) else {
            return Err(
                self.end_by_fault(side, EngineFault::Disconnect(Disconnection::not_running()))
            );
        };
        limits.draw = draw_was_offered;
        let control = self.control;
        let started = match self.slot(side).player() {
            Some(player) if player.is_pondering() && is_hit => player.ponder_hit(draw_was_offered),
            Some(player) => player.start_search(position, limits, control),
            None => Err(EngineFault::Disconnect(Disconnection::not_running())),
        };
        started.map_err(|fault| self.end_by_fault(side, fault))
    }

    /// Returns the `position` command for the turns so far, followed by `more` if
    /// given.
    pub(super) fn position(&self, more: Option<&str>) -> Command {
        let start = if self.record.is_from_start() {
            PositionStart::StartPos
        } else {
            PositionStart::Text(self.record.start_text())
        };
        let turns = self.record.turns().iter().map(|turn| turn.text.as_str());
        let moves = turns.chain(more).map(str::to_owned).collect();
        Command::Position { start, moves }
    }
}

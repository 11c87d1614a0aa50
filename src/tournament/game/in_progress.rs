//! A game in progress, played turn by turn until it ends.
//!
//! Between an answer and the next `go`, only the work needed to write that `go` is
//! done. Starting to ponder, checking principal variations and reporting turns are
//! deferred until the next engine is thinking.

mod search;

use std::time::{Duration, Instant};

use batyr_protocol::{Command, Notation, PositionStart};

use super::clock::{GameClock, milliseconds};
use super::ending::GameEnd;
use super::engine_slot::EngineSlot;
use super::pv::PrincipalVariation;
use super::referee::Referee;
use super::search_budget::TurnProgress;
use crate::base::Color;
use crate::game::{GameRecord, StepResult};
use crate::rules::shatra::Numbering;
use crate::tournament::commands::position_command;
use crate::tournament::player::{EngineFault, SearchAnswer, StartError};
use crate::tournament::run_control::GamePass;
use crate::tournament::{AdjudicationRules, GameReport, RunControl, Termination, TurnReport};

pub struct GameInProgress<'a> {
    /// The report of the game, to which turns, warnings and the end are added.
    report: &'a mut GameReport,
    record: GameRecord,
    referee: Referee<'a>,
    /// The sides, White first.
    sides: [SideState<'a>; 2],
    control: &'a RunControl,
    pass: &'a GamePass<'a>,
    /// Called for each turn after it is played, while the next engine is thinking.
    on_turn: &'a mut dyn FnMut(&TurnReport),
    /// What has been played of the current turn.
    progress: TurnProgress,
    /// The processing time of the runner before the searches of the current turn.
    overhead: Duration,
    /// The time of the last answer.
    last_answer: Option<Instant>,
    /// The work that was deferred after the last turn.
    deferred: Option<DeferredWork>,
    /// The time for which the game has been paused.
    paused: Duration,
}

struct SideState<'a> {
    slot: &'a mut EngineSlot,
    clock: Option<GameClock>,
    /// The reply on which the engine is pondering.
    expected: Option<String>,
}

/// The work after a side's turn that is done while the next engine is thinking.
struct DeferredWork {
    side: Color,
    pv: Option<PrincipalVariation>,
    /// The reply on which the engine asks to ponder.
    ponder: Option<String>,
}

impl<'a> GameInProgress<'a> {
    pub fn new(
        report: &'a mut GameReport,
        record: GameRecord,
        [white, black]: [&'a mut EngineSlot; 2],
        adjudication: &'a AdjudicationRules,
        (control, pass): (&'a RunControl, &'a GamePass<'a>),
        on_turn: &'a mut dyn FnMut(&TurnReport),
    ) -> Self {
        let variant = record.variant();
        Self {
            report,
            record,
            referee: Referee::new(adjudication, variant),
            sides: [white, black].map(|slot| SideState {
                clock: slot.spec().budget.clock.clone().map(GameClock::new),
                slot,
                expected: None,
            }),
            control,
            pass,
            on_turn,
            progress: TurnProgress::default(),
            overhead: Duration::ZERO,
            last_answer: None,
            deferred: None,
            paused: Duration::ZERO,
        }
    }

    /// Plays the game to its end. Returns the time for which it was paused.
    pub fn play(mut self) -> Duration {
        let end = self.play_until_over();
        self.do_deferred(false);
        for SideState { slot, .. } in &mut self.sides {
            slot.end_game();
            self.report.warnings.extend(slot.take_warnings());
        }
        self.report.set_end(end);
        self.paused
    }

    fn play_until_over(&mut self) -> GameEnd {
        for side in Color::ALL {
            if let Err(game_end) = self.prepare(side) {
                return game_end;
            }
        }
        loop {
            if let Some(game_end) = self.referee.end_before_turn(&self.record) {
                return game_end;
            }
            if self.pass.is_paused() {
                self.rest();
            }
            if let Err(game_end) = self.play_turn() {
                return game_end;
            }
        }
    }

    /// Prepares a side's engine for the game.
    fn prepare(&mut self, side: Color) -> Result<(), GameEnd> {
        let (variant, control) = (self.record.variant(), self.control);
        let stopped = || GameEnd::unfinished("the runner was stopped before the game started");
        // A run that was stopped while it was paused starts no engine.
        if control.is_stopped() {
            return Err(stopped());
        }
        let prepared = self.state(side).slot.prepare(variant, control).map(drop);
        if control.is_stopped() {
            return Err(stopped());
        }
        prepared.map_err(|error| {
            if error.ends_run() {
                return GameEnd::unfinished(error.to_string());
            }
            let detail = format!("{} was not started: {error}", self.engine_label(side));
            let mut end = GameEnd::loss(side, Termination::FailedStart, detail);
            if let StartError::Fault(EngineFault::Disconnect { stderr, .. }) = error {
                end.stderr = stderr;
            }
            end
        })
    }

    /// Lets the engines rest until the run is resumed or stopped.
    fn rest(&mut self) {
        self.do_deferred(false);
        for state in &mut self.sides {
            // A fault is detected again at the engine's next turn.
            let _ = state.slot.rest();
        }
        self.paused += self.pass.rest();
        // The pause is not processing time of the runner.
        self.last_answer = None;
    }

    /// Plays one turn of the side to move; `Err` contains the end of the game.
    fn play_turn(&mut self) -> Result<(), GameEnd> {
        let side = self.record.side_to_move();
        let (before, number) = (self.record.without_history(), self.move_number());
        (self.progress, self.overhead) = Default::default();
        let notation = self.state(side).slot.spec().dialect.properties().notation;
        let SearchAnswer {
            report,
            ponder,
            action,
            ..
        } = match notation {
            Notation::Turns => self.play_complete_turn(side)?,
            Notation::Jumps => self.play_jumps(side)?,
        };
        let charged = self.progress.time_used;
        let state = self.state(side);
        let margin = state.slot.margin();
        let mut is_in_time = true;
        let clock_ms = state.clock.as_mut().map(|clock| {
            is_in_time = clock.charge(charged, margin);
            milliseconds(clock.left())
        });
        self.report.turns.push(TurnReport {
            turn: self.last_turn().unwrap_or_default(),
            score: report.score,
            depth: report.depth,
            nodes: report.nodes,
            reported_ms: report.time_ms,
            charged_ms: milliseconds(charged),
            clock_ms,
            overhead_ms: milliseconds(self.overhead),
        });
        let pv = PrincipalVariation {
            before,
            notation,
            moves: report.pv,
        };
        self.deferred = Some(DeferredWork {
            side,
            pv: Some(pv).filter(|pv| !pv.moves.is_empty()),
            ponder,
        });
        // The searches of a turn share one clock and one margin, so a late turn has a late search.
        if !is_in_time {
            return Err(self.forfeit(side, Termination::Time, "exceeded its time"));
        }
        let is_over = self.record.outcome().is_some();
        let ruling = self.referee.record_score(side, number, report.score);
        // A result on the board takes precedence over resignations, draw offers and adjudication.
        if is_over {
            return Ok(());
        }
        let label = self.engine_label(side);
        let end = self.referee.end_by_action(side, action, &label);
        end.or(ruling).map_or(Ok(()), Err)
    }

    /// Plays a turn of an engine that sends complete turns.
    fn play_complete_turn(&mut self, side: Color) -> Result<SearchAnswer, GameEnd> {
        let position = position_command(&self.record, None);
        let (answer, text) = self.request_move(side, position)?;
        if let Err(error) = self.record.play(&text, Numbering::Official) {
            return Err(self.forfeit_by_illegal_move(side, &error, &answer));
        }
        self.check_pv_start(side, &text, &answer);
        Ok(answer)
    }

    /// Plays a turn of an engine that sends single jumps (USHI). The first answer stands for the
    /// complete turn, except that nodes and time are summed over all jumps.
    fn play_jumps(&mut self, side: Color) -> Result<SearchAnswer, GameEnd> {
        let mut steps = self.record.turn_in_steps();
        let mut first: Option<SearchAnswer> = None;
        loop {
            let position = Command::Position {
                start: PositionStart::Text(steps.position_text()),
                moves: Vec::new(),
            };
            let (answer, text) = self.request_move(side, position)?;
            self.progress.jumps_played += 1;
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

    /// Does the work that was deferred after the last turn. Pondering starts only if `may_ponder`.
    fn do_deferred(&mut self, may_ponder: bool) {
        let Some(deferred) = self.deferred.take() else {
            return;
        };
        let side = deferred.side;
        if let Some(turn) = deferred.ponder.filter(|_| may_ponder) {
            self.start_pondering(side, &turn);
        }
        if let Some(turn) = self.report.turns.last() {
            (self.on_turn)(turn);
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
        let spec = self.state(side).slot.spec();
        if !spec.ponder || !spec.dialect.properties().hosts_ponder {
            return;
        }
        if self.record.play(turn, Numbering::Official).is_err() {
            return self.warn(side, "an illegal ponder move", turn);
        }
        let is_over = self.record.outcome().is_some();
        let expected = self.last_turn();
        self.record.undo();
        if is_over {
            return;
        }
        let position = position_command(&self.record, expected.as_deref());
        if let Ok(limits) = self.limits(side, TurnProgress::default())
            && let Ok(player) = self.state(side).slot.player()
            && player.ponder(position, limits).is_ok()
        {
            self.state(side).expected = expected;
        }
    }

    /// Warns if the principal variation does not begin with the move played.
    fn check_pv_start(&mut self, side: Color, text: &str, answer: &SearchAnswer) {
        let pv = &answer.report.pv;
        if pv.first().is_some_and(|first| first != text) {
            let example = format!("bestmove {text}, pv {}", pv.join(" "));
            self.warn(side, "a pv that does not begin with bestmove", &example);
        }
    }

    fn warn(&mut self, side: Color, kind: &str, example: &str) {
        let number = self.move_number();
        if let Ok(player) = self.state(side).slot.player() {
            player.warn(kind, Some(&format!("before move {number}, {example}")));
        }
    }

    fn last_turn(&self) -> Option<String> {
        self.record.turns().last().map(|turn| turn.text.clone())
    }

    fn move_number(&self) -> u32 {
        self.record.move_number().into()
    }

    /// Returns the name of a side's engine, with the side in parentheses.
    fn engine_label(&mut self, side: Color) -> String {
        format!("{} ({})", self.state(side).slot.spec().name, side.name())
    }

    const fn state(&mut self, side: Color) -> &mut SideState<'a> {
        let [white, black] = &mut self.sides;
        match side {
            Color::White => white,
            Color::Black => black,
        }
    }
}

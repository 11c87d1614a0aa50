//! A game in progress: turn after turn until the end.
//!
//! Between an answer and the next `go` only the work needed
//! to write that `go` is done. Pondering, checking lines and reporting turns
//! wait until the next engine thinks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use batyr_protocol::{Command, Notation, PositionStart};

use super::adjudication::Adjudicator;
use super::clock::{GameClock, milliseconds};
use super::ending::GameEnd;
use super::engine_slot::EngineSlot;
use super::limits::Jump;
use super::pv::PrincipalVariation;
use crate::base::Color;
use crate::game::{GameRecord, StepResult};
use crate::rules::shatra::Numbering;
use crate::tournament::player::{Answer, Fault};
use crate::tournament::{AdjudicationRules, Termination, TurnReport};

/// A game in progress.
pub struct GameInProgress<'a> {
    pub(super) record: GameRecord,
    pub(super) slots: [&'a mut EngineSlot; 2],
    pub(super) adjudication: &'a AdjudicationRules,
    pub(super) stop: &'a AtomicBool,
    pub(super) clocks: [Option<GameClock>; 2],
    pub(super) adjudicator: Adjudicator,
    pub(super) turns: Vec<TurnReport>,
    /// The time of the last answer.
    pub(super) last_answer: Option<Instant>,
    /// The side that has just offered a draw.
    pub(super) offer: Option<Color>,
    /// The reply on which each side ponders, White's first.
    pub(super) expected: [Option<String>; 2],
    /// The work that the last turn has deferred.
    pub(super) deferred: Option<DeferredWork>,
    /// The warnings of engines that have been ended.
    pub(super) warnings: Vec<String>,
}

/// The work for a turn that is done while the next engine thinks.
pub(super) struct DeferredWork {
    pub(super) side: Color,
    pub(super) line: Option<PrincipalVariation>,
    pub(super) ponder: Option<String>,
}

/// The time charged and the jumps played in a turn so far.
#[derive(Default)]
struct TurnAccounts {
    pub(super) charged: Duration,
    pub(super) overhead: Duration,
    pub(super) jump: usize,
}

impl<'a> GameInProgress<'a> {
    pub fn new(
        record: GameRecord,
        slots: [&'a mut EngineSlot; 2],
        adjudication: &'a AdjudicationRules,
        stop: &'a AtomicBool,
    ) -> Self {
        let clock = |slot: &EngineSlot| slot.spec().budget.clock.map(GameClock::new);
        let [white, black] = &slots;
        Self {
            clocks: [clock(white), clock(black)],
            adjudicator: Adjudicator::new(adjudication),
            record,
            slots,
            adjudication,
            stop,
            turns: Vec::new(),
            last_answer: None,
            offer: None,
            expected: [None, None],
            deferred: None,
            warnings: Vec::new(),
        }
    }

    /// Plays the game to the end, and returns the end with the turns and the warnings.
    pub fn play(
        mut self,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> (GameEnd, Vec<TurnReport>, Vec<String>) {
        let ending = self.play_until_over(on_turn);
        self.do_deferred(false, on_turn);
        for slot in &mut self.slots {
            let settled = slot.player().is_none_or(|player| {
                let settled = player.stop_pondering().is_ok();
                player.flush_log();
                settled
            });
            self.warnings.extend(slot.take_warnings());
            if !settled {
                slot.kill();
            }
        }
        (ending, self.turns, self.warnings)
    }

    fn play_until_over(&mut self, on_turn: &mut dyn FnMut(&TurnReport)) -> GameEnd {
        let stop = self.stop;
        for side in Color::ALL {
            let variant = self.record.variant();
            let prepared = self.slot(side).prepare(variant, stop).map(drop);
            if stop.load(Ordering::Relaxed) {
                return GameEnd::unfinished("the runner was stopped before the game began");
            }
            if let Err(error) = prepared {
                let detail = format!("{} was not started: {error}", self.engine_label(side));
                return GameEnd::loss(side, Termination::FailedStart, detail);
            }
        }
        loop {
            if let Some(ending) = self.over() {
                return ending;
            }
            if let Err(ending) = self.turn(on_turn) {
                return ending;
            }
        }
    }

    /// Returns the end by the rules or by the length of the game, if the game is over.
    fn over(&self) -> Option<GameEnd> {
        if let Some(outcome) = self.record.outcome() {
            return Some(GameEnd::by_rules(outcome));
        }
        let halfmoves = self.record.halfmoves();
        if self
            .adjudication
            .no_progress
            .is_some_and(|limit| halfmoves >= limit)
        {
            let text = format!("{halfmoves} turns without a capture or promotion");
            return Some(GameEnd::draw(Termination::NoProgress, text));
        }
        let plies = self.record.turns().len();
        let is_long = u32::try_from(plies).is_ok_and(|plies| plies >= self.adjudication.max_plies);
        is_long.then(|| GameEnd::draw(Termination::MaxLength, format!("{plies} turns")))
    }

    /// Plays one turn of the side to move; an error is the end of the game.
    fn turn(&mut self, on_turn: &mut dyn FnMut(&TurnReport)) -> Result<(), GameEnd> {
        let side = self.record.side_to_move();
        let before = self.record.position_text();
        let number = self.move_number();
        let mut accounts = TurnAccounts::default();
        let notation = self.slot(side).spec().dialect.notation();
        let answer = match notation {
            Notation::Turns => self.complete_turn(side, &mut accounts, on_turn)?,
            Notation::Jumps => self.jumps(side, &mut accounts, on_turn)?,
        };
        let report = answer.report;
        self.charge_clock(side, accounts.charged);
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
            ms: milliseconds(accounts.charged),
            clock_ms: clock.map(|clock| milliseconds(clock.left())),
            overhead_ms: milliseconds(accounts.overhead),
        });
        let line = PrincipalVariation {
            variant: self.record.variant(),
            position: before,
            notation,
            words: report.pv,
        };
        self.deferred = Some(DeferredWork {
            side,
            line: Some(line).filter(|line| !line.words.is_empty()),
            ponder: answer.ponder,
        });
        let ruling = self.adjudicator.rule(side, number, report.score);
        if self.record.outcome().is_some() {
            // A result on the board takes precedence over resignation, draw
            // offers and adjudication.
            return Ok(());
        }
        self.handle_action(side, answer.action)?;
        ruling.map_or(Ok(()), |ruling| Err(self.adjudicated(ruling)))
    }

    /// Plays a turn of an engine that sends complete turns.
    fn complete_turn(
        &mut self,
        side: Color,
        accounts: &mut TurnAccounts,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> Result<Answer, GameEnd> {
        let answer = self.request_move(side, accounts, None, on_turn)?;
        let text = self.best(side, &answer)?;
        if let Err(error) = self.record.play(&text, Numbering::Official) {
            return Err(self.forfeit_by_illegal_move(side, &error, &answer));
        }
        self.check_pv_start(side, &text, &answer);
        Ok(answer)
    }

    /// Plays a turn of an engine that sends single jumps (USHI). The first answer counts for the
    /// complete turn, except that nodes and time are summed over all jumps.
    fn jumps(
        &mut self,
        side: Color,
        accounts: &mut TurnAccounts,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> Result<Answer, GameEnd> {
        let mut steps = self.record.turn_in_steps();
        let mut first: Option<Answer> = None;
        loop {
            let position = Command::Position {
                start: PositionStart::Spn(steps.position_text()),
                moves: Vec::new(),
            };
            let answer = self.request_move(side, accounts, Some(position), on_turn)?;
            accounts.jump += 1;
            let text = self.best(side, &answer)?;
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

    /// Requests a move and waits for it; adds the time to `accounts`.
    fn request_move(
        &mut self,
        side: Color,
        accounts: &mut TurnAccounts,
        position: Option<Command>,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> Result<Answer, GameEnd> {
        let jump = Jump {
            number: accounts.jump,
            used: accounts.charged,
        };
        let since = self.start_search(side, jump, position)?;
        if let Some(last) = self.last_answer {
            accounts.overhead += since.saturating_duration_since(last);
        }
        self.do_deferred(true, on_turn);
        let search_budget = self.search_budget(side, jump);
        let margin = Duration::from_millis(search_budget.budget.margin_ms);
        let limit = [search_budget.movetime(), search_budget.left()]
            .into_iter()
            .flatten()
            .min();
        let stop = self.stop;
        let slot = self.slot(side);
        let timeout = match limit {
            Some(limit) => limit + margin + Duration::from_millis(slot.timeouts().grace_ms),
            None => Duration::from_millis(slot.timeouts().untimed_ms),
        };
        let answer = match slot.player() {
            Some(player) => player.answer(since, since + timeout, stop),
            None => Err(Fault::Disconnect("its process is not running".to_owned())),
        };
        let answer = answer.map_err(|fault| self.engine_failed(side, fault))?;
        self.last_answer = Some(answer.at);
        let charged = answer.at.saturating_duration_since(since);
        accounts.charged += charged;
        match limit {
            Some(limit) if charged > limit + margin => {
                Err(self.forfeit_on_time(side, &answer, charged, limit, margin))
            }
            None if charged > timeout => {
                Err(self.forfeit_on_time(side, &answer, charged, timeout, margin))
            }
            _ => Ok(answer),
        }
    }

    /// Starts the search, and returns the time at which its clock began to run.
    fn start_search(
        &mut self,
        side: Color,
        jump: Jump,
        position: Option<Command>,
    ) -> Result<Instant, GameEnd> {
        let was_offered = self.offer == Some(!side);
        let played = self.record.turns().last().map(|turn| turn.text.clone());
        let expected = self.expected.get_mut(side.index()).and_then(Option::take);
        let is_hit = expected.is_some() && expected == played;
        let position = position.unwrap_or_else(|| self.position(None));
        let Some(mut limits) = self.limits(side, jump) else {
            return Err(self.engine_failed(
                side,
                Fault::Disconnect("its process is not running".to_owned()),
            ));
        };
        limits.draw = was_offered;
        let stop = self.stop;
        let started = match self.slot(side).player() {
            Some(player) if player.is_pondering() && is_hit => player.ponder_hit(was_offered),
            Some(player) => player.start_search(position, limits, stop),
            None => Err(Fault::Disconnect("its process is not running".to_owned())),
        };
        started.map_err(|fault| self.engine_failed(side, fault))
    }

    /// Returns the `position` command for the turns so far, and `more` if
    /// given.
    pub(super) fn position(&self, more: Option<&str>) -> Command {
        let start = if self.record.is_from_start() {
            PositionStart::StartPos
        } else {
            PositionStart::Spn(self.record.start_text())
        };
        let turns = self.record.turns().iter().map(|turn| turn.text.as_str());
        let moves = turns.chain(more).map(str::to_owned).collect();
        Command::Position { start, moves }
    }
}

//! The course of a game.
//!
//! **The decision:** between an answer and the next `go` only the work needed
//! to write that `go` is done. Pondering, checking lines and reporting turns
//! wait until the next engine thinks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use batyr_protocol::{Command, Notation, PositionStart};

use super::adjudication::Adjudicator;
use super::clock::GameClock;
use super::ending::Ending;
use super::judge::milliseconds;
use super::limits::Jump;
use super::line::Line;
use super::seat::Seat;
use crate::base::Color;
use crate::game::{GameRecord, StepResult};
use crate::rules::shatra::Numbering;
use crate::tournament::player::{Answer, Fault};
use crate::tournament::{End, Terms, TurnReport};

/// A game in progress.
pub struct Course<'a> {
    pub(super) record: GameRecord,
    pub(super) seats: [&'a mut Seat; 2],
    pub(super) terms: &'a Terms,
    pub(super) stop: &'a AtomicBool,
    pub(super) clocks: [Option<GameClock>; 2],
    pub(super) adjudicator: Adjudicator,
    pub(super) turns: Vec<TurnReport>,
    /// The time of the last answer.
    pub(super) last_answer: Option<Instant>,
    /// The side that has just offered a draw.
    pub(super) offer: Option<Color>,
    /// The turn that each side ponders on, White's first.
    pub(super) expected: [Option<String>; 2],
    /// The work that the last turn has left to do.
    pub(super) left_over: Option<LeftOver>,
    /// The warnings of engines that have been ended.
    pub(super) warnings: Vec<String>,
}

/// The work for a turn that is done while the next engine thinks.
pub(super) struct LeftOver {
    pub(super) side: Color,
    pub(super) line: Option<Line>,
    pub(super) ponder: Option<String>,
}

/// The accounts of a turn in progress.
#[derive(Default)]
struct Making {
    pub(super) charged: Duration,
    pub(super) overhead: Duration,
    pub(super) jump: usize,
}

impl<'a> Course<'a> {
    pub fn new(
        record: GameRecord,
        seats: [&'a mut Seat; 2],
        terms: &'a Terms,
        stop: &'a AtomicBool,
    ) -> Self {
        let clock = |seat: &Seat| seat.spec().budget.clock.map(GameClock::new);
        let [white, black] = &seats;
        Self {
            clocks: [clock(white), clock(black)],
            adjudicator: Adjudicator::new(terms),
            record,
            seats,
            terms,
            stop,
            turns: Vec::new(),
            last_answer: None,
            offer: None,
            expected: [None, None],
            left_over: None,
            warnings: Vec::new(),
        }
    }

    /// Plays to the end, and returns it with the turns and the warnings.
    pub fn play(
        mut self,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> (Ending, Vec<TurnReport>, Vec<String>) {
        let ending = self.until_over(on_turn);
        self.catch_up(false, on_turn);
        for seat in &mut self.seats {
            let settled = seat.player().is_none_or(|player| {
                let settled = player.settle().is_ok();
                player.flush_log();
                settled
            });
            self.warnings.extend(seat.take_warnings());
            if !settled {
                seat.kill();
            }
        }
        (ending, self.turns, self.warnings)
    }

    fn until_over(&mut self, on_turn: &mut dyn FnMut(&TurnReport)) -> Ending {
        let stop = self.stop;
        for side in Color::ALL {
            let variant = self.record.variant();
            let prepared = self.seat(side).prepare(variant, stop).map(drop);
            if stop.load(Ordering::Relaxed) {
                return Ending::unfinished("the runner was stopped before the game began");
            }
            if let Err(error) = prepared {
                let detail = format!("{} was not started: {error}", self.who(side));
                return Ending::loss(side, End::FailedStart, detail);
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

    /// Returns the end by the rules or by the length of the game, if it has
    /// come.
    fn over(&self) -> Option<Ending> {
        if let Some(outcome) = self.record.outcome() {
            return Some(Ending::by_rules(outcome));
        }
        let halfmoves = self.record.halfmoves();
        if self.terms.no_progress.is_some_and(|most| halfmoves >= most) {
            let text = format!("{halfmoves} turns without a capture or promotion");
            return Some(Ending::draw(End::NoProgress, text));
        }
        let plies = self.record.turns().len();
        let is_long = u32::try_from(plies).is_ok_and(|plies| plies >= self.terms.max_plies);
        is_long.then(|| Ending::draw(End::MaxLength, format!("{plies} turns")))
    }

    /// Plays one turn of the side to move; an error is the end of the game.
    fn turn(&mut self, on_turn: &mut dyn FnMut(&TurnReport)) -> Result<(), Ending> {
        let side = self.record.side_to_move();
        let before = self.record.position_text();
        let number = self.move_number();
        let mut making = Making::default();
        let notation = self.seat(side).spec().dialect.notation();
        let answer = match notation {
            Notation::Turns => self.whole_turn(side, &mut making, on_turn)?,
            Notation::Jumps => self.jumps(side, &mut making, on_turn)?,
        };
        let told = answer.told;
        self.settle_clock(side, making.charged);
        let clock = self.clocks.get(side.index()).and_then(Option::as_ref);
        self.turns.push(TurnReport {
            turn: self
                .record
                .turns()
                .last()
                .map(|turn| turn.text.clone())
                .unwrap_or_default(),
            score: told.score,
            depth: told.depth,
            nodes: told.nodes,
            said_ms: told.time_ms,
            ms: milliseconds(making.charged),
            clock_ms: clock.map(|clock| milliseconds(clock.left())),
            overhead_ms: milliseconds(making.overhead),
        });
        let line = Line {
            variant: self.record.variant(),
            position: before,
            notation,
            words: told.pv,
        };
        self.left_over = Some(LeftOver {
            side,
            line: Some(line).filter(|line| !line.words.is_empty()),
            ponder: answer.ponder,
        });
        let ruling = self.adjudicator.rule(side, number, told.score);
        if self.record.outcome().is_some() {
            // A result on the board takes precedence over resignation, draw
            // offers and adjudication.
            return Ok(());
        }
        self.hear_verdict(side, answer.verdict)?;
        ruling.map_or(Ok(()), |ruling| Err(self.ruled(ruling)))
    }

    /// Plays a turn of an engine that sends whole turns.
    fn whole_turn(
        &mut self,
        side: Color,
        making: &mut Making,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> Result<Answer, Ending> {
        let answer = self.ask(side, making, None, on_turn)?;
        let text = self.best(side, &answer)?;
        if let Err(error) = self.record.play(&text, Numbering::Official) {
            return Err(self.illegal(side, &error, &answer));
        }
        self.check_first(side, &text, &answer);
        Ok(answer)
    }

    /// Plays a turn of an engine that sends single jumps (USHI). The first
    /// answer counts for the whole turn, except that nodes and time are summed
    /// over all jumps.
    fn jumps(
        &mut self,
        side: Color,
        making: &mut Making,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> Result<Answer, Ending> {
        let mut steps = self.record.turn_in_steps();
        let mut first: Option<Answer> = None;
        loop {
            let position = Command::Position {
                start: PositionStart::Spn(steps.position_text()),
                moves: Vec::new(),
            };
            let answer = self.ask(side, making, Some(position), on_turn)?;
            making.jump += 1;
            let text = self.best(side, &answer)?;
            let progress = match steps.play(&text) {
                Ok(progress) => progress,
                Err(error) => return Err(self.illegal(side, &error, &answer)),
            };
            self.check_first(side, &text, &answer);
            let first = match &mut first {
                Some(first) => {
                    let add =
                        |sum: &mut Option<u64>, more| *sum = sum.zip(more).map(|(a, b)| a + b);
                    add(&mut first.told.nodes, answer.told.nodes);
                    add(&mut first.told.time_ms, answer.told.time_ms);
                    first
                }
                None => first.insert(answer),
            };
            if let StepResult::Complete(turn) = progress {
                return match self.record.play(&turn, Numbering::Official) {
                    Ok(()) => Ok(first.clone()),
                    Err(error) => Err(self.illegal(side, &error, first)),
                };
            }
        }
    }

    /// Asks for a move and waits for it; adds the time to `making`.
    fn ask(
        &mut self,
        side: Color,
        making: &mut Making,
        position: Option<Command>,
        on_turn: &mut dyn FnMut(&TurnReport),
    ) -> Result<Answer, Ending> {
        let jump = Jump {
            number: making.jump,
            used: making.charged,
        };
        let since = self.set_going(side, jump, position)?;
        if let Some(last) = self.last_answer {
            making.overhead += since.saturating_duration_since(last);
        }
        self.catch_up(true, on_turn);
        let purse = self.purse(side, jump);
        let margin = Duration::from_millis(purse.budget.margin_ms);
        let limit = [purse.movetime(), purse.left()].into_iter().flatten().min();
        let stop = self.stop;
        let seat = self.seat(side);
        let patience = match limit {
            Some(limit) => limit + margin + Duration::from_millis(seat.patience().grace_ms),
            None => Duration::from_millis(seat.patience().untimed_ms),
        };
        let answer = match seat.player() {
            Some(player) => player.answer(since, since + patience, stop),
            None => Err(Fault::Disconnect("it does not run".to_owned())),
        };
        let answer = answer.map_err(|fault| self.broken(side, fault))?;
        self.last_answer = Some(answer.at);
        let charged = answer.at.saturating_duration_since(since);
        making.charged += charged;
        match limit {
            Some(limit) if charged > limit + margin => {
                Err(self.late(side, &answer, charged, limit, margin))
            }
            None if charged > patience => Err(self.late(side, &answer, charged, patience, margin)),
            _ => Ok(answer),
        }
    }

    /// Starts the search, and returns the time at which its clock began to run.
    fn set_going(
        &mut self,
        side: Color,
        jump: Jump,
        position: Option<Command>,
    ) -> Result<Instant, Ending> {
        let was_offered = self.offer == Some(!side);
        let played = self.record.turns().last().map(|turn| turn.text.clone());
        let expected = self.expected.get_mut(side.index()).and_then(Option::take);
        let is_hit = expected.is_some() && expected == played;
        let position = position.unwrap_or_else(|| self.position(None));
        let Some(mut limits) = self.limits(side, jump) else {
            return Err(self.broken(side, Fault::Disconnect("it does not run".to_owned())));
        };
        limits.draw = was_offered;
        let stop = self.stop;
        let started = match self.seat(side).player() {
            Some(player) if player.is_pondering() && is_hit => player.ponder_hit(was_offered),
            Some(player) => player.ask(position, limits, stop),
            None => Err(Fault::Disconnect("it does not run".to_owned())),
        };
        started.map_err(|fault| self.broken(side, fault))
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

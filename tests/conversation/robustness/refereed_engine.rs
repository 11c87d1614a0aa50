//! Conversations with the engine in any dialect, in which a referee checks every answer.

use std::{
    sync::{PoisonError, RwLock},
    time::{Duration, Instant},
};

pub use crate::host::expect_no_fault;

use super::dialect::{DIALECTS, HostDialect, Setting};
use crate::{
    host::{
        ConversationFault, EngineProcess, RESPONSE_TIMEOUT, ReceivedLine,
        info::{PvInfo, parse_info},
        ushi::check_banner,
    },
    referee::{check_steps_are_legal, check_turns_are_legal, find_step},
    slow::{Position, RuleSet},
};

/// How long to wait for output from an engine that must be silent.
pub const PAUSE: Duration = Duration::from_millis(60);

/// The lock that keeps measurements from running at the same time as other tests of this program.
static MEASUREMENT_LOCK: RwLock<()> = RwLock::new(());

/// An answer to a `go` command that the referee has checked.
#[derive(Debug)]
pub struct CheckedAnswer {
    /// The move; `None` if the engine reports that there is none.
    pub best: Option<String>,
    /// The move to ponder on, if there is one.
    pub ponder: Option<String>,
    /// The `info` lines with a variation that arrived before the answer.
    pub infos: Vec<PvInfo>,
    /// The messages for people that arrived before the answer.
    pub messages: Vec<String>,
    /// When `go` was sent.
    pub sent_at: Instant,
    pub arrived_at: Instant,
}

impl CheckedAnswer {
    /// Returns the time from sending `go` to receiving the answer.
    pub fn elapsed(&self) -> Duration {
        self.arrived_at - self.sent_at
    }

    /// Returns the depth of the deepest iteration reported.
    pub fn depth(&self) -> u64 {
        self.infos.iter().map(|info| info.depth).max().unwrap_or(0)
    }

    /// Returns the number of nodes in the last `info` line.
    pub fn nodes(&self) -> u64 {
        self.infos.last().map_or(0, |info| info.nodes)
    }

    /// Returns everything in the answer that does not depend on time.
    pub fn without_times(&self) -> String {
        let lines: Vec<_> = self.infos.iter().map(PvInfo::without_time).collect();
        format!("{:?}\n{}", self.best, lines.join("\n"))
    }
}

/// A running engine, with a referee that checks its answers.
pub struct RefereedEngine {
    pub dialect: HostDialect,
    pub process: EngineProcess,
    /// The position that the next `go` searches.
    pub position: Position,
}

impl RefereedEngine {
    /// Starts an engine and completes the handshake. The position is the start position of Extended
    /// Shatra.
    pub fn start(dialect: HostDialect) -> Result<Self, ConversationFault> {
        Self::start_with_env(dialect, &[])
    }

    /// Does the same as [`Self::start`], with these variables in the engine's environment.
    pub fn start_with_env(
        dialect: HostDialect,
        variables: &[(&str, &str)],
    ) -> Result<Self, ConversationFault> {
        let mut engine = Self::launch(dialect, variables)?;
        engine.send(dialect.handshake())?;
        engine.read_handshake()?;
        match dialect {
            HostDialect::Uci => {}
            HostDialect::Ucci => drop(engine.send("setoption usemillisec true")?),
            HostDialect::Ushi => engine.select_rules(RuleSet::Extended)?,
        }
        engine.expect_silence()?;
        Ok(engine)
    }

    /// Starts an engine and reads its first line, without sending anything.
    pub fn start_without_handshake(dialect: HostDialect) -> Result<Self, ConversationFault> {
        Self::launch(dialect, &[])
    }

    fn launch(dialect: HostDialect, variables: &[(&str, &str)]) -> Result<Self, ConversationFault> {
        let mut process = EngineProcess::start_with_env(&[], variables);
        let banner = process.next_line(RESPONSE_TIMEOUT)?.text;
        check_banner(&banner).map_err(ConversationFault::Protocol)?;
        Ok(Self {
            dialect,
            process,
            position: Position::start(RuleSet::Extended),
        })
    }

    /// Reads the answer to the handshake, which must consist of names and options, and returns
    /// those lines.
    pub fn read_handshake(&mut self) -> Result<Vec<String>, ConversationFault> {
        let output = self
            .process
            .read_until(self.dialect.handshake_end(), RESPONSE_TIMEOUT)?;
        let mut lines: Vec<_> = output.into_iter().map(|received| received.text).collect();
        let last = lines.pop();
        let is_known = |line: &String| line.starts_with("id ") || line.starts_with("option ");
        let is_complete =
            last.as_deref() == Some(self.dialect.handshake_end()) && lines.iter().all(is_known);
        self.check(is_complete, "unexpected line in the handshake")?;
        Ok(lines)
    }

    /// Returns the description of a fault, with the dialect and the last lines of the conversation.
    pub fn with_log(&self, fault: &str) -> String {
        format!("{:?}: {}", self.dialect, self.process.with_log(fault))
    }

    /// Returns a protocol fault with the last lines of the conversation.
    pub fn protocol_fault(&self, fault: &str) -> ConversationFault {
        ConversationFault::Protocol(self.with_log(fault))
    }

    /// Returns a protocol fault if the condition is false.
    pub fn check(&self, condition: bool, fault: &str) -> Result<(), ConversationFault> {
        if condition {
            Ok(())
        } else {
            Err(self.protocol_fault(fault))
        }
    }

    /// Sends lines and returns the time at which they were sent.
    pub fn send(&mut self, lines: &str) -> Result<Instant, ConversationFault> {
        self.process.send(lines)
    }

    /// Sets an option.
    pub fn set(&mut self, setting: Setting, value: impl ToString) -> Result<(), ConversationFault> {
        let command = self.dialect.set(setting, &value.to_string());
        self.send(&command).map(drop)
    }

    /// Selects a rule set, which also sets its start position.
    pub fn select_rules(&mut self, rule_set: RuleSet) -> Result<(), ConversationFault> {
        self.send(&self.dialect.set_rules(rule_set))?;
        if self.dialect == HostDialect::Ushi {
            self.process
                .expect_line("version supported", RESPONSE_TIMEOUT)?;
        }
        self.position = Position::start(rule_set);
        Ok(())
    }

    /// Sets the position for the next search.
    pub fn set_position(&mut self, position: &Position) -> Result<(), ConversationFault> {
        self.send(&self.dialect.position(&position.to_spn()))?;
        self.position = position.clone();
        Ok(())
    }

    /// Sends `isready` and waits for `readyok`, when all earlier commands have taken effect.
    /// Returns the lines that arrived before it.
    pub fn wait_until_ready(&mut self) -> Result<Vec<String>, ConversationFault> {
        self.send("isready")?;
        let mut lines = self.process.read_until("readyok", RESPONSE_TIMEOUT)?;
        lines.pop();
        Ok(lines.into_iter().map(|received| received.text).collect())
    }

    /// Checks that no line arrives before the `readyok` that answers an `isready`.
    pub fn expect_silence(&mut self) -> Result<(), ConversationFault> {
        self.send("isready")?;
        self.process
            .expect_line("readyok", RESPONSE_TIMEOUT)
            .map(drop)
    }

    /// Returns the error message for the lines sent before. There must be no other output, and the
    /// message must contain this token.
    pub fn expect_error(&mut self, token: &str) -> Result<String, ConversationFault> {
        let output = self.wait_until_ready()?;
        match &output[..] {
            [line] if line.starts_with(&self.dialect.error_prefix()) && line.contains(token) => {
                Ok(line.clone())
            }
            _ => Err(self.protocol_fault(&format!(
                "expected exactly one error that contains {token:?}"
            ))),
        }
    }

    /// Sends a `go` command and returns the answer, after which no other line may arrive.
    pub fn ask(&mut self, go: &str) -> Result<CheckedAnswer, ConversationFault> {
        let sent_at = self.send(go)?;
        self.expect_only_answer(sent_at)
    }

    /// Returns the answer to the running search, after which no other line may arrive.
    pub fn expect_only_answer(
        &mut self,
        sent_at: Instant,
    ) -> Result<CheckedAnswer, ConversationFault> {
        let answer = self.expect_answer(sent_at)?;
        self.expect_silence()?;
        Ok(answer)
    }

    /// Reads the answer to a search of the current position, and checks it.
    pub fn expect_answer(&mut self, sent_at: Instant) -> Result<CheckedAnswer, ConversationFault> {
        let position = self.position.clone();
        self.expect_answer_in(&position, sent_at)
    }

    /// Reads the answer to a search of this position, and checks it. Only `info` lines and messages
    /// are allowed before the answer.
    pub fn expect_answer_in(
        &mut self,
        position: &Position,
        sent_at: Instant,
    ) -> Result<CheckedAnswer, ConversationFault> {
        let (mut infos, mut messages) = (Vec::<PvInfo>::new(), Vec::new());
        loop {
            let received = self.process.next_line(RESPONSE_TIMEOUT)?;
            if received.text.starts_with("bestmove ") || received.text == "nobestmove" {
                let answer = self.parse_answer(received, infos, messages, sent_at)?;
                self.check_answer(position, &answer)?;
                return Ok(answer);
            }
            if received.text.starts_with(self.dialect.message_prefix())
                || self.dialect == HostDialect::Uci && received.text == "info depth 0 score mate 0"
            {
                messages.push(received.text);
                continue;
            }
            let info = parse_info(&received.text, self.dialect);
            let info = info
                .map_err(|fault| self.protocol_fault(&format!("{fault} in {:?}", received.text)))?;
            infos.extend(info);
        }
    }

    fn parse_answer(
        &self,
        received: ReceivedLine,
        infos: Vec<PvInfo>,
        messages: Vec<String>,
        sent_at: Instant,
    ) -> Result<CheckedAnswer, ConversationFault> {
        let mut words: Vec<&str> = received.text.split(' ').collect();
        let last = *words.last().unwrap_or(&"");
        if self.dialect == HostDialect::Ucci && ["draw", "resign"].contains(&last) {
            words.pop();
        }
        let (best, ponder) = match (&words[..], self.dialect) {
            (["nobestmove"], HostDialect::Ucci) | (["bestmove", "(none)"], HostDialect::Uci) => {
                (None, None)
            }
            (["bestmove", best], _) => (Some(*best), None),
            (["bestmove", best, "ponder", ponder], HostDialect::Uci | HostDialect::Ucci) => {
                (Some(*best), Some(*ponder))
            }
            _ => return Err(self.protocol_fault("invalid answer")),
        };
        Ok(CheckedAnswer {
            best: best.map(String::from),
            ponder: ponder.map(String::from),
            infos,
            messages,
            sent_at,
            arrived_at: received.arrived_at,
        })
    }

    /// Checks that the move is legal, or that there is no move because there is no legal turn; that
    /// all variations are legal; and that the last one with the number 1 begins with the move.
    fn check_answer(
        &self,
        position: &Position,
        answer: &CheckedAnswer,
    ) -> Result<(), ConversationFault> {
        let spn = position.to_spn();
        let illegal =
            |fault: &str| ConversationFault::Illegal(self.with_log(&format!("{fault} in {spn}")));
        let Some(best) = &answer.best else {
            let has_no_turn = position.turns().is_empty();
            return has_no_turn.then_some(()).ok_or_else(|| illegal("no move"));
        };
        if !self.is_legal(position, best) {
            return Err(illegal(best));
        }
        if let Some(ponder) = &answer.ponder {
            let next = position.find_turn(best).map(|turn| position.play(&turn));
            let is_legal = next.is_some_and(|next| next.find_turn(ponder).is_some());
            is_legal
                .then_some(())
                .ok_or_else(|| illegal(&format!("ponder {best} {ponder}")))?;
        }
        for info in &answer.infos {
            let fault = match self.dialect {
                HostDialect::Ushi => check_steps_are_legal(position, &info.pv).err(),
                HostDialect::Uci | HostDialect::Ucci => {
                    check_turns_are_legal(position, &info.pv).err()
                }
            };
            fault.map_or(Ok(()), |fault| Err(illegal(&fault)))?;
        }
        // Of several variations, the best one has the number 1.
        let mut latest_first = answer.infos.iter().rev();
        let last_best = latest_first.find(|info| info.multipv.unwrap_or(1) == 1);
        self.check(
            last_best.is_none_or(|info| info.pv[0] == *best),
            "the last pv does not begin with bestmove",
        )?;
        let times = answer
            .infos
            .iter()
            .map(|info| info.time)
            .filter(|&time| time > 0);
        self.check(times.is_sorted(), "the time decreases")
    }

    /// Returns whether a move is legal: a turn, or a step in USHI.
    pub fn is_legal(&self, position: &Position, best: &str) -> bool {
        match self.dialect {
            HostDialect::Ushi => find_step(position, best).is_some(),
            HostDialect::Uci | HostDialect::Ucci => position.find_turn(best).is_some(),
        }
    }

    /// Reads lines for this time, and checks that none is an answer.
    pub fn expect_no_answer_for(
        &mut self,
        time: Duration,
    ) -> Result<Vec<String>, ConversationFault> {
        let output = self.process.read_for(time);
        self.check(
            !output.iter().any(|line| is_answer(line)),
            "the answer arrived too early",
        )?;
        Ok(output)
    }

    /// Checks that a search is running: `isready` is answered, but there is no answer to `go` yet.
    pub fn expect_searching(&mut self) -> Result<(), ConversationFault> {
        let output = self.wait_until_ready()?;
        self.check(
            !output.iter().any(|line| is_answer(line)),
            "the search has ended",
        )
    }

    /// Sends `stop` while no search runs, which is answered only in UCCI.
    pub fn stop_idle(&mut self) -> Result<(), ConversationFault> {
        self.send("stop")?;
        if self.dialect == HostDialect::Ucci {
            self.process.expect_line("nobestmove", RESPONSE_TIMEOUT)?;
        }
        self.expect_silence()
    }

    /// Waits for the process to exit, and checks that it gives no other answer before.
    pub fn expect_exit(&mut self) -> Result<(), ConversationFault> {
        self.process.wait_for_clean_exit()?;
        let rest = self.process.read_for(RESPONSE_TIMEOUT);
        self.check(
            !rest.iter().any(|line| is_answer(line)),
            "a second answer arrived",
        )
    }

    /// Sends `quit` and waits for the process to exit; returns how long that took.
    pub fn quit(mut self) -> Result<Duration, ConversationFault> {
        self.send("quit")?;
        let time = self.process.wait_for_clean_exit()?;
        let output = self.process.read_for(RESPONSE_TIMEOUT);
        if self.dialect == HostDialect::Ucci {
            let is_bye = output.last().is_some_and(|line| line == "bye");
            self.check(is_bye, "the last line is not bye")?;
        }
        Ok(time)
    }
}

/// Returns whether a line is the answer to a search.
pub fn is_answer(line: &str) -> bool {
    line.starts_with("bestmove") || line == "nobestmove"
}

/// Runs a test, which may run at the same time as others.
pub fn alongside_others<T>(test: impl FnOnce() -> T) -> T {
    let _guard = MEASUREMENT_LOCK
        .read()
        .unwrap_or_else(PoisonError::into_inner);
    test()
}

/// Runs a test while no other test runs, so that it can measure times.
pub fn exclusively<T>(test: impl FnOnce() -> T) -> T {
    let _guard = MEASUREMENT_LOCK
        .write()
        .unwrap_or_else(PoisonError::into_inner);
    test()
}

/// Runs a conversation in each of these dialects; it must end without a fault.
#[track_caller]
fn run_conversations(
    dialects: &[HostDialect],
    run: impl Fn(&mut RefereedEngine) -> Result<(), ConversationFault>,
) {
    for &dialect in dialects {
        expect_no_fault(RefereedEngine::start(dialect).and_then(|mut engine| {
            run(&mut engine)?;
            engine.expect_silence()?;
            engine.quit()
        }));
    }
}

/// Runs a conversation in each dialect; it must end without a fault.
#[track_caller]
pub fn in_each_dialect(run: impl Fn(&mut RefereedEngine) -> Result<(), ConversationFault>) {
    alongside_others(|| run_conversations(DIALECTS, run));
}

/// Runs a conversation that begins before the handshake, in each dialect; it must end without a
/// fault.
#[track_caller]
pub fn in_each_dialect_before_handshake(
    run: impl Fn(&mut RefereedEngine) -> Result<(), ConversationFault>,
) {
    alongside_others(|| {
        for &dialect in DIALECTS {
            let conversation = |mut engine: RefereedEngine| {
                run(&mut engine)?;
                engine.quit()
            };
            let engine = RefereedEngine::start_without_handshake(dialect);
            expect_no_fault(engine.and_then(conversation));
        }
    });
}

/// Does the same as [`in_each_dialect`] while no other test runs.
#[track_caller]
pub fn in_each_dialect_exclusively(
    run: impl Fn(&mut RefereedEngine) -> Result<(), ConversationFault>,
) {
    exclusively(|| run_conversations(DIALECTS, run));
}

/// Returns the dialects that satisfy the predicate.
pub fn dialects_where(predicate: impl Fn(HostDialect) -> bool) -> Vec<HostDialect> {
    let dialects = DIALECTS.iter().copied();
    dialects.filter(|&dialect| predicate(dialect)).collect()
}

/// Runs a conversation in each dialect that satisfies the predicate; it must end without a fault.
#[track_caller]
pub fn in_dialects_where(
    predicate: impl Fn(HostDialect) -> bool,
    run: impl Fn(&mut RefereedEngine) -> Result<(), ConversationFault>,
) {
    alongside_others(|| run_conversations(&dialects_where(predicate), run));
}

/// Does the same as [`in_dialects_where`] while no other test runs.
#[track_caller]
pub fn in_dialects_where_exclusively(
    predicate: impl Fn(HostDialect) -> bool,
    run: impl Fn(&mut RefereedEngine) -> Result<(), ConversationFault>,
) {
    exclusively(|| run_conversations(&dialects_where(predicate), run));
}

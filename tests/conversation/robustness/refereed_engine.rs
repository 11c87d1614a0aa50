//! A conversation in any dialect, with a referee that checks every answer.

use std::{
    sync::{PoisonError, RwLock},
    time::{Duration, Instant},
};

use super::dialect::{DIALECTS, HostDialect, Setting};
use crate::{
    host::{
        ConversationFault, EngineProcess, RESPONSE_TIMEOUT, ReceivedLine,
        info::{PvInfo, parse_info},
        ushi::check_banner,
    },
    referee::{check_steps_are_legal, check_turns_are_legal, find_step},
    slow::{Position, Variant},
};

/// A pause in which an engine that must be silent could print something.
pub const PAUSE: Duration = Duration::from_millis(60);

/// The lock for measurements, which must not run at the same time as other tests of this program.
static MACHINE: RwLock<()> = RwLock::new(());

/// The answer to a `go`.
#[derive(Debug)]
pub struct CheckedAnswer {
    /// The move; `None` if the engine reports that there is none.
    pub best: Option<String>,
    pub ponder: Option<String>,
    /// The `info` lines with a variation that arrived before the answer.
    pub infos: Vec<PvInfo>,
    /// The texts for a person that arrived before the answer.
    pub messages: Vec<String>,
    pub sent_at: Instant,
    pub arrived_at: Instant,
}

impl CheckedAnswer {
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

    /// Returns everything that does not depend on time.
    pub fn without_times(&self) -> String {
        let line = |info: &PvInfo| {
            format!(
                "{} {} {:?} {:?}",
                info.depth, info.nodes, info.score, info.pv
            )
        };
        let lines: Vec<_> = self.infos.iter().map(line).collect();
        format!("{:?}\n{}", self.best, lines.join("\n"))
    }
}

pub struct RefereedEngine {
    pub dialect: HostDialect,
    pub process: EngineProcess,
    /// The position that the next `go` searches.
    pub position: Position,
}

impl RefereedEngine {
    /// Starts an engine and completes the handshake, at the start of the default game.
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
            HostDialect::Ushi => engine.select_rules(Variant::Shatra)?,
        }
        engine.expect_silence()?;
        Ok(engine)
    }

    /// Starts an engine and reads its first line; sends nothing.
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
            position: Position::start(Variant::Shatra),
        })
    }

    /// Returns the answer to the handshake: names and options, and nothing else.
    pub fn read_handshake(&mut self) -> Result<Vec<String>, ConversationFault> {
        let output = self
            .process
            .read_until(self.dialect.handshake_end(), RESPONSE_TIMEOUT)?;
        let mut lines: Vec<_> = output.into_iter().map(|received| received.text).collect();
        let last = lines.pop();
        let is_known = |line: &String| line.starts_with("id ") || line.starts_with("option ");
        let is_complete =
            last.as_deref() == Some(self.dialect.handshake_end()) && lines.iter().all(is_known);
        self.check(is_complete, "something else in the handshake")?;
        Ok(lines)
    }

    pub fn with_log(&self, fault: &str) -> String {
        format!("{:?}: {}", self.dialect, self.process.with_log(fault))
    }

    /// Returns a fault of the conversation that shows its end.
    pub fn fault(&self, fault: &str) -> ConversationFault {
        ConversationFault::Protocol(self.with_log(fault))
    }

    /// Returns a fault unless the condition holds.
    pub fn check(&self, condition: bool, fault: &str) -> Result<(), ConversationFault> {
        if condition {
            Ok(())
        } else {
            Err(self.fault(fault))
        }
    }

    pub fn send(&mut self, lines: &str) -> Result<Instant, ConversationFault> {
        self.process.send(lines)
    }

    pub fn set(&mut self, setting: Setting, value: impl ToString) -> Result<(), ConversationFault> {
        let command = self.dialect.set(setting, &value.to_string());
        self.send(&command).map(drop)
    }

    /// Selects the rules; the position is then their start position.
    pub fn select_rules(&mut self, variant: Variant) -> Result<(), ConversationFault> {
        self.send(&self.dialect.set_rules(variant))?;
        if self.dialect == HostDialect::Ushi {
            self.process
                .expect_line("version supported", RESPONSE_TIMEOUT)?;
        }
        self.position = Position::start(variant);
        Ok(())
    }

    /// Sets the position for the next search.
    pub fn set_position(&mut self, position: &Position) -> Result<(), ConversationFault> {
        self.send(&self.dialect.position(&position.to_spn()))?;
        self.position = position.clone();
        Ok(())
    }

    /// Waits until everything sent has taken effect; returns the lines that arrived meanwhile.
    pub fn wait_until_ready(&mut self) -> Result<Vec<String>, ConversationFault> {
        self.send("isready")?;
        let mut lines = self.process.read_until("readyok", RESPONSE_TIMEOUT)?;
        lines.pop();
        Ok(lines.into_iter().map(|received| received.text).collect())
    }

    /// Checks that nothing more was printed.
    pub fn expect_silence(&mut self) -> Result<(), ConversationFault> {
        self.send("isready")?;
        self.process
            .expect_line("readyok", RESPONSE_TIMEOUT)
            .map(drop)
    }

    /// Returns the only error reported for the lines sent before; it must contain this text.
    pub fn expect_error(&mut self, token: &str) -> Result<String, ConversationFault> {
        let output = self.wait_until_ready()?;
        match &output[..] {
            [one] if one.starts_with(&self.dialect.error_prefix()) && one.contains(token) => {
                Ok(one.clone())
            }
            _ => Err(self.fault(&format!("not one error that names {token:?}"))),
        }
    }

    /// Sends a `go` and returns its answer, after which there must be silence.
    pub fn ask(&mut self, go: &str) -> Result<CheckedAnswer, ConversationFault> {
        let sent_at = self.send(go)?;
        self.expect_only_answer(sent_at)
    }

    /// Returns the answer of the running search, after which there must be silence.
    pub fn expect_only_answer(
        &mut self,
        sent_at: Instant,
    ) -> Result<CheckedAnswer, ConversationFault> {
        let answer = self.expect_answer(sent_at)?;
        self.expect_silence()?;
        Ok(answer)
    }

    pub fn expect_answer(&mut self, sent_at: Instant) -> Result<CheckedAnswer, ConversationFault> {
        let position = self.position.clone();
        self.expect_answer_in(&position, sent_at)
    }

    /// Reads an answer and judges it for this position. Only `info` lines and texts are allowed
    /// before the answer.
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
            let info =
                info.map_err(|fault| self.fault(&format!("{fault} in {:?}", received.text)))?;
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
            _ => return Err(self.fault("not an answer")),
        };
        Ok(CheckedAnswer {
            best: best.map(String::from),
            ponder: ponder.map(String::from),
            infos,
            messages,
            sent_at,
            arrived_at: received.at,
        })
    }

    /// Checks that the answer is legal, or that there is rightly none; that every variation is
    /// legal; and that the last one reported begins with the answer.
    fn check_answer(
        &self,
        position: &Position,
        answer: &CheckedAnswer,
    ) -> Result<(), ConversationFault> {
        let spn = position.to_spn();
        let illegal =
            |what: &str| ConversationFault::Illegal(self.with_log(&format!("{what} in {spn}")));
        let Some(best) = &answer.best else {
            let ended = position.turns().is_empty();
            return ended.then_some(()).ok_or_else(|| illegal("no move"));
        };
        if !self.is_legal(position, best) {
            return Err(illegal(best));
        }
        if let Some(ponder) = &answer.ponder {
            let next = position.turn(best).map(|turn| position.play(&turn));
            let is_legal = next.is_some_and(|next| next.turn(ponder).is_some());
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
        let mut lines = answer.infos.iter().rev();
        // The best of several variations has the number 1.
        let first = lines.find(|info| info.multipv.unwrap_or(1) == 1);
        self.check(
            first.is_none_or(|info| info.pv[0] == *best),
            "the last pv does not begin with the bestmove",
        )?;
        let times = answer.infos.iter().map(|info| info.time).filter(|&t| t > 0);
        self.check(times.is_sorted(), "time goes backwards")
    }

    /// Returns whether an answer is legal: a turn, or a step in USHI.
    pub fn is_legal(&self, position: &Position, best: &str) -> bool {
        match self.dialect {
            HostDialect::Ushi => find_step(position, best).is_some(),
            HostDialect::Uci | HostDialect::Ucci => position.turn(best).is_some(),
        }
    }

    /// Reads for this time, in which no answer is allowed.
    pub fn expect_no_answer_for(
        &mut self,
        time: Duration,
    ) -> Result<Vec<String>, ConversationFault> {
        let output = self.process.read_for(time);
        self.check(
            !output.iter().any(|line| is_answer(line)),
            "an answer too early",
        )?;
        Ok(output)
    }

    /// Checks that a search is running: the engine prints `readyok` at once, but no answer.
    pub fn expect_searching(&mut self) -> Result<(), ConversationFault> {
        let output = self.wait_until_ready()?;
        self.check(
            !output.iter().any(|line| is_answer(line)),
            "the search has ended",
        )
    }

    /// Sends a `stop` without a search, which only UCCI answers.
    pub fn stop_idle(&mut self) -> Result<(), ConversationFault> {
        self.send("stop")?;
        if self.dialect == HostDialect::Ucci {
            self.process.expect_line("nobestmove", RESPONSE_TIMEOUT)?;
        }
        self.expect_silence()
    }

    /// Sends `quit` and waits for the process to end; returns how long that took.
    pub fn quit(mut self) -> Result<Duration, ConversationFault> {
        self.send("quit")?;
        let (time, status) = self.process.wait_for_exit()?;
        self.process.check_clean_exit(status)?;
        let output = self.process.read_for(RESPONSE_TIMEOUT);
        if self.dialect == HostDialect::Ucci {
            let is_bye = output.last().is_some_and(|line| line == "bye");
            self.check(is_bye, "no bye at the end")?;
        }
        Ok(time)
    }
}

/// Returns whether a line ends a search.
pub fn is_answer(line: &str) -> bool {
    line.starts_with("bestmove") || line == "nobestmove"
}

#[track_caller]
pub fn expect_no_fault<T>(result: Result<T, ConversationFault>) -> T {
    result.unwrap_or_else(|fault| panic!("{fault}"))
}

/// Runs `run` at the same time as other tests.
pub fn alongside_others<T>(run: impl FnOnce() -> T) -> T {
    let _guard = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
    run()
}

/// Runs `run` while no other test runs, so that it can measure.
pub fn exclusively<T>(run: impl FnOnce() -> T) -> T {
    let _guard = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    run()
}

#[track_caller]
fn converse(
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

/// Runs a conversation in each dialect, which must end without a fault.
#[track_caller]
pub fn in_each_dialect(run: impl Fn(&mut RefereedEngine) -> Result<(), ConversationFault>) {
    alongside_others(|| converse(DIALECTS, run));
}

/// The same for tests that measure times.
#[track_caller]
pub fn in_each_dialect_exclusively(
    run: impl Fn(&mut RefereedEngine) -> Result<(), ConversationFault>,
) {
    exclusively(|| converse(DIALECTS, run));
}

/// Returns the covered dialects for which `which` returns true.
pub fn dialects_where(which: impl Fn(HostDialect) -> bool) -> Vec<HostDialect> {
    let all = DIALECTS.iter().copied();
    all.filter(|&dialect| which(dialect)).collect()
}

/// Runs a conversation in each dialect for which `which` returns true.
#[track_caller]
pub fn in_dialects_where(
    which: impl Fn(HostDialect) -> bool,
    run: impl Fn(&mut RefereedEngine) -> Result<(), ConversationFault>,
) {
    alongside_others(|| converse(&dialects_where(which), run));
}

/// The same for tests that measure times.
#[track_caller]
pub fn in_dialects_where_exclusively(
    which: impl Fn(HostDialect) -> bool,
    run: impl Fn(&mut RefereedEngine) -> Result<(), ConversationFault>,
) {
    exclusively(|| converse(&dialects_where(which), run));
}

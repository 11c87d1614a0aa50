//! A conversation in any dialect, with a referee that checks every answer.

use std::{
    sync::{PoisonError, RwLock},
    time::{Duration, Instant},
};

use super::dialect::{DIALECTS, Dialect, Setting};
use crate::{
    host::{
        Fault, Process, RESPONSE_TIMEOUT, ReceivedLine,
        info::{Info, read},
        ushi::check_banner,
    },
    referee::{jumps_are_legal, step, turns_are_legal},
    slow::{Position, Variant},
};

/// A pause in which an engine that must be silent could print something.
pub const PAUSE: Duration = Duration::from_millis(60);

/// The lock for measurements, which must not run at the same time as other tests of this program.
static MACHINE: RwLock<()> = RwLock::new(());

/// The answer to a `go`.
#[derive(Debug)]
pub struct Answer {
    /// The move; `None` if the engine reports that there is none.
    pub best: Option<String>,
    pub ponder: Option<String>,
    /// The `info` lines with a variation that arrived before the answer.
    pub infos: Vec<Info>,
    /// The texts for a person that arrived before the answer.
    pub texts: Vec<String>,
    pub sent_at: Instant,
    pub arrived_at: Instant,
}

impl Answer {
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
    pub fn timeless(&self) -> String {
        let line = |info: &Info| {
            format!(
                "{} {} {:?} {:?}",
                info.depth, info.nodes, info.score, info.pv
            )
        };
        let lines: Vec<_> = self.infos.iter().map(line).collect();
        format!("{:?}\n{}", self.best, lines.join("\n"))
    }
}

pub struct Conversation {
    pub dialect: Dialect,
    pub process: Process,
    /// The position that the next `go` searches.
    pub position: Position,
}

impl Conversation {
    /// Starts an engine and completes the handshake, at the start of the default game.
    pub fn open(dialect: Dialect) -> Result<Self, Fault> {
        Self::open_in(dialect, &[])
    }

    /// Does the same as [`Self::open`], with these variables in the engine's environment.
    pub fn open_in(dialect: Dialect, variables: &[(&str, &str)]) -> Result<Self, Fault> {
        let mut talk = Self::start_in(dialect, variables)?;
        talk.send(dialect.handshake())?;
        talk.read_handshake()?;
        match dialect {
            Dialect::Uci => {}
            Dialect::Ucci => drop(talk.send("setoption usemillisec true")?),
            Dialect::Ushi => talk.choose(Variant::Shatra)?,
        }
        talk.silent()?;
        Ok(talk)
    }

    /// Starts an engine and reads its first line; sends nothing.
    pub fn start(dialect: Dialect) -> Result<Self, Fault> {
        Self::start_in(dialect, &[])
    }

    fn start_in(dialect: Dialect, variables: &[(&str, &str)]) -> Result<Self, Fault> {
        let mut process = Process::start_in(&[], variables);
        let banner = process.next(RESPONSE_TIMEOUT)?.text;
        check_banner(&banner).map_err(Fault::Protocol)?;
        Ok(Self {
            dialect,
            process,
            position: Position::start(Variant::Shatra),
        })
    }

    /// Returns the answer to the handshake: names and options, and nothing else.
    pub fn read_handshake(&mut self) -> Result<Vec<String>, Fault> {
        let output = self
            .process
            .until(self.dialect.handshake_done(), RESPONSE_TIMEOUT)?;
        let mut lines: Vec<_> = output.into_iter().map(|received| received.text).collect();
        let last = lines.pop();
        let is_known = |line: &String| line.starts_with("id ") || line.starts_with("option ");
        let is_complete =
            last.as_deref() == Some(self.dialect.handshake_done()) && lines.iter().all(is_known);
        self.check(is_complete, "something else in the handshake")?;
        Ok(lines)
    }

    pub fn with_log(&self, fault: &str) -> String {
        format!("{:?}: {}", self.dialect, self.process.with_log(fault))
    }

    /// Returns a fault of the conversation that shows its end.
    pub fn fault(&self, fault: &str) -> Fault {
        Fault::Protocol(self.with_log(fault))
    }

    /// Returns a fault unless the condition holds.
    pub fn check(&self, condition: bool, fault: &str) -> Result<(), Fault> {
        if condition {
            Ok(())
        } else {
            Err(self.fault(fault))
        }
    }

    pub fn send(&mut self, lines: &str) -> Result<Instant, Fault> {
        self.process.send(lines)
    }

    pub fn set(&mut self, setting: Setting, value: impl ToString) -> Result<(), Fault> {
        let command = self.dialect.set(setting, &value.to_string());
        self.send(&command).map(drop)
    }

    /// Selects the rules; the position is then their start position.
    pub fn choose(&mut self, variant: Variant) -> Result<(), Fault> {
        self.send(&self.dialect.set_rules(variant))?;
        if self.dialect == Dialect::Ushi {
            self.process
                .expect_line("version supported", RESPONSE_TIMEOUT)?;
        }
        self.position = Position::start(variant);
        Ok(())
    }

    /// Sets the position for the next search.
    pub fn place(&mut self, position: &Position) -> Result<(), Fault> {
        self.send(&self.dialect.position(&position.to_spn()))?;
        self.position = position.clone();
        Ok(())
    }

    /// Waits until everything sent has taken effect; returns the lines that arrived meanwhile.
    pub fn ready(&mut self) -> Result<Vec<String>, Fault> {
        self.send("isready")?;
        let mut lines = self.process.until("readyok", RESPONSE_TIMEOUT)?;
        lines.pop();
        Ok(lines.into_iter().map(|received| received.text).collect())
    }

    /// Checks that nothing more was printed.
    pub fn silent(&mut self) -> Result<(), Fault> {
        self.send("isready")?;
        self.process
            .expect_line("readyok", RESPONSE_TIMEOUT)
            .map(drop)
    }

    /// Returns the only error reported for the lines sent before; it must contain this text.
    pub fn error(&mut self, token: &str) -> Result<String, Fault> {
        let output = self.ready()?;
        match &output[..] {
            [one] if one.starts_with(&self.dialect.error()) && one.contains(token) => {
                Ok(one.clone())
            }
            _ => Err(self.fault(&format!("not one error that names {token:?}"))),
        }
    }

    /// Sends a `go` and returns its answer, after which there must be silence.
    pub fn ask(&mut self, go: &str) -> Result<Answer, Fault> {
        let sent_at = self.send(go)?;
        self.only_answer(sent_at)
    }

    /// Returns the answer of the running search, after which there must be silence.
    pub fn only_answer(&mut self, sent_at: Instant) -> Result<Answer, Fault> {
        let answer = self.answer(sent_at)?;
        self.silent()?;
        Ok(answer)
    }

    pub fn answer(&mut self, sent_at: Instant) -> Result<Answer, Fault> {
        let position = self.position.clone();
        self.answer_in(&position, sent_at)
    }

    /// Reads an answer and judges it for this position. Only `info` lines and texts are allowed
    /// before the answer.
    pub fn answer_in(&mut self, position: &Position, sent_at: Instant) -> Result<Answer, Fault> {
        let (mut infos, mut texts) = (Vec::<Info>::new(), Vec::new());
        loop {
            let received = self.process.next(RESPONSE_TIMEOUT)?;
            if received.text.starts_with("bestmove ") || received.text == "nobestmove" {
                let answer = self.read(received, infos, texts, sent_at)?;
                self.judge(position, &answer)?;
                return Ok(answer);
            }
            if received.text.starts_with(self.dialect.text())
                || self.dialect == Dialect::Uci && received.text == "info depth 0 score mate 0"
            {
                texts.push(received.text);
                continue;
            }
            let info = read(&received.text, self.dialect.reader());
            let info =
                info.map_err(|fault| self.fault(&format!("{fault} in {:?}", received.text)))?;
            infos.extend(info);
        }
    }

    fn read(
        &self,
        received: ReceivedLine,
        infos: Vec<Info>,
        texts: Vec<String>,
        sent_at: Instant,
    ) -> Result<Answer, Fault> {
        let mut words: Vec<&str> = received.text.split(' ').collect();
        let last = *words.last().unwrap_or(&"");
        if self.dialect == Dialect::Ucci && ["draw", "resign"].contains(&last) {
            words.pop();
        }
        let (best, ponder) = match (&words[..], self.dialect) {
            (["nobestmove"], Dialect::Ucci) | (["bestmove", "(none)"], Dialect::Uci) => {
                (None, None)
            }
            (["bestmove", best], _) => (Some(*best), None),
            (["bestmove", best, "ponder", ponder], Dialect::Uci | Dialect::Ucci) => {
                (Some(*best), Some(*ponder))
            }
            _ => return Err(self.fault("not an answer")),
        };
        Ok(Answer {
            best: best.map(String::from),
            ponder: ponder.map(String::from),
            infos,
            texts,
            sent_at,
            arrived_at: received.at,
        })
    }

    /// Checks that the answer is legal, or that there is rightly none; that every variation is
    /// legal; and that the last one reported begins with the answer.
    fn judge(&self, position: &Position, answer: &Answer) -> Result<(), Fault> {
        let spn = position.to_spn();
        let illegal = |what: &str| Fault::Illegal(self.with_log(&format!("{what} in {spn}")));
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
                Dialect::Ushi => jumps_are_legal(position, &info.pv).err(),
                Dialect::Uci | Dialect::Ucci => turns_are_legal(position, &info.pv).err(),
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
            Dialect::Ushi => step(position, best).is_some(),
            Dialect::Uci | Dialect::Ucci => position.turn(best).is_some(),
        }
    }

    /// Reads for this time, in which no answer is allowed.
    pub fn no_answer_for(&mut self, time: Duration) -> Result<Vec<String>, Fault> {
        let output = self.process.listen(time);
        self.check(
            !output.iter().any(|line| is_answer(line)),
            "an answer too early",
        )?;
        Ok(output)
    }

    /// Checks that a search is running: the engine prints `readyok` at once, but no answer.
    pub fn searching(&mut self) -> Result<(), Fault> {
        let output = self.ready()?;
        self.check(
            !output.iter().any(|line| is_answer(line)),
            "the search has ended",
        )
    }

    /// Sends a `stop` without a search, which only UCCI answers.
    pub fn stop_idle(&mut self) -> Result<(), Fault> {
        self.send("stop")?;
        if self.dialect == Dialect::Ucci {
            self.process.expect_line("nobestmove", RESPONSE_TIMEOUT)?;
        }
        self.silent()
    }

    /// Sends `quit` and waits for the process to end; returns how long that took.
    pub fn quit(mut self) -> Result<Duration, Fault> {
        self.send("quit")?;
        let (time, status) = self.process.wait()?;
        self.process.check_end(status)?;
        let output = self.process.listen(RESPONSE_TIMEOUT);
        if self.dialect == Dialect::Ucci {
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
pub fn must<T>(result: Result<T, Fault>) -> T {
    result.unwrap_or_else(|fault| panic!("{fault}"))
}

/// Runs `run` at the same time as other tests.
pub fn shared<T>(run: impl FnOnce() -> T) -> T {
    let _guard = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
    run()
}

/// Runs `run` while no other test runs, so that it can measure.
pub fn alone<T>(run: impl FnOnce() -> T) -> T {
    let _guard = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    run()
}

#[track_caller]
fn converse(dialects: &[Dialect], run: impl Fn(&mut Conversation) -> Result<(), Fault>) {
    for &dialect in dialects {
        must(Conversation::open(dialect).and_then(|mut talk| {
            run(&mut talk)?;
            talk.silent()?;
            talk.quit()
        }));
    }
}

/// Runs a conversation in each dialect, which must end without a fault.
#[track_caller]
pub fn each(run: impl Fn(&mut Conversation) -> Result<(), Fault>) {
    shared(|| converse(DIALECTS, run));
}

/// The same for tests that measure times.
#[track_caller]
pub fn each_alone(run: impl Fn(&mut Conversation) -> Result<(), Fault>) {
    alone(|| converse(DIALECTS, run));
}

/// Returns the covered dialects for which `which` returns true.
pub fn driven(which: impl Fn(Dialect) -> bool) -> Vec<Dialect> {
    let all = DIALECTS.iter().copied();
    all.filter(|&dialect| which(dialect)).collect()
}

/// Runs a conversation in each dialect for which `which` returns true.
#[track_caller]
pub fn each_that(
    which: impl Fn(Dialect) -> bool,
    run: impl Fn(&mut Conversation) -> Result<(), Fault>,
) {
    shared(|| converse(&driven(which), run));
}

/// The same for tests that measure times.
#[track_caller]
pub fn each_that_alone(
    which: impl Fn(Dialect) -> bool,
    run: impl Fn(&mut Conversation) -> Result<(), Fault>,
) {
    alone(|| converse(&driven(which), run));
}

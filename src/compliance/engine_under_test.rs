//! The engine under test, which is driven by raw lines.
//!
//! Each check has a deadline and a limit on the lines and bytes of output. Every
//! function that writes to the engine or reads from it fails when one of these is
//! exceeded, so the checks themselves need no precautions against engines that
//! send too much output, or send it too slowly.

use std::time::{Duration, Instant};

use batyr_protocol::{
    Command, Dialect, InfoLine, Notation, OptionKind, OptionSpec, PositionStart, Reply,
};

use super::failure::{CheckResult, ensure, ensure_none, fail, skip};
use crate::game::{GameRecord, Variant};
use crate::tournament::commands::{position_command, setoption, variant_setting};
use crate::tournament::player::{NextLine, OutputLine, Process};
use crate::tournament::{EngineSpec, Launcher, Timeouts};
use crate::util::text::shorten;

/// The time limit for an answer that should come at once, on a busy machine.
pub const PROMPT_LIMIT: Duration = Duration::from_secs(1);
/// The time without output after which an engine counts as silent.
pub const SILENCE_TIME: Duration = Duration::from_millis(250);
/// The time limit for a short search.
const SEARCH_LIMIT: Duration = Duration::from_secs(20);

/// The maximum number of lines that an engine may write during a check, on stdout and stderr
/// together.
const MAX_LINES: usize = 200_000;
/// The maximum number of bytes that an engine may write during a check, on stdout and stderr
/// together.
const MAX_BYTES: usize = 64 << 20;

/// The answer to a `go`, with the lines that precede it.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` if the engine answers that it has none.
    pub best: Option<String>,
    /// The reply that the engine expects.
    pub ponder: Option<String>,
    /// The line of the answer.
    pub line: String,
    /// The `info` lines of the search.
    pub infos: Vec<InfoLine>,
    /// The lines that report an error.
    pub errors: Vec<String>,
    /// The lines that violate the grammar, each with its fault.
    pub malformed: Vec<String>,
    /// The time between sending the last bytes and receiving the answer.
    pub elapsed: Duration,
}

impl SearchResult {
    /// Returns the depth of the deepest iteration reported, in plies.
    pub fn depth(&self) -> Option<u32> {
        self.infos.iter().filter_map(|info| info.depth).max()
    }

    /// Returns the last `info` line with the score of the best variation.
    pub fn last_scored(&self) -> Option<&InfoLine> {
        let is_best = |info: &&InfoLine| info.multipv.unwrap_or(1) == 1 && info.score.is_some();
        self.infos.iter().rev().find(is_best)
    }
}

/// A time limit that runs from the creation of this value.
#[derive(Copy, Clone, Debug)]
struct TimeLimit {
    since: Instant,
    limit: Duration,
}

impl TimeLimit {
    fn new(limit: Duration) -> Self {
        let since = Instant::now();
        Self { since, limit }
    }

    fn left(&self) -> Duration {
        self.limit.saturating_sub(self.since.elapsed())
    }
}

/// The engine under test, with its process.
pub struct EngineUnderTest {
    spec: EngineSpec,
    launcher: Launcher,
    timeouts: Timeouts,
    process: Option<Process>,
    /// The lines of the handshake, as received.
    pub handshake_lines: Vec<String>,
    /// The options that the engine declared.
    pub options: Vec<OptionSpec>,
    /// The time at which bytes were last sent.
    last_sent: Instant,
    /// The time limit of the whole run.
    run_limit: TimeLimit,
    /// The time limit of the current check.
    check_limit: TimeLimit,
    /// The number of lines received during the current check.
    lines: usize,
    /// The number of bytes received during the current check.
    bytes: usize,
}

impl EngineUnderTest {
    /// Creates the engine for a run with this time limit.
    pub fn new(
        spec: EngineSpec,
        launcher: Launcher,
        timeouts: Timeouts,
        run_limit: Duration,
    ) -> Self {
        Self {
            last_sent: Instant::now(),
            timeouts: timeouts.for_engine(&spec.timeouts),
            spec,
            launcher,
            process: None,
            handshake_lines: Vec::new(),
            options: Vec::new(),
            run_limit: TimeLimit::new(run_limit),
            check_limit: TimeLimit::new(Duration::ZERO),
            lines: 0,
            bytes: 0,
        }
    }

    /// Begins a check with this time limit.
    pub fn begin_check(&mut self, limit: Duration) {
        self.check_limit = TimeLimit::new(limit);
        (self.lines, self.bytes) = (0, 0);
    }

    /// Returns whether the time of the whole run is over.
    pub fn run_is_over(&self) -> bool {
        self.run_limit.left().is_zero()
    }

    pub const fn dialect(&self) -> Dialect {
        self.spec.dialect
    }

    /// Returns whether the engine has ever completed the handshake.
    pub const fn has_completed_handshake(&self) -> bool {
        !self.handshake_lines.is_empty()
    }

    /// Kills the process; the next check starts a new one.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// Starts the engine if needed, and waits until it is ready for a new game.
    pub fn prepare(&mut self) -> CheckResult {
        if self.process.is_none() {
            self.start()?;
        }
        let new_game = self.dialect().properties().new_game;
        self.send(new_game)?;
        self.ready().map(drop)
    }

    fn start(&mut self) -> CheckResult {
        self.process = Some(self.launcher.start(&self.spec)?);
        let properties = self.dialect().properties();
        self.send(properties.handshake)?;
        let limit = Duration::from_millis(self.timeouts.start_ms);
        let done = properties.handshake_done;
        self.handshake_lines = self.until(limit, done, |line| line.trim() == done)?;
        let declared = |line: &String| match Reply::parse(self.spec.dialect, line).value {
            Some(Reply::Option(option)) => Some(option),
            _ => None,
        };
        self.options = self.handshake_lines.iter().filter_map(declared).collect();
        for (name, value) in self.spec.options.clone() {
            self.set(&name, &value)?;
        }
        if let Some(name) = self.dialect().milliseconds_option() {
            self.set(name, "true")?;
        }
        Ok(())
    }

    /// Fails if the time of the check or of the whole run is over.
    fn check_time(&self) -> CheckResult {
        ensure(!self.run_is_over(), || {
            let limit = self.run_limit.limit.as_secs();
            format!("the whole run takes longer than {limit} s (--limit)")
        })?;
        ensure(!self.check_limit.left().is_zero(), || {
            let limit = self.check_limit.limit.as_secs();
            format!("the check takes longer than {limit} s")
        })
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> CheckResult {
        self.send_bytes(format!("{line}\n").as_bytes())
    }

    /// Sends bytes unchanged.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> CheckResult {
        self.check_time()?;
        self.last_sent = Instant::now();
        let Some(process) = &mut self.process else {
            return fail("its process has ended");
        };
        let written = process.write(bytes, Duration::from_millis(self.timeouts.ready_ms));
        written.or_else(|error| fail(format!("it does not read its input: {error}")))
    }

    /// Sets an option, in the syntax of the dialect.
    pub fn set(&mut self, name: &str, value: &str) -> CheckResult {
        self.send(&setoption(name, Some(value)).to_line(self.dialect()))
    }

    /// Returns the option of this name, if it was declared.
    pub fn option(&self, name: &str) -> Option<&OptionSpec> {
        let mut options = self.options.iter();
        options.find(|option| option.is_called(name, self.spec.dialect))
    }

    /// Returns the next line of stdout; `None` if none arrives within the limit.
    pub fn next_reply(&mut self, limit: Duration) -> CheckResult<Option<String>> {
        let deadline = Instant::now() + limit;
        loop {
            self.check_time()?;
            let Some(process) = &self.process else {
                return fail("its process has ended");
            };
            let time_left = self.run_limit.left().min(self.check_limit.left());
            let left = deadline.saturating_duration_since(Instant::now());
            match process.next_line(Instant::now() + left.min(time_left)) {
                NextLine::Line(entry) => {
                    self.count(&entry.output)?;
                    match entry.output {
                        OutputLine::Stdout(line) => return Ok(Some(line)),
                        OutputLine::Unreadable { reason, .. } => {
                            return fail(format!("it sends an unreadable line: {reason}"));
                        }
                        OutputLine::Stderr(_) => {}
                    }
                }
                NextLine::Timeout => {}
                NextLine::Closed => return fail("its output has ended"),
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    /// Counts a line of output, and fails if a limit on the output is exceeded.
    fn count(&mut self, output: &OutputLine) -> CheckResult {
        self.lines += 1;
        self.bytes += output.bytes();
        ensure(self.lines <= MAX_LINES && self.bytes <= MAX_BYTES, || {
            format!(
                "too much output: more than {MAX_LINES} lines or {} MiB in one check",
                MAX_BYTES >> 20
            )
        })
    }

    /// Returns the lines up to and including the first that satisfies `is_last_line`; if none
    /// does within the limit, fails with a message that names `expected`.
    pub fn until(
        &mut self,
        limit: Duration,
        expected: &str,
        is_last_line: impl Fn(&str) -> bool,
    ) -> CheckResult<Vec<String>> {
        let deadline = Instant::now() + limit;
        let mut lines = Vec::new();
        while Instant::now() < deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(line) = self.next_reply(left)? else {
                break;
            };
            let is_last = is_last_line(&line);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
        fail(format!("no {expected} within {} ms", limit.as_millis()))
    }

    /// Waits until all commands sent have taken effect, and returns the lines
    /// received until then.
    pub fn ready(&mut self) -> CheckResult<Vec<String>> {
        self.send("isready")?;
        let limit = Duration::from_millis(self.timeouts.ready_ms);
        let mut lines = self.until(limit, "readyok", |line| line.trim() == "readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// Waits until all commands sent have taken effect, and returns the first error reported.
    pub fn reported_error(&mut self) -> CheckResult<Option<String>> {
        let mut replies = self.ready()?.into_iter();
        Ok(replies.find(|line| line.contains("error")))
    }

    /// Presses an option of type `button`.
    pub fn press(&mut self, name: &str) -> CheckResult {
        self.send(&setoption(name, None).to_line(self.dialect()))
    }

    /// Returns whether the engine declares that it plays a variant.
    pub fn plays(&self, variant: Variant) -> bool {
        let Some((name, value)) = variant_setting(self.dialect(), variant) else {
            return false;
        };
        self.option(name).is_some_and(|option| match &option.kind {
            OptionKind::Combo { choices, .. } => choices.contains(&value),
            _ => false,
        })
    }

    /// Sends a `go` and reads the answer.
    pub fn go(&mut self, line: &str) -> CheckResult<SearchResult> {
        self.send(line)?;
        self.answer(SEARCH_LIMIT).map_err(|error| error.after(line))
    }

    /// Reads the answer to a running search.
    pub fn answer(&mut self, limit: Duration) -> CheckResult<SearchResult> {
        let since = self.last_sent;
        let is_answer = |line: &str| matches!(first_word(line), "bestmove" | "nobestmove");
        let lines = self.until(limit, "bestmove", is_answer)?;
        let elapsed = since.elapsed();
        let (mut infos, mut malformed, mut answer) = (Vec::new(), Vec::new(), None);
        for line in &lines {
            let parsed = Reply::parse(self.dialect(), line);
            if let Some(warning) = parsed.warnings.first() {
                malformed.push(format!("{}: {warning}", shorten(line)));
            }
            match parsed.value {
                Some(Reply::Info(info)) => infos.push(*info),
                Some(Reply::BestMove { best, ponder, .. }) => answer = Some((best, ponder)),
                _ => {}
            }
        }
        let is_error = |line: &&String| line.contains("error");
        let errors = lines.iter().filter(is_error).cloned().collect();
        let line = lines.last().cloned().unwrap_or_default();
        let Some((best, ponder)) = answer else {
            return fail(format!("no move in {:?}", shorten(&line)));
        };
        Ok(SearchResult {
            best,
            ponder,
            line,
            infos,
            errors,
            malformed,
            elapsed,
        })
    }

    /// Selects the variant that most checks use, and sends its start position.
    pub fn new_game(&mut self) -> CheckResult<GameRecord> {
        self.select_variant(Variant::Extended)?;
        let game = GameRecord::new(Variant::Extended);
        self.set_position(&game)?;
        Ok(game)
    }

    /// Selects the variant that most checks use, and sends this position.
    pub fn new_position(&mut self, text: &str) -> CheckResult<GameRecord> {
        self.select_variant(Variant::Extended)?;
        let game = GameRecord::from_text(Variant::Extended, text)?;
        self.set_position(&game)?;
        Ok(game)
    }

    /// Selects a variant, if the engine offers a choice. Skips the check if the dialect can't
    /// select the variant.
    pub fn select_variant(&mut self, variant: Variant) -> CheckResult {
        let dialect = self.dialect();
        let Some((name, value)) = variant_setting(dialect, variant) else {
            return skip(format!("no version for {}", variant.id()));
        };
        if self.option(name).is_some() || dialect.properties().version_option.is_some() {
            self.set(name, &value)?;
        }
        Ok(())
    }

    /// Sends the position of a game, and fails if the engine refuses it.
    pub fn set_position(&mut self, game: &GameRecord) -> CheckResult {
        let line = self.position_command(game);
        self.send(&line)?;
        ensure_none(self.reported_error()?, |error| {
            format!("\"{}\" is refused: {error}", shorten(&line))
        })
    }

    /// Returns the `position` command for a game.
    pub fn position_command(&self, game: &GameRecord) -> String {
        let command = match self.dialect().properties().notation {
            Notation::Turns => position_command(game, None),
            Notation::Jumps => Command::Position {
                start: PositionStart::Text(game.position_text()),
                moves: Vec::new(),
            },
        };
        command.to_line(self.dialect())
    }

    /// Closes the engine's stdin.
    pub fn close_input(&mut self) {
        if let Some(process) = &mut self.process {
            process.close_input();
        }
    }

    /// Fails unless the process ends within this time and exits successfully.
    pub fn must_exit(&mut self, limit: Duration) -> CheckResult {
        let Some(mut process) = self.process.take() else {
            return fail("its process has already ended");
        };
        let start = Instant::now();
        if !process.wait_for_exit(limit) {
            return fail(format!(
                "its process is still running {} ms later",
                limit.as_millis()
            ));
        }
        let status = process.status().filter(|status| !status.success());
        ensure_none(status, |status| {
            let ms = start.elapsed().as_millis();
            format!("its process ended after {ms} ms with {status}")
        })
    }
}

pub fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or_default()
}

/// Returns whether a line is a message to a person, and nothing else.
pub fn is_message(dialect: Dialect, line: &str) -> bool {
    match Reply::parse(dialect, line).value {
        Some(Reply::Info(info)) => info
            .string
            .as_ref()
            .is_some_and(|text| InfoLine::text(text.as_str()) == *info),
        _ => false,
    }
}

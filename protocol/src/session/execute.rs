//! Executes commands that need not, or no longer, wait for the running task.

use super::{Backend, Flow, RunningTask, Session, Task, TaskId, push_console_output};
use crate::{
    book::BookLine,
    command::{Command, PositionStart},
    dialect::Dialect,
    facts::{FileQuestion, PROTOCOL_VERSION},
    help,
    info::{EngineScore, InfoLine},
    limits::GoLimits,
    reply::Reply,
};

/// The message that answers `stop` after a `go` that started no search, in a
/// dialect without a `bestmove` for no move.
const NO_SEARCH: &str = "nothing was searched, the position was refused";

/// The message that precedes the search of a position other than the one sent last.
const POSITION_REFUSED: &str =
    "go: the last position was refused; searching the current one instead";

impl<B: Backend> Session<B> {
    pub(super) fn execute(&mut self, command: Command, out: &mut Vec<String>) -> Flow {
        let dialect = self.dialect();
        match command {
            Command::Quit => {
                self.send(&Reply::Bye, out);
                return Flow::Exit;
            }
            Command::Handshake(requested) => self.handshake(requested, out),
            Command::IsReady => self.send(&Reply::ReadyOk, out),
            Command::Debug(on) => self.backend.set_debug(on),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref(), out),
            Command::NewGame if dialect.properties().new_game_forgets => self.backend.new_game(),
            Command::Position { start, moves } => {
                let result = self.backend.set_position(&start, &moves);
                self.position_refused = result.is_err();
                self.report("position", result, out);
            }
            Command::BadPosition => self.position_refused = true,
            Command::BanMoves(moves) => {
                let result = self.backend.ban_moves(&moves);
                self.report("banmoves", result, out);
            }
            Command::Probe { start, moves } => self.probe(&start, &moves, out),
            Command::Go(limits) => self.go(limits, out),
            Command::Perft(depth) => {
                self.report_refused_position(out);
                self.start(Task::Perft(depth), out);
            }
            Command::Bench(args) => {
                self.start(Task::Bench(args), out);
            }
            Command::Stop => self.stop(out),
            Command::PonderHit { draw } => self.ponder_hit(draw, out),
            Command::Show(query) => push_console_output(&self.backend.show(query), dialect, out),
            Command::ProtocolVersion => self.send(&Reply::ProtocolVersion(PROTOCOL_VERSION), out),
            Command::State => self.send_state(out),
            Command::Moves => {
                let moves = self.backend.moves();
                self.send(&Reply::Moves(moves), out);
            }
            Command::Why(text) => match self.backend.why(&text) {
                Ok(explanation) => self.send(&Reply::Why(explanation), out),
                Err(error) => self.error(format!("why: {error}"), out),
            },
            Command::Book => match self.backend.book() {
                Ok(answer) => {
                    for line in BookLine::lines(answer) {
                        self.send(&Reply::Book(line), out);
                    }
                }
                Err(error) => self.error(format!("book: {error}"), out),
            },
            Command::Annotate(json) => {
                self.start(Task::Annotate(json), out);
            }
            Command::GameFile { question, json } => self.game_file(question, &json, out),
            Command::Flip => {
                let result = self.backend.flip();
                self.report("flip", result, out);
            }
            Command::Help => {
                help::lines(dialect).for_each(|line| push_console_output(&line, dialect, out))
            }
            Command::Wait if self.task.is_some() => {
                self.error("wait: this search ends only with stop or ponderhit", out);
            }
            // A host that announces a new game before every search does not mean
            // that the engine should forget anything. No host needs to register.
            Command::NewGame | Command::Register(_) | Command::Wait => {}
        }
        Flow::Continue
    }

    fn handshake(&mut self, requested: Dialect, out: &mut Vec<String>) {
        match self.dialect {
            None => self.select_dialect(requested),
            Some(current) if current == requested => {}
            Some(current) => {
                let (requested, current) = (
                    requested.properties().handshake,
                    current.properties().handshake,
                );
                let fault = if self.offers_dialects {
                    format!("'{requested}' comes too late: this conversation uses {current}")
                } else {
                    format!(
                        "'{requested}' is refused: commands on the command line are in {current}"
                    )
                };
                return self.error(fault, out);
            }
        }
        let id = self.backend.engine_id();
        self.send(&Reply::Name(id.name), out);
        self.send(&Reply::Copyright(id.copyright), out);
        self.send(&Reply::Author(id.author), out);
        self.send(&Reply::User(id.user), out);
        for spec in self.options() {
            self.send(&Reply::Option(spec), out);
        }
        self.send(&Reply::HandshakeDone, out);
    }

    /// Sends the position, the result, the reserves and the legal turns, one line each.
    fn send_state(&mut self, out: &mut Vec<String>) {
        let state = self.backend.state();
        let (notation, text) = (state.notation, state.position);
        self.send(&Reply::Position { notation, text }, out);
        let (score, reason) = (state.score, state.reason);
        self.send(&Reply::Result { score, reason }, out);
        if let Some(reserves) = state.reserves {
            self.send(&Reply::Reserves(reserves), out);
        }
        self.send(&Reply::Turns(state.turns), out);
    }

    fn game_file(&mut self, question: FileQuestion, json: &str, out: &mut Vec<String>) {
        match self.backend.game_file(question, json) {
            Ok(answers) => {
                for (answer, json) in answers {
                    self.send(&Reply::GameFile { answer, json }, out);
                }
            }
            Err(error) => self.error(format!("{}: {error}", question.command()), out),
        }
    }

    fn probe(&mut self, start: &PositionStart, moves: &[String], out: &mut Vec<String>) {
        match self.backend.probe(start, moves) {
            Ok(entry) => self.send(&Reply::PopHash(entry.unwrap_or_default()), out),
            Err(error) => self.error(format!("probe: {error}"), out),
        }
    }

    /// Starts a search, or answers at once if none is needed or possible. No task may be running.
    fn go(&mut self, mut limits: GoLimits, out: &mut Vec<String>) {
        let properties = self.dialect().properties();
        if properties.clock_in_seconds && !self.clocks_count_milliseconds {
            limits = limits.clock_from_seconds();
        }
        if properties.movestogo_excludes_next_move {
            // 0 means the rest of the game.
            let including_this_move = |moves: u32| moves.saturating_add(u32::from(moves > 0));
            limits.movestogo = limits.movestogo.map(including_this_move);
        }
        if properties.searches_last_position {
            self.report_refused_position(out);
        }
        let waits = limits.infinite || limits.ponder;
        if properties.depth_zero_is_static && limits.depth == Some(0) && !waits {
            let score = Some(EngineScore::cp(self.backend.static_score()));
            let depth = Some(0);
            let info = InfoLine {
                depth,
                score,
                ..InfoLine::default()
            };
            self.send(&info.into(), out);
            self.send(&Reply::NO_MOVE, out);
        } else if self.position_refused && !properties.searches_last_position {
            // The search would not be of the position that the host shows.
            self.stop_note = Some(NO_SEARCH);
            self.error("go: not started, the position was refused", out);
        } else if !self.start(Task::Search(limits), out) {
            match Reply::NO_MOVE.to_line(self.dialect()) {
                Some(line) => out.push(line),
                None => self.stop_note = Some(NO_SEARCH),
            }
        }
    }

    /// If the last position was refused, reports that the search is of a different one: the host
    /// may not have read the answer to `position`.
    fn report_refused_position(&self, out: &mut Vec<String>) {
        if self.position_refused {
            self.send(&Reply::text(POSITION_REFUSED), out);
        }
    }

    /// Starts a task, and returns whether that succeeded. No task may be running.
    fn start(&mut self, task: Task, out: &mut Vec<String>) -> bool {
        self.stop_note = None;
        let id = TaskId(self.next_id);
        self.next_id += 1;
        let running = RunningTask::new(id, self.dialect(), &task);
        let command = task.command();
        let result = self.backend.start(id, task);
        let started = result.is_ok();
        self.task = started.then_some(running);
        self.report(command, result, out);
        started
    }

    fn stop(&mut self, out: &mut Vec<String>) {
        if self.task.is_some() {
            self.stop_task(out);
        } else if let Some(note) = self.stop_note.take() {
            self.send(&Reply::text(note), out);
        } else if self.dialect().properties().answers_idle_stop {
            self.send(&Reply::NO_MOVE, out);
        }
    }

    fn ponder_hit(&mut self, draw: bool, out: &mut Vec<String>) {
        let Some(task) = self.task.as_mut().filter(|task| task.pondering) else {
            return;
        };
        task.pondering = false;
        if task.held.is_none() {
            self.backend.ponder_hit(draw);
        } else if task.may_answer() {
            self.send_answer(out);
        }
    }

    /// Reports the error of a command if the command failed.
    pub(super) fn report(
        &self,
        command: &str,
        result: Result<(), B::Error>,
        out: &mut Vec<String>,
    ) {
        if let Err(error) = result {
            self.error(format!("{command}: {error}"), out);
        }
    }
}

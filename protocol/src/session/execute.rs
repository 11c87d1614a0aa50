//! What each command does when its turn has come.

use super::{Backend, Flow, NO_SEARCH, Running, SearchId, Session, Task, queue::Step, show};
use crate::{
    command::Command,
    dialect::Dialect,
    help,
    option::{OptionError, OptionSpec, same_letters},
    reply::Reply,
    warning::shorten,
};

/// The option by which USHI chooses the rules.
const VERSION: &str = "Shatra version";

impl<B: Backend> Session<B> {
    pub(super) fn execute(&mut self, step: Step, out: &mut Vec<String>) -> Flow {
        let command = match step {
            Step::Run(command) => command,
            Step::BadPosition => {
                self.position_refused = true;
                return Flow::Continue;
            }
        };
        let dialect = self.dialect();
        match command {
            Command::Quit => return Flow::Exit,
            Command::Handshake(opened) => self.handshake(opened, out),
            Command::IsReady => self.say(&Reply::ReadyOk, out),
            Command::Debug(on) => self.backend.set_debug(on),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref(), out),
            Command::NewGame if dialect == Dialect::Uci => self.backend.new_game(),
            Command::Position { start, moves } => {
                let result = self.backend.set_position(&start, &moves);
                self.position_refused = result.is_err();
                self.report("position", result, out);
            }
            Command::Go(limits) => self.start(Task::Search(limits), out),
            Command::Perft(depth) => self.start(Task::Perft(depth), out),
            Command::Bench(args) => self.start(Task::Bench(args), out),
            Command::Stop => self.stop(out),
            Command::PonderHit => self.ponder_hit(out),
            Command::Show(query) => show(&self.backend.show(query), dialect, out),
            Command::Flip => {
                let result = self.backend.flip();
                self.report("flip", result, out);
            }
            Command::Help => help::lines(dialect).for_each(|line| show(&line, dialect, out)),
            Command::Wait if self.task.is_some() => {
                self.error("wait: this search ends with stop only", out);
            }
            // The GUI of USHI announces a game before every search: nothing to
            // forget. Nobody needs to register.
            Command::NewGame | Command::Register(_) | Command::Wait => {}
        }
        Flow::Continue
    }

    fn handshake(&mut self, opened: Dialect, out: &mut Vec<String>) {
        match self.dialect {
            None => self.pick(opened),
            Some(spoken) if spoken == opened => {}
            Some(spoken) => {
                let (opened, spoken) = (opened.handshake(), spoken.handshake());
                let fault = format!("'{opened}' is too late, this conversation is in {spoken}");
                return self.error(fault, out);
            }
        }
        let who = self.backend.engine_id();
        self.say(&Reply::Name(who.name), out);
        self.say(&Reply::Author(who.author), out);
        for spec in self.backend.options(opened) {
            self.say(&Reply::Option(spec), out);
        }
        self.say(&Reply::HandshakeDone, out);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, out: &mut Vec<String>) {
        let spec = self.find_option(name);
        if self.dialect() == Dialect::Ushi {
            if same_letters(name, VERSION) {
                let supported = spec.is_some_and(|spec| self.select_version(&spec, value));
                return self.say(&Reply::Version { supported }, out);
            }
            if spec.is_none() {
                // The GUI sends what it has stored for other engines, too.
                let note = format!("setting '{}' is not known here, ignored", shorten(name));
                return self.say(&Reply::text(note), out);
            }
        }
        let Some(spec) = spec else {
            let name = shorten(name);
            return self.error(OptionError::Unknown { name }, out);
        };
        match spec.read(value) {
            Err(error) => self.error(error, out),
            Ok(value) => {
                let result = self.backend.set_option(&spec.name, &value);
                self.report(&format!("setoption {}", spec.name), result, out);
            }
        }
    }

    fn select_version(&mut self, spec: &OptionSpec, value: Option<&str>) -> bool {
        let value = spec.read(value);
        value.is_ok_and(|value| self.backend.set_option(&spec.name, &value).is_ok())
    }

    /// Starts a task; there is none running. In USHI a search after a refused
    /// position would be of a position that the GUI does not show.
    fn start(&mut self, task: Task, out: &mut Vec<String>) {
        let dialect = self.dialect();
        let is_search = matches!(task, Task::Search(_));
        if is_search && dialect == Dialect::Ushi && self.position_refused {
            self.stop_note = Some(NO_SEARCH);
            return self.error("go: not started, the position was refused", out);
        }
        self.stop_note = None;
        let id = SearchId(self.next_id);
        self.next_id += 1;
        match self.backend.start(id, &task) {
            Ok(()) => self.task = Some(Running::new(id, dialect, &task)),
            Err(error) => {
                self.error(format!("go: {error}"), out);
                if is_search && dialect == Dialect::Ushi {
                    self.stop_note = Some(NO_SEARCH);
                } else if is_search {
                    self.say(
                        &Reply::BestMove {
                            best: None,
                            ponder: None,
                        },
                        out,
                    );
                }
            }
        }
    }

    fn stop(&mut self, out: &mut Vec<String>) {
        if self.task.is_some() {
            self.stop_task(out);
        } else if let Some(note) = self.stop_note.take() {
            self.say(&Reply::text(note), out);
        }
    }

    fn ponder_hit(&mut self, out: &mut Vec<String>) {
        let Some(task) = self.task.as_mut().filter(|task| task.pondering) else {
            return;
        };
        task.pondering = false;
        if task.held.is_none() {
            self.backend.ponder_hit();
        } else if task.may_answer() {
            self.answer(out);
        }
    }

    fn report(&self, what: &str, result: Result<(), B::Error>, out: &mut Vec<String>) {
        if let Err(error) = result {
            self.error(format!("{what}: {error}"), out);
        }
    }
}

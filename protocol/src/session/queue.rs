//! The queue of commands, which defines what waits for what.
//!
//! Commands take effect in the order in which they arrived. While a task runs,
//! most take effect at once; those that must wait for its end (options that
//! [wait](crate::OptionSpec::waits), a new game where it clears the engine, `probe`,
//! `wait`, and everything that starts a task) wait in a queue. Every later command
//! then waits behind them, with these exceptions, which overtake:
//!
//! * `quit`, `isready` and the handshake command wait only behind a `wait`.
//! * `stop` and `ponderhit` wait only behind a `wait` or a command that starts a task.
//! * So does a `wait` if the running task can be answered only after further input; the
//!   `wait` is then refused, because it would block the conversation for good.
//!
//! These rules hold at all times, not only when a line arrives: between two inputs, the
//! queue contains no command that would be executed at once if it arrived now, after
//! those before it. A `stop` that is queued behind `go` and an option, for example, takes
//! effect as soon as the `go` has started its task, and the option waits for that task's end.
//! Hence only one function decides, [`next_command`](Session::next_command): every command is
//! queued, and after every change those that need not wait are taken from the queue.
//!
//! A queued command that starts a task stops the running task, unless a `wait` precedes
//! it.
//!
//! In batch mode, input that arrives while a task runs is not even parsed until
//! the task has ended, so that a file can be piped in and is answered in order. A
//! task that is answered only after further input, such as `go infinite`, holds
//! nothing back.

use super::waiting::{CommandClass, CommandNumber};
use super::{Backend, Flow, Session};
use crate::{command::Command, line::InputLine};

impl<B: Backend> Session<B> {
    /// Returns whether batch mode holds new input back.
    pub(super) fn holds_input(&self) -> bool {
        self.is_batch && self.task.is_some() && !self.waits_for_host()
    }

    /// Returns whether the command, as the first in the queue, must wait for the end of
    /// the running task.
    fn must_wait(&self, command: &Command) -> bool {
        let Some(task) = &self.task else {
            return false;
        };
        match command {
            _ if CommandClass::of(command) == Some(CommandClass::Task) => true,
            Command::Probe { .. } => true,
            Command::NewGame => self.dialect().properties().new_game_forgets,
            Command::SetOption { name, .. } => {
                self.find_option(name).is_some_and(|spec| spec.waits)
            }
            // Waiting for a task that only the host can end would block the queue for good.
            Command::Wait => task.may_answer(),
            _ => false,
        }
    }

    /// Returns the number of the first command that need not wait any longer: the first of the
    /// queue, or one that may overtake all those before it; `None` if all must wait.
    fn next_command(&self) -> Option<CommandNumber> {
        let (first, command) = self.queue.first()?;
        if !self.must_wait(command) {
            return Some(first);
        }
        let queue = &self.queue;
        let refused_wait = queue
            .first_before(CommandClass::Wait, &[CommandClass::Task])
            .filter(|_| self.waits_for_host());
        let overtaking = [
            queue.first_before(CommandClass::Immediate, &[CommandClass::Wait]),
            queue.first_before(
                CommandClass::Control,
                &[CommandClass::Wait, CommandClass::Task],
            ),
            refused_wait,
        ];
        overtaking.into_iter().flatten().min()
    }

    /// Returns whether a queued command that starts a task stops the running task.
    fn queued_task_stops_running(&self) -> bool {
        let next_task = self
            .queue
            .first_before(CommandClass::Task, &[CommandClass::Wait]);
        next_task.is_some()
    }

    /// Executes all waiting commands that can be executed. Stops the running task if a
    /// queued task waits for its end, or if the running one would outlast the session.
    pub(super) fn run_queue(&mut self, out: &mut Vec<String>) -> Flow {
        loop {
            if self.execute_waiting(out) == Flow::Exit {
                return Flow::Exit;
            }
            let Some(task) = &self.task else {
                return if self.closing {
                    Flow::Exit
                } else {
                    Flow::Continue
                };
            };
            let outlasts_session = self.closing && (self.shutting_down || !task.may_answer());
            if !(self.queued_task_stops_running() || outlasts_session) {
                return Flow::Continue;
            }
            self.stop_task(out);
            if self.task.is_some() {
                return Flow::Continue;
            }
        }
    }

    /// Executes all commands that need not wait any longer, the queued before the unparsed.
    fn execute_waiting(&mut self, out: &mut Vec<String>) -> Flow {
        loop {
            if let Some(command) = self.next_command().and_then(|next| self.queue.take(next)) {
                if self.execute(command, out) == Flow::Exit {
                    return Flow::Exit;
                }
            } else if !self.holds_input()
                && let Some(line) = self.unparsed.pop()
            {
                self.queue_unparsed(&line, out);
            } else {
                return Flow::Continue;
            }
        }
    }

    /// Parses input that batch mode held back, and queues it.
    fn queue_unparsed(&mut self, line: &InputLine, out: &mut Vec<String>) {
        match line {
            Err(error) => self.error(error, out),
            Ok(line) => {
                if let Some(command) = self.read(line, out) {
                    self.queue.push(command, line.len());
                }
            }
        }
    }
}

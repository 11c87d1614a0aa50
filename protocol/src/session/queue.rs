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
//! * So does a `wait`, if the running task is not answered without further input: it
//!   is refused, as it would block the conversation for good.
//!
//! These rules hold at all times, not only when a line arrives: between two inputs, no
//! step is queued that would be executed at once if it arrived now behind the steps
//! before it. A `stop` that was queued behind `go` and an option, for example, takes
//! effect as soon as that `go` has started its task, and the option waits for the end.
//! Hence there is only one place that decides, [`next_step`](Session::next_step): every
//! step is queued, and after every change the queue is searched for steps that need not
//! wait.
//!
//! A queued command that starts a task stops the running task, unless a `wait` stands
//! before it.
//!
//! In batch mode, input that arrives while a task runs is not even parsed until
//! the task has ended, so that a file can be piped in and is answered in order. A
//! task that is answered only after further input, such as `go infinite`, holds
//! nothing back.

use super::waiting::{PendingStep, StepClass, StepNumber, UnparsedInput};
use super::{Backend, Flow, Session};
use crate::command::Command;

impl<B: Backend> Session<B> {
    /// Queues a step, and then executes all steps that can be executed. The step was
    /// parsed from `length` bytes of text.
    pub(super) fn submit(
        &mut self,
        step: PendingStep,
        length: usize,
        out: &mut Vec<String>,
    ) -> Flow {
        self.queue.push(step, length);
        self.run_queue(out)
    }

    /// Returns whether batch mode holds new input back.
    pub(super) fn holds_input(&self) -> bool {
        self.is_batch && self.task.is_some() && !self.waits_for_host()
    }

    /// Returns whether the step, as the first in the queue, must wait for the end of
    /// the running task.
    fn must_wait(&self, step: &PendingStep) -> bool {
        let (Some(task), PendingStep::Run(command)) = (&self.task, step) else {
            return false;
        };
        match command {
            _ if step.class() == Some(StepClass::Task) => true,
            Command::Probe { .. } => true,
            Command::NewGame => self.dialect().properties().new_game_forgets,
            Command::SetOption { name, .. } => {
                self.find_option(name).is_some_and(|spec| spec.waits)
            }
            // To wait for a task that never ends would block the queue for good.
            Command::Wait => task.may_answer(),
            _ => false,
        }
    }

    /// Returns the first step that need not wait any longer: the first of the queue, or
    /// one that may overtake all those before it.
    fn next_step(&self) -> Option<StepNumber> {
        let (first, step) = self.queue.first()?;
        if !self.must_wait(step) {
            return Some(first);
        }
        let queue = &self.queue;
        let refused_wait = queue
            .first_before(StepClass::Wait, &[StepClass::Task])
            .filter(|_| self.waits_for_host());
        let overtaking = [
            queue.first_before(StepClass::Immediate, &[StepClass::Wait]),
            queue.first_before(StepClass::Control, &[StepClass::Wait, StepClass::Task]),
            refused_wait,
        ];
        overtaking.into_iter().flatten().min()
    }

    /// Returns whether a queued command that starts a task stops the running one.
    fn next_task_stops_running(&self) -> bool {
        let next_task = self.queue.first_before(StepClass::Task, &[StepClass::Wait]);
        next_task.is_some()
    }

    /// Executes all waiting steps that can be executed, and stops the running task
    /// if a new task waits for its end, or if it would outlast the session.
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
            if !(self.next_task_stops_running() || outlasts_session) {
                return Flow::Continue;
            }
            self.stop_task(out);
            if self.task.is_some() {
                return Flow::Continue;
            }
        }
    }

    /// Executes all steps that need not wait any longer, the queued ones first.
    fn execute_waiting(&mut self, out: &mut Vec<String>) -> Flow {
        loop {
            if let Some(step) = self.next_step().and_then(|next| self.queue.take(next)) {
                if self.execute(step, out) == Flow::Exit {
                    return Flow::Exit;
                }
            } else if !self.holds_input()
                && let Some((unparsed, length)) = self.unparsed.pop()
            {
                self.queue_unparsed(&unparsed, length, out);
            } else {
                return Flow::Continue;
            }
        }
    }

    /// Parses input that batch mode held back, and queues it.
    fn queue_unparsed(&mut self, unparsed: &UnparsedInput, length: usize, out: &mut Vec<String>) {
        match unparsed {
            UnparsedInput::Refused(error) => self.error(error, out),
            UnparsedInput::Line(line) => {
                if let Some(step) = self.read(line, out) {
                    self.queue.push(step, length);
                }
            }
        }
    }
}

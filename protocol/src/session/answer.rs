//! Handles the events of a task, and sends its answer.

use super::{Backend, BackendEvent, Flow, Session, TaskId, push_console_output, task::RunningTask};
use crate::reply::Reply;

/// The message that answers `stop` if the search found no move and the dialect has
/// no reply that says so.
const NO_STEP: &str = "no legal step in this position";

impl<B: Backend> Session<B> {
    /// Handles an event of a task. Events of tasks that have ended are dropped.
    pub fn event(&mut self, id: TaskId, event: BackendEvent, out: &mut Vec<String>) -> Flow {
        let Some(task) = self
            .task
            .as_mut()
            .filter(|task| task.id == id && task.held.is_none())
        else {
            return Flow::Continue;
        };
        let (dialect, is_search) = (task.dialect, task.is_search);
        match event {
            BackendEvent::Info(info) => {
                let marks_bounds = dialect.properties().marks_bounds;
                let sent = task.pv_filter.filter(info, marks_bounds, task.stopping);
                out.extend(sent.and_then(|info| Reply::Info(info).to_line(dialect)));
            }
            BackendEvent::Error(fault) => out.extend(Reply::error(fault).to_line(dialect)),
            BackendEvent::GameFile { answer, json } => {
                out.extend(Reply::GameFile { answer, json }.to_line(dialect));
            }
            BackendEvent::Text(text) if is_search => out.extend(Reply::text(text).to_line(dialect)),
            BackendEvent::Text(text) => push_console_output(&text, dialect, out),
            BackendEvent::Done {
                best,
                ponder,
                action,
            } => {
                let last = best
                    .as_deref()
                    .and_then(|best| task.pv_filter.take_withheld(best));
                out.extend(last.and_then(|info| Reply::Info(info).to_line(dialect)));
                let answer = Reply::BestMove {
                    best,
                    ponder,
                    action,
                };
                // An answer that the dialect can't express is not held back.
                let answers_now = task.may_answer() || answer.to_line(dialect).is_none();
                task.held = Some(answer);
                if answers_now {
                    self.send_answer(out);
                }
            }
        }
        self.run_queue(out)
    }

    /// If the engine has finished the task, ends it and sends its answer.
    pub(super) fn send_answer(&mut self, out: &mut Vec<String>) {
        let Some(RunningTask {
            dialect,
            is_search,
            stopping,
            held: Some(answer),
            ..
        }) = self.task.take_if(|task| task.held.is_some())
        else {
            return;
        };
        if !is_search {
            return;
        }
        if let Some(line) = answer.to_line(dialect) {
            out.push(line);
        } else if stopping {
            self.send(&Reply::text(NO_STEP), out);
        } else {
            self.stop_note = Some(NO_STEP);
        }
    }

    /// Stops the running task, or sends the answer if the engine has already
    /// finished it.
    pub(super) fn stop_task(&mut self, out: &mut Vec<String>) {
        let Some(task) = self.task.as_mut().filter(|task| !task.stopping) else {
            return;
        };
        task.stopping = true;
        if task.held.is_some() {
            self.send_answer(out);
        } else {
            self.backend.stop();
        }
    }
}

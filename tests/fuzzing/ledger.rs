//! Compares the answers given with the searches requested.
//!
//! Every search must be answered a certain number of times before the next one begins. The sum of
//! these numbers over all searches therefore suffices to check the answers counted so far.

use batyr_protocol::Notation;

use super::stub::RequestedTask;

/// A number of answers with a move, and a number of answers without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerCounts {
    pub moves: usize,
    pub without_move: usize,
}

/// The searches and answers of one conversation.
#[derive(Debug, Default)]
pub struct Ledger {
    /// The answers expected for each task, or `None` while the task runs.
    expected: Vec<Option<AnswerCounts>>,
    /// The answers received so far.
    pub answers: AnswerCounts,
    /// The number of `go` commands from the host.
    pub go_commands: usize,
    /// The number of `go` commands that the session itself rejected.
    pub rejections: usize,
    /// The number of `go` commands that asked for the static evaluation, which the session answers
    /// without a move.
    pub evaluations: usize,
    /// The number of `stop` commands from the host.
    pub stops: usize,
    /// Whether `stop` is answered without a running search, as in UCCI.
    pub answers_idle_stop: bool,
    /// The number of `isready` commands from the host.
    pub isreadys: usize,
    /// The number of `readyok` lines received.
    pub readyoks: usize,
}

impl Ledger {
    /// Records the tasks that were requested since the last call.
    pub fn record_requests(&mut self, tasks: &[RequestedTask]) {
        for task in &tasks[self.expected.len()..] {
            let has_failed = task.id.is_none();
            self.expected
                .push(has_failed.then(|| expected_answers(task, None)));
        }
    }

    /// Records that the last task has ended.
    pub fn record_end(&mut self, task: &RequestedTask, best: Option<&str>) {
        *self.expected.last_mut().expect("a task was requested") =
            Some(expected_answers(task, best));
    }

    /// Returns the maximum number of answers to `stop` without a running search.
    const fn max_idle_stop_answers(&self) -> usize {
        if self.answers_idle_stop {
            self.stops
        } else {
            0
        }
    }

    /// Asserts that every search except the last has all its answers, and that none has too many.
    pub fn check_so_far(&self) {
        let (last, before) = match self.expected.split_last() {
            Some((last, before)) => (last.unwrap_or_default(), before),
            None => Default::default(),
        };
        let required = before
            .iter()
            .map(|counts| counts.expect("the task has ended"));
        let required = required.fold(AnswerCounts::default(), sum);
        let maximum = sum(required, last);
        let received = self.answers;
        let others = self.evaluations + self.max_idle_stop_answers();
        assert!(
            required.moves <= received.moves,
            "expected at least {required:?}, received {received:?}"
        );
        assert!(
            received.moves <= maximum.moves,
            "expected at most {maximum:?}, received {received:?}"
        );
        assert!(
            required.without_move + self.evaluations <= received.without_move,
            "expected at least {required:?}, received {received:?}"
        );
        assert!(
            received.without_move <= maximum.without_move + others,
            "expected at most {maximum:?}, received {received:?}"
        );
    }

    /// Asserts that everything is answered at the end of a conversation without `quit`.
    pub fn check_final(&self, tasks: &[RequestedTask]) {
        let expected = self
            .expected
            .iter()
            .map(|counts| counts.expect("the task has ended"));
        let expected = expected.fold(AnswerCounts::default(), sum);
        assert_eq!(self.answers.moves, expected.moves, "moves");
        let without_move = expected.without_move + self.evaluations;
        assert!(
            without_move <= self.answers.without_move,
            "too few answers without a move"
        );
        assert!(
            self.answers.without_move <= without_move + self.max_idle_stop_answers(),
            "too many answers without a move"
        );
        let searches = tasks.iter().filter(|task| task.is_search).count();
        let handled = searches + self.rejections + self.evaluations;
        assert_eq!(handled, self.go_commands, "searches");
        assert_eq!(self.readyoks, self.isreadys, "readyok");
    }
}

const fn sum(a: AnswerCounts, b: AnswerCounts) -> AnswerCounts {
    AnswerCounts {
        moves: a.moves + b.moves,
        without_move: a.without_move + b.without_move,
    }
}

/// Returns the answers expected for a task that has ended with this move, if any. The dialect that
/// sends single jumps can't say that there is no move.
const fn expected_answers(task: &RequestedTask, best: Option<&str>) -> AnswerCounts {
    let moves = best.is_some() as usize;
    match task.notation {
        _ if !task.is_search => AnswerCounts {
            moves: 0,
            without_move: 0,
        },
        Notation::Jumps => AnswerCounts {
            moves,
            without_move: 0,
        },
        Notation::Turns => AnswerCounts {
            moves,
            without_move: 1 - moves,
        },
    }
}

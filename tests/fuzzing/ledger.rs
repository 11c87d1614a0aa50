//! An account of the searches requested and the answers given.
//!
//! Every search that the host requests owes a number of
//! answers, and the next one must not begin before they are given. One sum
//! over the searches therefore checks the answers counted so far.

use batyr_protocol::Notation;

use super::stub::RequestedTask;

/// The number of answers with a move, and of answers without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    pub moves: usize,
    pub without_move: usize,
}

/// The searches and answers of one conversation.
#[derive(Debug, Default)]
pub struct Ledger {
    /// The answers that each task owes; `None` while it runs.
    debts: Vec<Option<Answers>>,
    /// The answers received so far.
    pub answers: Answers,
    /// The number of searches that the host requested.
    pub go_commands: usize,
    /// The number of searches that the session itself rejected.
    pub rejections: usize,
    /// The number of searches that the session itself answered, without a move.
    pub evaluations: usize,
    /// The number of `stop` commands from the host.
    pub stops: usize,
    /// Whether a `stop` without a search is answered (UCCI).
    pub answers_stop: bool,
    pub isreadys: usize,
    pub readyoks: usize,
}

impl Ledger {
    /// Records the tasks requested since the last call.
    pub fn record_requests(&mut self, tasks: &[RequestedTask]) {
        for task in &tasks[self.debts.len()..] {
            let has_failed = task.id.is_none();
            self.debts.push(has_failed.then(|| owed(task, None)));
        }
    }

    /// Records that the last task has ended.
    pub fn record_end(&mut self, task: &RequestedTask, best: Option<&str>) {
        *self.debts.last_mut().expect("a task") = Some(owed(task, best));
    }

    /// Returns the largest number of answers to `stop` without a search.
    const fn free_answers(&self) -> usize {
        if self.answers_stop { self.stops } else { 0 }
    }

    /// Asserts that no search but the last owes an answer, and that nothing was
    /// answered twice.
    pub fn check(&self) {
        let (last, before) = match self.debts.split_last() {
            Some((last, before)) => (last.unwrap_or_default(), before),
            None => Default::default(),
        };
        let due = before.iter().map(|debt| debt.expect("an end"));
        let due = due.fold(Answers::default(), sum);
        let maximum = sum(due, last);
        let received = self.answers;
        let free = self.evaluations + self.free_answers();
        assert!(due.moves <= received.moves, "{due:?}, {received:?}");
        assert!(received.moves <= maximum.moves, "{received:?}, {maximum:?}");
        assert!(
            due.without_move + self.evaluations <= received.without_move,
            "{due:?}, {received:?}"
        );
        assert!(
            received.without_move <= maximum.without_move + free,
            "{received:?}, {maximum:?}"
        );
    }

    /// Asserts that nothing is owed at the natural end of the conversation.
    pub fn check_settled(&self, tasks: &[RequestedTask]) {
        let owed = self.debts.iter().map(|debt| debt.expect("an end"));
        let owed = owed.fold(Answers::default(), sum);
        assert_eq!(self.answers.moves, owed.moves, "moves");
        let without_move = owed.without_move + self.evaluations;
        assert!(without_move <= self.answers.without_move, "too few answers");
        assert!(
            self.answers.without_move <= without_move + self.free_answers(),
            "too many answers"
        );
        let searches = tasks.iter().filter(|task| task.is_search).count();
        let done = searches + self.rejections + self.evaluations;
        assert_eq!(done, self.go_commands, "searches");
        assert_eq!(self.readyoks, self.isreadys, "readyok");
    }
}

const fn sum(a: Answers, b: Answers) -> Answers {
    Answers {
        moves: a.moves + b.moves,
        without_move: a.without_move + b.without_move,
    }
}

/// Returns the answers that a task owes if it has ended with this move. The
/// dialect of single jumps has no text for "no move".
const fn owed(task: &RequestedTask, best: Option<&str>) -> Answers {
    let moves = best.is_some() as usize;
    match task.notation {
        _ if !task.is_search => Answers {
            moves: 0,
            without_move: 0,
        },
        Notation::Jumps => Answers {
            moves,
            without_move: 0,
        },
        Notation::Turns => Answers {
            moves,
            without_move: 1 - moves,
        },
    }
}

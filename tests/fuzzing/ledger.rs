//! An account of the searches requested and the answers given.
//!
//! **The decision:** every search that the host requests owes a number of
//! answers, and the next one may not begin before they are given. So one sum
//! over the searches checks the answers counted so far.

use batyr_protocol::Notation;

use super::stub::Asked;

/// The answers that name a move, and those that report that there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    pub moves: usize,
    pub nones: usize,
}

/// The account of one conversation.
#[derive(Debug, Default)]
pub struct Ledger {
    /// The answers that each task owes; `None` while it runs.
    debts: Vec<Option<Answers>>,
    /// The answers received so far.
    pub answers: Answers,
    /// The searches that the host asked for.
    pub gos: usize,
    /// The searches that the session rejected itself.
    pub refusals: usize,
    /// The searches that the session answered itself, without a move.
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
    pub fn note(&mut self, tasks: &[Asked]) {
        for task in &tasks[self.debts.len()..] {
            let has_failed = task.id.is_none();
            self.debts.push(has_failed.then(|| owed(task, None)));
        }
    }

    /// Records that the last task has ended.
    pub fn end(&mut self, task: &Asked, best: Option<&str>) {
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
        let most = sum(due, last);
        let received = self.answers;
        let free = self.evaluations + self.free_answers();
        assert!(due.moves <= received.moves, "{due:?}, {received:?}");
        assert!(received.moves <= most.moves, "{received:?}, {most:?}");
        assert!(
            due.nones + self.evaluations <= received.nones,
            "{due:?}, {received:?}"
        );
        assert!(
            received.nones <= most.nones + free,
            "{received:?}, {most:?}"
        );
    }

    /// Asserts that nothing is owed at the natural end of the conversation.
    pub fn close(&self, tasks: &[Asked]) {
        let owed = self.debts.iter().map(|debt| debt.expect("an end"));
        let owed = owed.fold(Answers::default(), sum);
        assert_eq!(self.answers.moves, owed.moves, "moves");
        let nones = owed.nones + self.evaluations;
        assert!(nones <= self.answers.nones, "too few answers");
        assert!(
            self.answers.nones <= nones + self.free_answers(),
            "too many answers"
        );
        let searches = tasks.iter().filter(|task| task.is_search).count();
        let done = searches + self.refusals + self.evaluations;
        assert_eq!(done, self.gos, "searches");
        assert_eq!(self.readyoks, self.isreadys, "readyok");
    }
}

const fn sum(a: Answers, b: Answers) -> Answers {
    Answers {
        moves: a.moves + b.moves,
        nones: a.nones + b.nones,
    }
}

/// Returns the answers that a task owes if it has ended with this move. The
/// dialect of single jumps has no words for "no move".
const fn owed(task: &Asked, best: Option<&str>) -> Answers {
    let moves = best.is_some() as usize;
    match task.notation {
        _ if !task.is_search => Answers { moves: 0, nones: 0 },
        Notation::Jumps => Answers { moves, nones: 0 },
        Notation::Turns => Answers {
            moves,
            nones: 1 - moves,
        },
    }
}

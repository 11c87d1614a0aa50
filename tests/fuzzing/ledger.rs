//! Who was asked what, and what was answered.
//!
//! **The decision:** every search that the engine was asked for owes a number of
//! answers, and the next one may not begin before. So one sum over the searches
//! says whether the answers counted so far are right.

use batyr_protocol::Notation;

use super::stub::Asked;

/// Answers that name a move, and answers that there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    pub moves: usize,
    pub nones: usize,
}

/// The books of one conversation.
#[derive(Debug, Default)]
pub struct Ledger {
    /// What each task owes; `None` while it runs.
    debts: Vec<Option<Answers>>,
    /// The answers that were heard.
    pub answers: Answers,
    /// Searches that the host asked for.
    pub gos: usize,
    /// Those that the session refused itself.
    pub refusals: usize,
    /// Those that it answered itself, without a move.
    pub evaluations: usize,
    /// How often the host said `stop`.
    pub stops: usize,
    /// Those without a search are answered (UCCI).
    pub answers_stop: bool,
    pub isreadys: usize,
    pub readyoks: usize,
}

impl Ledger {
    /// Writes down tasks that were asked for since the last look.
    pub fn note(&mut self, tasks: &[Asked]) {
        for task in &tasks[self.debts.len()..] {
            let has_failed = task.id.is_none();
            self.debts.push(has_failed.then(|| owed(task, None)));
        }
    }

    /// The last task has ended.
    pub fn end(&mut self, task: &Asked, best: Option<&str>) {
        *self.debts.last_mut().expect("a task") = Some(owed(task, best));
    }

    /// The most answers that `stop` can have had without a search.
    const fn free_answers(&self) -> usize {
        if self.answers_stop { self.stops } else { 0 }
    }

    /// Nothing is owed by any search but the last, and nothing was answered
    /// twice.
    pub fn check(&self) {
        let (last, before) = match self.debts.split_last() {
            Some((last, before)) => (last.unwrap_or_default(), before),
            None => Default::default(),
        };
        let due = before.iter().map(|debt| debt.expect("an end"));
        let due = due.fold(Answers::default(), sum);
        let most = sum(due, last);
        let heard = self.answers;
        let free = self.evaluations + self.free_answers();
        assert!(due.moves <= heard.moves, "{due:?}, {heard:?}");
        assert!(heard.moves <= most.moves, "{heard:?}, {most:?}");
        assert!(
            due.nones + self.evaluations <= heard.nones,
            "{due:?}, {heard:?}"
        );
        assert!(heard.nones <= most.nones + free, "{heard:?}, {most:?}");
    }

    /// The conversation has come to its natural end: nothing is open.
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

/// What the task owes when it has ended with this move. The dialect of single
/// jumps has no words for "no move".
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
